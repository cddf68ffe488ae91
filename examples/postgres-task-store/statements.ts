/**
 * Claims the repeat key and begins the task, or does neither. The key is free when it is new, or when the
 * task that it found began before `since`. A second statement with the same key waits for the first.
 */
export const create = `
  with claimed as (
    insert into task_repeat (hash, task_id, begun)
    select $8::bytea, $1, $5 where $8::bytea is not null
    on conflict (hash) do update set task_id = excluded.task_id, begun = excluded.begun
      where task_repeat.begun < $9::text collate "C"
    returning hash
  )
  insert into task (id, scope_hash, context_hash, state, time, scope, beginning, held_until)
  select $1, $2::bytea, $3::bytea, $4, $5, $6::json, $7::json,
    clock_timestamp() + $10::float8 * interval '1 millisecond'
  where $8::bytea is null or exists (select from claimed)`;

export const findRepeated = "select task_id from task_repeat where hash = $1";

/** Compare and set: of two at the same version the second waits for the first, and finds no row then. */
export const append = `
  with appended as (
    update task
    set version = version + cardinality($3::text[]), state = coalesce($5, state), time = coalesce($6, time),
      held_until = case
        when $5::text is null then held_until else clock_timestamp() + $8::float8 * interval '1 millisecond'
      end
    where id = $1 and version = $2::integer
    returning version
  ), written as (
    insert into task_entry (task_id, version, is_artifact, entry)
    select $1, $2::integer + given.number, given.is_artifact, given.entry::json
    from appended, unnest($3::text[], $4::boolean[]) with ordinality as given (entry, is_artifact, number)
  )
  select version, pg_notify($7, version || ' ' || $1) from appended`;

/** In one order, so that two at the same time do not wait for each other. */
export const hold = `
  with held as (
    select id from task where id = any($1::text[]) and held_until is not null
    order by id for no key update
  )
  update task set held_until = clock_timestamp() + $2::float8 * interval '1 millisecond'
  from held where task.id = held.id`;

export const lapsed = `
  select id, version from task where held_until <= now() order by held_until, id limit $1`;

export const versionOf = "select version from task where id = $1";

export const read = `
  select scope, version, beginning, (
    select json_agg(entry order by task_entry.version) from task_entry where task_id = task.id
  ) as entries
  from task where id = $1`;

export const entries = `
  select (
    select json_agg(entry order by version) from (
      select entry, version from task_entry
      where task_id = task.id and version > $2::bigint
      order by version limit $3::bigint
    ) as page
  ) as entries
  from task where id = $1`;

export const remove = `
  with removed as (delete from task where id = $1 returning id)
  select pg_notify($2, 'gone ' || id) from removed`;
