import { capitalize } from "../../generators/naming/casing.ts";
import type { Command, FlagRow, HelpTable, OperandRow } from "./command.ts";

/** The help of the program: its commands and what exit codes mean. */
export function formatHelp(commands: readonly Command[], width: number): string {
  const section = (title: string, rows: HelpTable["rows"]): readonly string[] =>
    formatTable({ title, rows }, width);
  return [
    "Usage: a2agen COMMAND [flags]",
    "",
    ...section("Commands:", [
      ...commands.map(({ path, summary }) => [path.join(" "), summary] as const),
      ["help COMMAND", "the help of a command"],
    ]),
    "",
    ...section("Flags:", [
      ["--help, -h", "this help; after a command, that of the command"],
      ["--version, -V", "the version"],
    ]),
    "",
    ...section("Exit codes:", exitCodes),
    "",
  ].join("\n");
}

/** The help of one command. */
export function formatCommandHelp(command: Command, width: number): string {
  const { path, summary, description, examples, operand, flags, exitCodes: own } = command;
  const section = (title: string, rows: HelpTable["rows"]): readonly string[] =>
    formatTable({ title, rows }, width);
  const words = operand === undefined ? [] : [operandUsage(operand)];
  return [
    `Usage: ${["a2agen", ...path, ...words, "[flags]"].join(" ")}`,
    "",
    ...wrap(`${capitalize(summary)}.`, width),
    "",
    "Examples:",
    ...examples.map((line) => `  a2agen ${line}`),
    ...description.flatMap((part) => ["", ...formatPart(part, width)]),
    "",
    ...(operand === undefined ? [] : [...section("Arguments:", [[operand.name, operand.help]]), ""]),
    ...section("Flags:", [
      ...Object.entries(flags).map(([name, row]) => [flagUsage(name, row), row.help] as const),
      ["--help, -h", "this help"],
    ]),
    "",
    ...section("Exit codes:", own?.map(([code, text]) => [String(code), text] as const) ?? exitCodes),
    "",
  ].join("\n");
}

const exitCodes = [
  ["0", "done"],
  ["1", "the input is wrong, or a check found differences; nothing was written"],
  ["2", "the command line is wrong"],
] as const;

function formatPart(part: string | HelpTable, width: number): readonly string[] {
  if (typeof part !== "string") return formatTable(part, width);
  return part.includes("\n") ? [part] : wrap(part, width);
}

/** Its columns; in a narrow terminal the left one ends at half of it, and what is longer has its own line. */
function formatTable({ title, rows }: HelpTable, width: number): readonly string[] {
  const column = Math.min(Math.max(...rows.map(([name]) => name.length)), Math.floor(width / 2));
  const lines = rows.flatMap(([name, text]) => {
    const fits = name.length <= column;
    const aligned = wrap(text, width - column - 4).map(
      (line, index) => `  ${(fits && index === 0 ? name : "").padEnd(column)}  ${line}`,
    );
    return fits ? aligned : [`  ${name}`, ...aligned];
  });
  return [...wrap(title, width), ...lines];
}

function operandUsage({ name, usage, isOptional }: OperandRow): string {
  return usage ?? (isOptional === true ? `[${name}]` : `${name}...`);
}

function flagUsage(name: string, { short, value, choices, list }: FlagRow): string {
  const shown = choices?.join("|") ?? (list === true ? `${value}...` : value);
  const names = short === undefined ? `--${name}` : `--${name}, -${short}`;
  return shown === undefined ? names : `${names} ${shown}`;
}

/** Breaks a text between words. */
function wrap(text: string, width: number): readonly string[] {
  const lines = [""];
  for (const word of text.split(" ")) {
    const last = lines.at(-1) ?? "";
    if (last === "") lines[lines.length - 1] = word;
    else if (last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
