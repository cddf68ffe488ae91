import { version } from "@a2agen/generators/model/version.ts";
import type { Command, Outcome } from "./command.ts";
import { isCommandError, isUsageError } from "./command-error.ts";
import { formatCommandHelp, formatHelp } from "./format-help.ts";
import { formatJsonError } from "./json-error.ts";
import { parseCommandLine } from "./parse-command-line.ts";
import { safeText } from "./safe-text.ts";
import { plainStyle } from "./style.ts";
import type { Terminal } from "./terminal.ts";

export interface CliInit {
  /** The arguments after the name of the program. */
  readonly args: readonly string[];
  /** The commands that the arguments may ask for, in the order of the help. */
  readonly commands: (args: readonly string[]) => Promise<readonly Command[]>;
  readonly terminal: Terminal;
  /** What calls the commands. Default: "a2agen". */
  readonly program?: string;
}

/** Runs the program and returns its exit code. */
export async function runCli(init: CliInit): Promise<Outcome> {
  try {
    return await runLine(init);
  } finally {
    await init.terminal.step?.(undefined);
  }
}

async function runLine(init: CliInit): Promise<Outcome> {
  const { args, terminal, program: name = "a2agen" } = init;
  const { red, dim } = terminal.style?.err ?? plainStyle;
  let commands: readonly Command[] = [];
  try {
    commands = await init.commands(args);
    const line = parseCommandLine(args, commands);
    switch (line.kind) {
      case "version":
        terminal.out(`a2agen ${version}\n`);
        return 0;
      case "help":
        terminal.out(help(name, { path: line.path, commands, terminal }));
        return 0;
      case "run":
        return await line.command.run({ flags: line.flags, operands: line.operands }, terminal);
    }
  } catch (error) {
    if (!isUsageError(error) && !isCommandError(error)) throw error;
    const called = commands.find((command) => isCallOf(command, args));
    if (called?.flags["json"] !== undefined && args.includes("--json")) {
      terminal.err(`${formatJsonError({ code: error.code, message: error.message })}\n`);
      return isUsageError(error) ? 2 : 1;
    }
    if (isUsageError(error)) {
      const program = [name, ...(called?.path ?? [])].join(" ");
      terminal.err(`${red(`${program}:`)} ${error.message}\n${dim(`Run "${program} --help" for help.`)}\n`);
      return 2;
    }
    // It has names of files and packages of others.
    terminal.err(`${safeText(error.message).split("\n").map(red).join("\n")}\n`);
    return 1;
  }
}

function isCallOf({ path }: Command, args: readonly string[]): boolean {
  return path.every((word, index) => args[index] === word);
}

interface HelpInit extends Pick<CliInit, "terminal"> {
  readonly path: readonly string[];
  readonly commands: readonly Command[];
}

function help(program: string, { path, commands, terminal }: HelpInit): string {
  const below = commands.filter((command) => path.every((word, index) => command.path[index] === word));
  const [only] = below;
  const width = Math.max(40, Math.min(terminal.columns ?? 80, 100));
  const layout = { program, width, style: terminal.style?.out ?? plainStyle };
  return only !== undefined && only.path.length === path.length
    ? formatCommandHelp(only, layout)
    : formatHelp(below, path, layout);
}
