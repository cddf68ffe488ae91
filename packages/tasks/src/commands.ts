import type { Command } from "@a2agen/terminal/command.ts";
import { tasksCancel, tasksExpire, tasksList, tasksMigrateSchema, tasksShow } from "./tasks.ts";

/** What this package adds to `a2agen`. */
export const commands: readonly Command[] = [
  tasksCancel,
  tasksExpire,
  tasksList,
  tasksMigrateSchema,
  tasksShow,
];
