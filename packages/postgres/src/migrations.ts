import type { Tables } from "./tables.ts";

/** One step of the schema. A migration that was published does not change any more. */
export interface Migration {
  readonly name: string;
  /** Only additions, so that processes of the version before go on working. */
  readonly statements: (table: Tables) => readonly string[];
}

/**
 * All migrations, the first one makes version 1. Names that clients choose may be longer than an index takes,
 * and have any character: of those that are only compared, the SHA-256 is kept. The type is json and not
 * jsonb, which takes no U+0000 and changes numbers.
 */
export const migrations: readonly Migration[] = [
  {
    name: "tasks",
    statements: (table) => [
      `create table ${table("task")} (
        id text collate "C" primary key,
        scope_hash bytea not null,
        context_hash bytea,
        state text not null,
        time text collate "C" not null,
        version integer not null default 0,
        held_until timestamptz,
        scope json not null,
        beginning json not null
      ) with (fillfactor = 70)`,
      `create index a2agen_task_by_time on ${table("task")} (scope_hash, time, id) include (state)`,
      `create index a2agen_task_by_context on ${table("task")} (scope_hash, context_hash, time, id) include (state)`,
      `create index a2agen_task_by_hold on ${table("task")} (held_until, id) where held_until is not null`,
      `create table ${table("entry")} (
        task_id text collate "C" not null references ${table("task")} on delete cascade,
        version integer not null,
        is_artifact boolean not null,
        entry json not null,
        primary key (task_id, version)
      )`,
      `create table ${table("repeat")} (
        hash bytea primary key,
        task_id text collate "C" not null references ${table("task")} on delete cascade,
        begun text collate "C" not null
      )`,
      `create index a2agen_repeat_by_task on ${table("repeat")} (task_id)`,
      ...comments(table("task"), "Tasks, one row each.", {
        id: "Identifier of the task.",
        scope_hash: "SHA-256 of the scope, as JSON in an array.",
        context_hash: "SHA-256 of the context, as JSON in an array; null without one.",
        state: "State of the latest status.",
        time: "Time of the latest status, in a form that compares as text.",
        version: "Number of entries.",
        held_until: "End of the lease of the process at work on the task; null if it is at rest.",
        scope: "The callers that may see the task.",
        beginning: "The task as it began, without its entries.",
      }),
      ...comments(table("entry"), "The logs of the tasks, one row for each entry.", {
        task_id: "Identifier of the task.",
        version: "The version that the entry makes.",
        is_artifact: "Whether lists without artifacts leave the entry unread.",
        entry: "The entry: an update, a message of the client, or a record of the agent.",
      }),
      ...comments(table("repeat"), "Repeated requests, one row for each request that began a task.", {
        hash: "SHA-256 of scope and key, as JSON in an array.",
        task_id: "Identifier of the task.",
        begun: "Time of the first status, in a form that compares as text.",
      }),
    ],
  },
  {
    name: "webhooks",
    statements: (table) => [
      `create table ${table("webhook")} (
        task_id text collate "C" not null references ${table("task")} on delete cascade,
        id text collate "C" not null,
        number bigint not null generated always as identity,
        scope_hash bytea not null,
        scope json not null,
        profile text not null,
        config json not null,
        version integer not null,
        owner text,
        leased_until timestamptz not null default '-infinity',
        is_over boolean not null default false,
        primary key (task_id, id)
      ) with (fillfactor = 70)`,
      `create index a2agen_webhook_by_lease on ${table("webhook")} (leased_until, number) where not is_over`,
      `create index a2agen_webhook_by_owner on ${table("webhook")} (owner) where not is_over`,
      `create index a2agen_webhook_by_scope on ${table("webhook")} (scope_hash) where not is_over`,
      ...comments(table("webhook"), "Webhooks of push notifications, one row each.", {
        task_id: "Identifier of the task.",
        id: "Identifier of the configuration.",
        number: "Order of the additions.",
        scope_hash: "SHA-256 of the scope, as JSON in an array.",
        scope: "The callers that may see the task.",
        profile: "Version of the protocol in whose form it is told.",
        config: "The configuration, with its token and credentials.",
        version: "Version of the task up to which everything was delivered or given up.",
        owner: "The process that delivers to it.",
        leased_until: "End of the lease of that process.",
        is_over: "Whether nothing more is delivered: the task has ended, or the webhook was given up.",
      }),
    ],
  },
  {
    name: "queue",
    statements: (table) => [
      `alter table ${table("task")} add column round bigint`,
      `create index a2agen_task_by_round on ${table("task")} (round, time, id) where round is not null`,
      `create index a2agen_task_by_scope_round on ${table("task")} (scope_hash, round) where round is not null`,
      `comment on column ${table("task")}.round is 'The round in which the task is served; null unless it waits for its first turn.'`,
    ],
  },
  {
    name: "retention",
    statements: (table) => [
      `alter table ${table("task")} add column compacted integer not null default 0`,
      `create index a2agen_task_by_rest on ${table("task")} (time, id) where held_until is null and round is null`,
      `comment on column ${table("task")}.compacted is 'Version up to which the log was folded into the beginning; 0 if it is whole.'`,
      `comment on table ${table("entry")} is 'The logs of the tasks, one row for each entry, and for each artifact of a log that was compacted.'`,
    ],
  },
  {
    name: "changes",
    statements: (table) => [
      `alter table ${table("task")} add column changes json`,
      `comment on column ${table("task")}.changes is 'What the entries that were folded have changed, for clients of A2A 1.1; null if the log is whole.'`,
    ],
  },
  {
    name: "sending",
    statements: (table) => [
      `alter table ${table("webhook")} add column sending integer`,
      `comment on column ${table("webhook")}.sending is 'Version with which the latest notification ends that may have been sent; null before the first.'`,
    ],
  },
  {
    name: "state",
    statements: (table) => [
      `alter table ${table("task")} add column agent_state json,
        add column agent_state_version integer not null default 0`,
      `comment on column ${table("task")}.agent_state is 'What the agent keeps of the task; null for nothing.'`,
      `comment on column ${table("task")}.agent_state_version is 'How often that was written.'`,
      `create table ${table("memory")} (
        scope_hash bytea not null,
        context_hash bytea not null,
        version integer not null,
        content json not null,
        primary key (scope_hash, context_hash)
      ) with (fillfactor = 70)`,
      ...comments(
        table("memory"),
        "What agents keep of contexts, one row each as long as the context has tasks.",
        {
          scope_hash: "SHA-256 of the scope, as JSON in an array.",
          context_hash: "SHA-256 of the context, as JSON in an array.",
          version: "How often it was written.",
          content: "The values, by key.",
        },
      ),
    ],
  },
  {
    name: "rate",
    statements: (table) => [
      `create table ${table("rate")} (
        key_hash bytea primary key,
        full_at timestamptz not null
      ) with (fillfactor = 70)`,
      ...comments(table("rate"), "Calls of callers and addresses whose number is limited, one row each.", {
        key_hash: "SHA-256 of the caller or the address, as JSON in an array.",
        full_at: "When the caller has all calls again; in the past, it has them now.",
      }),
    ],
  },
];

function comments(table: string, text: string, columns: Readonly<Record<string, string>>): readonly string[] {
  return [
    `comment on table ${table} is '${text}'`,
    ...Object.entries(columns).map(([column, of]) => `comment on column ${table}.${column} is '${of}'`),
  ];
}
