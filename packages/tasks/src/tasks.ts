import { defineCommand } from "@a2agen/terminal/command.ts";
import { stateNames } from "./task-states.ts";

const store =
  "STORE is the URL of a PostgreSQL database, postgres://user@host/database, or the directory of a PGlite. The driver, pg or @electric-sql/pglite, comes from the project in this directory. Only one process at a time can open the directory of a PGlite: stop the agent first.";

const shared = {
  schema: { value: "NAME", help: "the schema of the tables; default: the first one of the search path" },
  json: { help: "data instead of text" },
} as const;

const dryRun = { help: "show what would be done, and change nothing" } as const;

export const tasksList = defineCommand({
  path: ["tasks", "list"],
  group: "Operate",
  summary: "list a store's tasks, of all callers",
  description: [store],
  examples: ["tasks list postgres://localhost/agent", "tasks list ./tasks --state working --json"],
  operand: { name: "STORE", usage: "STORE", help: "a URL, or a directory" },
  flags: {
    state: { choices: stateNames, help: "only tasks in this state" },
    limit: { value: "NUMBER", help: "maximum number of tasks, the latest status first; default: 50" },
    ...shared,
  },
  exclusive: [],
  run: async (input, terminal) => (await import("./run-tasks.ts")).runList(input, terminal),
});

export const tasksShow = defineCommand({
  path: ["tasks", "show"],
  group: "Operate",
  summary: "show a stored task and its log",
  description: [store],
  examples: ["tasks show postgres://localhost/agent 7c9e6679-7425-40de-944b-e07fc1f90ae7"],
  operand: {
    name: "STORE",
    usage: "STORE TASK",
    help: "a URL, or a directory; and the identifier of a task",
  },
  flags: shared,
  exclusive: [],
  run: async (input, terminal) => (await import("./run-tasks.ts")).runShow(input, terminal),
});

export const tasksCancel = defineCommand({
  path: ["tasks", "cancel"],
  group: "Operate",
  summary: "cancel stored tasks on behalf of their callers",
  description: [
    store,
    "A process at work on a task is asked to stop; any other task is canceled at once. Tasks that have ended stay as they are.",
  ],
  examples: ["tasks cancel postgres://localhost/agent 7c9e6679-7425-40de-944b-e07fc1f90ae7 --dry-run"],
  operand: {
    name: "STORE",
    usage: "STORE TASK...",
    help: "a URL, or a directory; and the identifiers of tasks",
  },
  flags: { "dry-run": dryRun, ...shared },
  exclusive: [],
  run: async (input, terminal) => (await import("./run-tasks.ts")).runCancel(input, terminal),
});

export const tasksExpire = defineCommand({
  path: ["tasks", "expire"],
  group: "Operate",
  summary: "delete old tasks from a store",
  description: [store, "Tasks at work, and those that wait in the queue, are left alone."],
  examples: [
    "tasks expire postgres://localhost/agent --older-than 30d --dry-run",
    "tasks expire ./tasks --older-than 12h --state input-required",
  ],
  operand: { name: "STORE", usage: "STORE", help: "a URL, or a directory" },
  flags: {
    "older-than": { value: "AGE", help: "since their latest status: 90m, 12h or 30d; required" },
    state: { choices: stateNames, help: "tasks in this state; default: those that have ended" },
    "dry-run": dryRun,
    ...shared,
  },
  exclusive: [],
  run: async (input, terminal) => (await import("./run-tasks.ts")).runExpire(input, terminal),
});

export const tasksMigrateSchema = defineCommand({
  path: ["tasks", "migrate-schema"],
  group: "Operate",
  summary: "create a store's tables, or bring them up to date",
  description: [
    store,
    "The role needs the right to create tables; the agent itself does not, once this has run.",
  ],
  examples: ["tasks migrate-schema postgres://localhost/agent --dry-run"],
  operand: { name: "STORE", usage: "STORE", help: "a URL, or a directory" },
  flags: { "dry-run": dryRun, ...shared },
  exclusive: [],
  run: async (input, terminal) => (await import("./run-tasks.ts")).runMigrateSchema(input, terminal),
});
