-- PostgreSQL 13 or later. Names that clients choose may be longer than an index takes, and have any
-- character: of those that are only compared, the SHA-256 is kept.

create table task (
  id text collate "C" primary key,
  scope_hash bytea not null,
  context_hash bytea,
  -- State and time of the latest status; the time in a form that compares as text (taskTimeKey).
  state text not null,
  time text collate "C" not null,
  -- The number of entries.
  version integer not null default 0,
  -- Until when somebody is at work on it; null when nobody is.
  held_until timestamptz,
  -- json and not jsonb: it keeps the text as it is, and takes U+0000.
  scope json not null,
  beginning json not null
) with (fillfactor = 70);

create index task_by_time on task (scope_hash, time, id) include (state);
create index task_by_context on task (scope_hash, context_hash, time, id) include (state);

create index task_by_hold on task (held_until, id) where held_until is not null;

create table task_entry (
  task_id text collate "C" not null references task on delete cascade,
  -- The version that the entry makes.
  version integer not null,
  -- Lists without artifacts do not read these.
  is_artifact boolean not null,
  entry json not null,
  primary key (task_id, version)
);

-- By scope and key together.
create table task_repeat (
  hash bytea primary key,
  task_id text collate "C" not null references task on delete cascade,
  begun text collate "C" not null
);

create index task_repeat_by_task on task_repeat (task_id);
