import { version } from "../../generators/plugins/version.ts";
import type { Command, Outcome } from "./command.ts";
import { isCommandError, isUsageError } from "./command-error.ts";
import { formatCommandHelp, formatHelp } from "./format-help.ts";
import { parseCommandLine } from "./parse-command-line.ts";
import { safeText } from "./safe-text.ts";
import type { Terminal } from "./terminal.ts";

export interface CliInit {
  /** The arguments after the name of the program. */
  readonly args: readonly string[];
  readonly commands: readonly Command[];
  readonly terminal: Terminal;
}

/** Runs the program and returns its exit code. */
export async function runCli(init: CliInit): Promise<Outcome | 2> {
  const { args, commands, terminal } = init;
  try {
    const line = parseCommandLine(args, commands);
    switch (line.kind) {
      case "version":
        terminal.out(`a2agen ${version}\n`);
        return 0;
      case "help":
        terminal.out(help(line.path, init));
        return 0;
      case "run":
        return await line.command.run({ flags: line.flags, operands: line.operands }, terminal);
    }
  } catch (error) {
    if (isUsageError(error)) {
      const path = commands.find((command) => isCallOf(command, args))?.path ?? [];
      const program = ["a2agen", ...path].join(" ");
      terminal.err(`${program}: ${error.message}\nRun "${program} --help" for help.\n`);
      return 2;
    }
    if (isCommandError(error)) {
      // It has names of files and packages of others.
      terminal.err(`${safeText(error.message)}\n`);
      return 1;
    }
    throw error;
  }
}

function isCallOf({ path }: Command, args: readonly string[]): boolean {
  return path.every((word, index) => args[index] === word);
}

function help(path: readonly string[], { commands, terminal }: CliInit): string {
  const below = commands.filter((command) => path.every((word, index) => command.path[index] === word));
  const [only] = below;
  const width = Math.max(40, Math.min(terminal.columns ?? 80, 100));
  return only !== undefined && only.path.length === path.length
    ? formatCommandHelp(only, width)
    : formatHelp(below, width);
}
