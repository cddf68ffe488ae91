import { deletedColumns } from "./deletion.ts";
import type { Tables } from "./tables.ts";

/** The statements over tasks and their logs; PostgreSQL 14 or later. Texts that are hashed are JSON. */
export interface TaskStatements {
  readonly create: string;
  readonly findExisting: string;
  readonly claim: string;
  readonly take: string;
  readonly queued: string;
  readonly areWaiting: string;
  readonly append: string;
  readonly appendAll: string;
  readonly appendKept: string;
  readonly read: string;
  readonly entries: string;
  readonly renewLeases: string;
  readonly expiredLeases: string;
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
  const webhook = table("webhook");
  const memory = table("memory");
  return {
    // Claims the idempotency key and begins the task with its entries and its webhook, or does nothing of it.
    // The key is free if it is new, or if the task that it found began before `since`. A second statement
    // with the same key waits for the first.
    create: `
      with waiting as (
        select coalesce(min(round), 1) as first,
          coalesce(max(round) filter (where scope_hash = ${hashOf("$2::text")}), 0) as own,
          count(*) < $12::bigint and count(*) filter (where scope_hash = ${hashOf("$2::text")}) < $13::bigint as has_room
        from ${task} where round is not null and $12::bigint is not null
      ), told as (
        select count(*) < $17::bigint and $18::bigint > 0 as has_room from ${webhook}
        where scope_hash = ${hashOf("$2::text")} and not is_over and $14::text is not null
      ), room as (
        select first, own,
          waiting.has_room is not false and told.has_room is not false as has_room from waiting, told
      ), claimed as (
        insert into ${repeat} (hash, task_id, begun)
        select ${hashOf("$8::text")}, $1, $5 from room where $8::text is not null and has_room
        on conflict (hash) do update set task_id = excluded.task_id, begun = excluded.begun
          where ${repeat}.begun < $9::text collate "C"
        returning hash
      ), begun as (
        insert into ${task} (id, scope_hash, context_hash, state, time, scope, beginning, held_until, version,
          round)
        select $1, ${hashOf("$2::text")}, ${hashOf("$3::text")}, $4, $5, $6::json, $7::json, ${fromNow("$10")},
          cardinality($11::text[]), case when $12::bigint is not null then greatest(first, own + 1) end
        from room
        where has_room and ($8::text is null or exists (select from claimed))
        returning id
      ), written as (
        insert into ${entry} (task_id, version, is_artifact, entry)
        select $1, given.number, false, given.entry::json
        from begun, unnest($11::text[]) with ordinality as given (entry, number)
      ), notified as (
        insert into ${webhook} (task_id, id, profile, config, version, scope, scope_hash)
        select $1, $14, $15, $16::json, cardinality($11::text[]), $6::json, ${hashOf("$2::text")}
        from begun where $14::text is not null
      )
      select exists (select from begun) as begun, has_room as "hasRoom" from room`,

    findExisting: `select task_id, begun from ${repeat} where hash = ${hashOf("$1::text")}`,

    claim: `
      with next as (
        select id from ${task} where round is not null
        order by round, time, id limit $1 for no key update skip locked
      )
      update ${task} task set round = null, held_until = ${fromNow("$2")}
      from next where task.id = next.id
      returning task.id, task.version`,

    take: `
      update ${task} set round = null, held_until = ${fromNow("$2")}
      where id = $1 and round is not null returning id`,

    queued: `select count(*)::integer as waiting from ${task} where round is not null`,

    areWaiting: `select exists (select from ${task} where round is not null) as "areWaiting"`,

    // Compare and set: of two at the same version the second waits for the first, and finds no row then.
    append: `
      with appended as (
        update ${task}
        set version = version + cardinality($3::text[]), state = coalesce($5, state), time = coalesce($6, time),
          held_until = case when $5::text is null then held_until else ${fromNow("$7")} end,
          round = case when $5::text is null then round end
        where id = $1 and version = $2::integer
        returning version
      ), written as (
        insert into ${entry} (task_id, version, is_artifact, entry)
        select $1, $2::integer + given.number, given.is_artifact, given.entry::json
        from appended, unnest($3::text[], $4::boolean[]) with ordinality as given (entry, is_artifact, number)
      )
      select version from appended`,

    // The same for several tasks, whose rows are locked in one order.
    appendAll: `
      with given as (
        select * from unnest($1::text[], $2::integer[], $3::integer[], $4::text[], $5::text[], $6::float8[])
          with ordinality as given (id, version, count, state, time, lease_ms, number)
      ), locked as (
        select id from ${task} where id = any($1::text[]) order by id for no key update
      ), appended as (
        update ${task} task
        set version = task.version + given.count, state = coalesce(nullif(given.state, ''), task.state),
          time = case when given.state = '' then task.time else given.time end,
          held_until = case when given.state = '' then held_until when given.lease_ms >= 0 then ${fromNow("given.lease_ms")} end,
          round = case when given.state = '' then round end
        from given join locked using (id)
        where task.id = given.id and task.version = given.version
        returning task.id, task.version, given.number::integer
      ), written as (
        insert into ${entry} (task_id, version, is_artifact, entry)
        select appended.id, line.version, line.is_artifact, line.entry::json
        from unnest($7::integer[], $8::integer[], $9::boolean[], $10::text[])
          as line (number, version, is_artifact, entry)
        join appended using (number)
      )
      select number, version from appended`,

    // As the first, with the state of the task and the memory of its context, each at a version, which come
    // with it or not at all: the task is locked first, so that the memory is written only where the task will
    // be.
    appendKept: `
      with locked as (
        select id, scope_hash, context_hash from ${task} where id = $1 and version = $2::integer
          and ($11::integer is null or agent_state_version = $11::integer) for no key update
      ), replaced as (
        update ${memory} memory set version = memory.version + 1, content = $10::json
        from locked
        where memory.scope_hash = locked.scope_hash and memory.context_hash = locked.context_hash
          and memory.version = $9::integer and $9::integer > 0
        returning memory.version
      ), begun as (
        insert into ${memory} (scope_hash, context_hash, version, content)
        select scope_hash, context_hash, 1, $10::json from locked where $9::integer = 0
        on conflict do nothing returning version
      ), appended as (
        update ${task} task
        set version = task.version + cardinality($3::text[]), state = coalesce($5, task.state),
          time = coalesce($6, task.time), agent_state = coalesce($8::json, task.agent_state),
          agent_state_version = task.agent_state_version + case when $11::integer is null then 0 else 1 end,
          held_until = case when $5::text is null then task.held_until else ${fromNow("$7")} end,
          round = case when $5::text is null then task.round end
        from locked
        where task.id = locked.id and task.version = $2::integer
          and ($9::integer is null or exists (select from replaced) or exists (select from begun))
        returning task.version
      ), written as (
        insert into ${entry} (task_id, version, is_artifact, entry)
        select $1, $2::integer + given.number, given.is_artifact, given.entry::json
        from appended, unnest($3::text[], $4::boolean[]) with ordinality as given (entry, is_artifact, number)
      )
      select version from appended`,

    read: `
      select scope, version, compacted, changes, beginning, (
        select json_agg(entry order by log.version) from ${entry} log where log.task_id = task.id
      ) as entries
      from ${task} task where id = $1`,

    // Pages of several logs.
    entries: `
      select given.number::integer, task.compacted, (
        select json_agg(entry order by version) from (
          select entry, version from ${entry} log
          where log.task_id = task.id and log.version > given.after
          order by log.version limit given.most
        ) as page
      ) as entries
      from unnest($1::text[], $2::bigint[], $3::bigint[]) with ordinality as given (id, after, most, number)
      join ${task} task on task.id = given.id`,

    // In one order, so that two at the same time do not wait for each other.
    renewLeases: `
      with leased as (
        select id from ${task} where id = any($1::text[]) and held_until is not null
        order by id for no key update
      )
      update ${task} task set held_until = ${fromNow("$2")}
      from leased where task.id = leased.id`,

    expiredLeases: `
      select id, version from ${task} where held_until <= now() order by held_until, id limit $1`,

    versions: `select id, version from ${task} where id = any($1::text[])`,

    remove: `delete from ${task} task where id = $1 returning ${deletedColumns}`,
  };
}
