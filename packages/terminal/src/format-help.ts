import { capitalize } from "@a2agen/generators/naming/casing.ts";
import {
  type Command,
  commandGroups,
  type FlagRow,
  type FlagTable,
  type HelpTable,
  type OperandRow,
} from "./command.ts";
import type { Style } from "./style.ts";
import { wrap } from "./wrap.ts";

/** How a help is shown. */
export interface HelpLayout {
  /** What calls the commands: "a2agen". */
  readonly program: string;
  /** Characters in a line. */
  readonly width: number;
  readonly style: Style;
}

/** The help of the program, or of the commands that begin with some words. */
export function formatHelp(
  commands: readonly Command[],
  words: readonly string[],
  layout: HelpLayout,
): string {
  const section = (title: string, rows: HelpTable["rows"]): readonly string[] =>
    formatTable({ title, rows }, layout);
  const { bold } = layout.style;
  const column = longest(commands.map(({ path }) => path.join(" ")));
  const byGroup =
    words.length > 0
      ? [{ title: "Commands:", own: commands }]
      : commandGroups.map((group) => ({
          title: `${group}:`,
          own: commands.filter((command) => command.group === group),
        }));
  return [
    `${bold("Usage:")} ${[layout.program, ...words, "COMMAND [flags]"].join(" ")}`,
    "",
    ...byGroup.flatMap(({ title, own }) => {
      const rows = own.map(({ path, summary }) => [path.join(" "), summary] as const);
      return [...formatTable({ title, rows, column }, layout), ""];
    }),
    ...section("Flags:", [
      ["--help, -h", "this help; after a command, as in help COMMAND, that of the command"],
      ["--version, -V", "the version"],
    ]),
    "",
    ...section("Exit codes:", exitCodes),
    "",
  ].join("\n");
}

/** The help of one command. */
export function formatCommandHelp(command: Command, layout: HelpLayout): string {
  const { path, summary, description, examples, operand, flags, exitCodes: own } = command;
  const section = (title: string, rows: HelpTable["rows"]): readonly string[] =>
    formatTable({ title, rows }, layout);
  const { bold, dim } = layout.style;
  const words = operand === undefined ? [] : [operandUsage(operand)];
  return [
    `${bold("Usage:")} ${[layout.program, ...path, ...words, "[flags]"].join(" ")}`,
    "",
    ...wrap(`${capitalize(summary)}.`, layout.width),
    "",
    bold("Examples:"),
    ...examples.map((line) => `  ${dim(layout.program)} ${line}`),
    ...description.flatMap((part) => ["", ...formatPart(part, layout)]),
    "",
    ...(operand === undefined ? [] : [...section("Arguments:", [[operand.name, operand.help]]), ""]),
    ...groupFlags(flags).flatMap(([title, rows]) => [...section(title, rows), ""]),
    ...section("Exit codes:", own?.map(([code, text]) => [String(code), text] as const) ?? exitCodes),
    "",
  ].join("\n");
}

const exitCodes = [
  ["0", "done"],
  ["1", "the input is invalid, or a check found differences; nothing was written"],
  ["2", "the command line is wrong"],
] as const;

/** The flags under the titles of their groups, in the order of the table. */
function groupFlags(flags: FlagTable): readonly (readonly [title: string, rows: HelpTable["rows"]])[] {
  const groups = new Map<string, (readonly [string, string])[]>([["Flags:", []]]);
  for (const [name, row] of Object.entries(flags)) {
    if (row.refused !== undefined) continue;
    const title = `${row.group ?? "Flags"}:`;
    groups.set(title, [...(groups.get(title) ?? []), [flagUsage(name, row), row.help]]);
  }
  groups.get("Flags:")?.push(["--help, -h", "this help"]);
  return [...groups];
}

function formatPart(part: string | HelpTable, layout: HelpLayout): readonly string[] {
  if (typeof part !== "string") return formatTable(part, layout);
  return part.includes("\n") ? [part] : wrap(part, layout.width);
}

/** Its columns; in a narrow terminal the left one ends at half of it, and what is longer has its own line. */
function formatTable(
  { title, rows, column: wanted }: HelpTable & { readonly column?: number },
  { width, style }: HelpLayout,
): readonly string[] {
  const column = Math.min(wanted ?? longest(rows.map(([name]) => name)), Math.floor(width / 2));
  const lines = rows.flatMap(([name, text]) => {
    const painted = style.cyan(name) + " ".repeat(Math.max(0, column - name.length));
    const fits = name.length <= column;
    const aligned = wrap(text, width - column - 4).map(
      (line, index) => `  ${fits && index === 0 ? painted : " ".repeat(column)}  ${line}`,
    );
    return fits ? aligned : [`  ${painted}`, ...aligned];
  });
  return [...wrap(title, width).map(style.bold), ...lines];
}

function longest(names: readonly string[]): number {
  return Math.max(...names.map(({ length }) => length));
}

function operandUsage({ name, usage, isOptional }: OperandRow): string {
  return usage ?? (isOptional === true ? `[${name}]` : `${name}...`);
}

function flagUsage(name: string, { short, value, choices, list }: FlagRow): string {
  const shown = choices?.join("|") ?? (list === true ? `${value}...` : value);
  const names = short === undefined ? `--${name}` : `--${name}, -${short}`;
  return shown === undefined ? names : `${names} ${shown}`;
}
