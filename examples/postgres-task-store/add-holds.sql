-- For tables that were made before tasks were held: run it before the first process that holds them starts.
-- Processes of before go on working; what they begin is not held, and stays as it is when they die.

alter table task add column if not exists held_until timestamptz;

create index if not exists task_by_hold on task (held_until, id) where held_until is not null;
