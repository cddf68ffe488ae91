import type { Command } from "@a2agen/terminal/command.ts";
import { call } from "./call/call.ts";
import { client } from "./client/client.ts";
import { createCompletion } from "./completion/completion.ts";
import { compose } from "./compose/compose.ts";
import { diff } from "./diff/diff.ts";
import { docsRender } from "./docs/docs-render.ts";
import { doctor } from "./doctor/doctor.ts";
import { explain } from "./explain/explain.ts";
import { generateExtension } from "./extension/generate-extension.ts";
import { add } from "./init/add.ts";
import { init } from "./init/init.ts";
import { isCallOf, loadLodgers } from "./lodgers.ts";
import { migrate } from "./migrate/migrate.ts";
import { model } from "./model/model.ts";
import { generateOpenApi } from "./openapi/generate-openapi.ts";
import { pack } from "./pack/pack.ts";
import { recordConvert, recordDiff, recordShow } from "./record/record.ts";
import { schemas } from "./schemas/schemas.ts";
import { skill } from "./skill/skill.ts";

const own: readonly Command[] = [
  add,
  call,
  client,
  compose,
  diff,
  docsRender,
  doctor,
  explain,
  generateExtension,
  generateOpenApi,
  init,
  migrate,
  model,
  pack,
  recordConvert,
  recordDiff,
  recordShow,
  schemas,
  skill,
];

/**
 * The commands that these arguments may ask for, in the order of the help: those of this package, and those
 * of other packages where one of them is called, or where all are listed. Throws a CommandError when the
 * package of the command that is called is not installed.
 */
export async function loadCommands(args: readonly string[]): Promise<readonly Command[]> {
  const commands: Command[] = [...own, createCompletion(() => commands)];
  const isOwn =
    args[0] === "--version" || args[0] === "version" || own.some(({ path }) => isCallOf(path, args));
  if (!isOwn) commands.push(...(await loadLodgers(args)));
  return commands.sort((a, b) => (a.path.join(" ") < b.path.join(" ") ? -1 : 1));
}
