import { consoleCommand } from "@a2agen/pages/console-server/console.ts";
import { playground } from "@a2agen/pages/playground-server/playground.ts";
import { docsSite } from "@a2agen/pages/site/docs-site.ts";
import { probe } from "@a2agen/probe/command/probe.ts";
import type { Command } from "@a2agen/terminal/command.ts";
import { call } from "./call/call.ts";
import { createCompletion } from "./completion/completion.ts";
import { compose } from "./compose/compose.ts";
import { diff } from "./diff/diff.ts";
import { docsRender } from "./docs/docs-render.ts";
import { add } from "./init/add.ts";
import { init } from "./init/init.ts";
import { migrate } from "./migrate/migrate.ts";
import { generateOpenApi } from "./openapi/generate-openapi.ts";
import { pack } from "./pack/pack.ts";
import { schemas } from "./schemas/schemas.ts";
import { tasksCancel, tasksExpire, tasksList, tasksMigrateSchema, tasksShow } from "./tasks/tasks.ts";

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [
  add,
  call,
  createCompletion(() => commands),
  compose,
  consoleCommand,
  diff,
  docsRender,
  docsSite,
  generateOpenApi,
  init,
  migrate,
  pack,
  playground,
  probe,
  schemas,
  tasksCancel,
  tasksExpire,
  tasksList,
  tasksMigrateSchema,
  tasksShow,
];
