import type { Command } from "@a2agen/terminal/command.ts";
import { fleet } from "./command/fleet.ts";
import { probe } from "./command/probe.ts";

/** What this package adds to `a2agen`. */
export const commands: readonly Command[] = [fleet, probe];
