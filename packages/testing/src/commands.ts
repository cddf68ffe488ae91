import type { Command } from "@a2agen/terminal/command.ts";
import { mock } from "./command/mock.ts";

/** What this package adds to `a2agen`. */
export const commands: readonly Command[] = [mock];
