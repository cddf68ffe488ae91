import type { Command } from "@a2agen/terminal/command.ts";
import { probe } from "./command/probe.ts";

/** What this package adds to `a2agen`. */
export const commands: readonly Command[] = [probe];
