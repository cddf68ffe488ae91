import type { Command } from "@a2agen/terminal/command.ts";
import { consoleCommand } from "./console-server/console.ts";
import { playground } from "./playground-server/playground.ts";
import { docsSite } from "./site/docs-site.ts";

/** What this package adds to `a2agen`. */
export const commands: readonly Command[] = [consoleCommand, docsSite, playground];
