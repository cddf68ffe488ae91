import type { Tables } from "./tables.ts";

/** The statements over tasks and their logs; PostgreSQL 14 or later. Texts that are hashed are JSON. */
export interface TaskStatements {
  readonly create: string;
  readonly findRepeated: string;
  readonly append: string;
  readonly read: string;
  readonly entries: string;
  readonly hold: string;
  readonly lapsed: string;
  readonly versions: string;
  readonly remove: string;
}

export function hashOf(parameter: string): string {
  return `sha256(convert_to(${parameter}, 'UTF8'))`;
}

export function fromNow(parameter: string): string {
  return `clock_timestamp() + ${parameter}::float8 * interval '1 millisecond'`;
}

export function taskStatements(table: Tables): TaskStatements {
  const task = table("task");
  const entry = table("entry");
  const repeat = table("repeat");
  return {
    // Claims the repeat key and begins the task, or does neither. The key is free if it is new, or if the task that
    // it found began before `since`. A second statement with the same key waits for the first.
    create: `
      with claimed as (
        insert into ${repeat} (hash, task_id, begun)
        select ${hashOf("$8::text")}, $1, $5 where $8::text is not null
        on conflict (hash) do update set task_id = excluded.task_id, begun = excluded.begun
          where ${repeat}.begun < $9::text collate "C"
        returning hash
      ), begun as (
        insert into ${task} (id, scope_hash, context_hash, state, time, scope, beginning, held_until, version)
        select $1, ${hashOf("$2::text")}, ${hashOf("$3::text")}, $4, $5, $6::json, $7::json, ${fromNow("$10")},
          cardinality($11::text[])
        where $8::text is null or exists (select from claimed)
        returning id
      ), written as (
        insert into ${entry} (task_id, version, is_artifact, entry)
        select $1, given.number, false, given.entry::json
        from begun, unnest($11::text[]) with ordinality as given (entry, number)
      )
      select id from begun`,

    findRepeated: `select task_id from ${repeat} where hash = ${hashOf("$1::text")}`,

    // Compare and set: of two at the same version the second waits for the first, and finds no row then.
    append: `
      with appended as (
        update ${task}
        set version = version + cardinality($3::text[]), state = coalesce($5, state), time = coalesce($6, time),
          held_until = case when $5::text is null then held_until else ${fromNow("$7")} end
        where id = $1 and version = $2::integer
        returning version
      ), written as (
        insert into ${entry} (task_id, version, is_artifact, entry)
        select $1, $2::integer + given.number, given.is_artifact, given.entry::json
        from appended, unnest($3::text[], $4::boolean[]) with ordinality as given (entry, is_artifact, number)
      )
      select version from appended`,

    read: `
      select scope, version, beginning, (
        select json_agg(entry order by log.version) from ${entry} log where log.task_id = task.id
      ) as entries
      from ${task} task where id = $1`,

    entries: `
      select (
        select json_agg(entry order by version) from (
          select entry, version from ${entry} log
          where log.task_id = task.id and log.version > $2::bigint
          order by log.version limit $3::bigint
        ) as page
      ) as entries
      from ${task} task where id = $1`,

    // In one order, so that two at the same time do not wait for each other.
    hold: `
      with held as (
        select id from ${task} where id = any($1::text[]) and held_until is not null
        order by id for no key update
      )
      update ${task} task set held_until = ${fromNow("$2")}
      from held where task.id = held.id`,

    lapsed: `
      select id, version from ${task} where held_until <= now() order by held_until, id limit $1`,

    versions: `select id, version from ${task} where id = any($1::text[])`,

    remove: `delete from ${task} where id = $1`,
  };
}
