import type { Command } from "@a2agen/terminal/command.ts";
import { gateway } from "./command/gateway.ts";

/** What this package adds to `a2agen`. */
export const commands: readonly Command[] = [gateway];
