import { capitalize } from "../../generators/naming/casing.ts";
import type { Command, FlagRow, OperandRow } from "./command.ts";

/** The help of the program: its commands and what exit codes mean. */
export function formatHelp(commands: readonly Command[]): string {
  return [
    "Usage: a2agen COMMAND [flags]",
    "",
    "Commands:",
    ...alignRows(commands.map(({ path, summary }) => [path.join(" "), summary])),
    "",
    "Flags:",
    ...alignRows([
      ["--help, -h", "this help; after a command, that of the command"],
      ["--version, -v", "the version"],
    ]),
    "",
    ...exitCodes,
    "",
  ].join("\n");
}

/** The help of one command. */
export function formatCommandHelp({
  path,
  summary,
  description,
  operand,
  flags,
  exitCodes: own,
}: Command): string {
  const words = operand === undefined ? [] : [operandUsage(operand)];
  const usage = ["a2agen", ...path, ...words, "[flags]"];
  return [
    `Usage: ${usage.join(" ")}`,
    "",
    `${capitalize(summary)}.`,
    ...description.flatMap((text) => ["", ...(text.includes("\n") ? [text] : wrap(text, lineWidth))]),
    "",
    ...(operand === undefined ? [] : ["Arguments:", ...alignRows([[operand.name, operand.help]]), ""]),
    "Flags:",
    ...alignRows([
      ...Object.entries(flags).map(([name, row]) => [flagUsage(name, row), row.help] as const),
      ["--help, -h", "this help"],
    ]),
    "",
    ...(own === undefined
      ? exitCodes
      : ["Exit codes:", ...own.map(([code, text]) => `  ${String(code).padEnd(3)}  ${text}`)]),
    "",
  ].join("\n");
}

const exitCodes = [
  "Exit codes:",
  "  0  done",
  "  1  the input is wrong, or a check found differences; nothing was written",
  "  2  the command line is wrong",
];

function operandUsage({ name, usage, isOptional }: OperandRow): string {
  return usage ?? (isOptional === true ? `[${name}]` : `${name}...`);
}

function flagUsage(name: string, { value, choices, list }: FlagRow): string {
  const shown = choices?.join("|") ?? (list === true ? `${value}...` : value);
  return shown === undefined ? `--${name}` : `--${name} ${shown}`;
}

function alignRows(rows: readonly (readonly [string, string])[]): readonly string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.flatMap(([left, right]) =>
    wrap(right, lineWidth - width - 4).map(
      (line, index) => `  ${(index === 0 ? left : "").padEnd(width)}  ${line}`,
    ),
  );
}

const lineWidth = 100;

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
