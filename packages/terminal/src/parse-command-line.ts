import { parseArgs } from "node:util";
import { didYouMean } from "@a2agen/generators/naming/did-you-mean.ts";
import type { Command, FlagRow, FlagTable, GivenFlags } from "./command.ts";
import { UsageError } from "./command-error.ts";

export type CommandLine =
  | { readonly kind: "version" }
  /** Help on all commands, or on those whose path begins so. */
  | { readonly kind: "help"; readonly path: readonly string[] }
  | {
      readonly kind: "run";
      readonly command: Command;
      readonly flags: GivenFlags;
      readonly operands: readonly string[];
    };

/** Reads the arguments after "a2agen"; throws a UsageError that says what can be given instead. */
export function parseCommandLine(args: readonly string[], commands: readonly Command[]): CommandLine {
  const [first, ...topic] = args;
  if (first === undefined) return { kind: "help", path: [] };
  if (first === "version" || first === "--version" || first === "-V" || first === "-v")
    return { kind: "version" };
  if (first === "help") return parseCommandLine([...topic, "--help"], commands);
  const firstFlag = args.findIndex((word) => word.startsWith("-"));
  const words = firstFlag === -1 ? args : args.slice(0, firstFlag);
  const command = commands.find(({ path }) => path.every((word, index) => words[index] === word));
  if (command !== undefined) return parseCommand(command, args.slice(command.path.length));
  const isGroup = commands.some(({ path }) => words.every((word, index) => path[index] === word));
  const flag = args[words.length];
  if (isGroup && (flag === undefined || flag === "--help" || flag === "-h"))
    return { kind: "help", path: words };
  const near = commands.find(({ path }) => similarTo(words, path) !== "");
  const similar =
    near === undefined ? similarFlag(words.length === 0 ? flag : "") : similarTo(words, near.path);
  // Behind the name of a command are its words, which are not unknown.
  const isOfGroup = commands.some(({ path: [name], path }) => name === words[0] && path.length > 1);
  const named = words.slice(0, near?.path.length ?? (isOfGroup ? 2 : 1));
  throw new UsageError(`${describeWords(named, flag)}${similar || "; a2agen --help lists the commands"}`);
}

function similarFlag(flag = ""): string {
  return flag === "" ? "" : didYouMean(flag, ["--help", "--version"]);
}

/** Words of the command may follow its name. */
function similarTo(words: readonly string[], path: readonly string[]): string {
  return words.length === 0 ? "" : didYouMean(words.slice(0, path.length).join(" "), [path.join(" ")]);
}

function describeWords(words: readonly string[], flag = ""): string {
  if (words.length === 0) return `unknown flag ${flag}`;
  return `unknown command "${words.join(" ")}"`;
}

function parseCommand(command: Command, args: readonly string[]): CommandLine {
  const { path, operand, exclusive } = command;
  const { tokens } = parseArgs({
    args: [...args],
    options: toParseOptions(command.flags),
    allowPositionals: true,
    // Our own errors list the valid words.
    strict: false,
    tokens: true,
  });
  const flags = new Map<string, string | true | readonly string[]>();
  const lists = new Map<string, string[]>();
  const operands: string[] = [];
  /** Where words go: to a flag that takes several, or to the command. */
  let words = operands;
  for (const token of tokens) {
    if (token.kind === "positional") words.push(token.value);
    if (token.kind !== "option") continue;
    // Codes of errors are below zero, and no flag is a number; each digit has a token.
    if (/^-\d/.test(token.rawName)) {
      const number = args[token.index] ?? "";
      if (number.startsWith(token.rawName)) words.push(number);
      continue;
    }
    if (token.name === "help") return { kind: "help", path };
    const value = readFlag(command, token);
    words = operands;
    if (command.flags[token.name]?.list === true) {
      const values = lists.get(token.name) ?? [];
      values.push(String(value));
      lists.set(token.name, values);
      flags.set(token.name, values);
      if (operand === undefined) words = values;
      continue;
    }
    if (flags.has(token.name)) throw new UsageError(`${token.rawName} is given more than once`);
    flags.set(token.name, value);
  }
  for (const names of exclusive) {
    const given = names.filter((name) => flags.has(name)).map((name) => `--${name}`);
    if (given.length > 1) throw new UsageError(`${given.join(" and ")} cannot be given together`);
  }
  if (operand === undefined && operands.length > 0) {
    throw new UsageError(`expected flags only; found "${operands.join('", "')}"`);
  }
  if (operand?.isOptional === true && operands.length > 1) {
    throw new UsageError(`expected at most one ${operand.name}; found "${operands.join('", "')}"`);
  }
  const isGiven = operands.length > 0 || flags.has(operand?.insteadOf ?? "");
  if (operand !== undefined && operand.isOptional !== true && !isGiven) {
    throw new UsageError(`expected ${operand.expected ?? `at least one ${operand.name}`}`);
  }
  return { kind: "run", command, flags: Object.fromEntries(flags), operands };
}

interface OptionToken {
  readonly name: string;
  readonly rawName: string;
  readonly value?: string | undefined;
  readonly inlineValue?: boolean | undefined;
}

function readFlag({ flags }: Command, token: OptionToken): string | true {
  const { name, rawName, inlineValue } = token;
  const row: FlagRow | undefined = Object.hasOwn(flags, name) ? flags[name] : undefined;
  if (row === undefined || !(rawName.startsWith("--") || rawName === `-${row.short}`)) {
    const taken = Object.keys(flags).filter((known) => flags[known]?.refused === undefined);
    const names = [...taken, "help"].map((known) => `--${known}`);
    const similar = didYouMean(rawName, names);
    throw new UsageError(`unknown flag ${rawName}${similar || `; the flags are ${names.join(", ")}`}`);
  }
  if (row.refused !== undefined) throw new UsageError(`${rawName}: ${row.refused}`);
  // "-o=json" is "-o json".
  const value = rawName.startsWith("--") ? token.value : token.value?.replace(/^=/, "");
  if (!takesValue(row)) {
    if (value !== undefined && value !== "true")
      throw new UsageError(`${rawName} takes no value; found "${value}"`);
    return true;
  }
  const expected = row.choices?.join(" or ") ?? row.value ?? "";
  const isMissing = value === undefined || value === "" || (inlineValue !== true && value.startsWith("-"));
  if (isMissing) throw new UsageError(`${rawName}: expected ${expected}; found ${value || "nothing"}`);
  if (row.choices === undefined) return value;
  const choice = row.choices.find((known) => known.toLowerCase() === value.toLowerCase());
  if (choice !== undefined) return choice;
  throw new UsageError(`${rawName}: expected ${expected}; found "${value}"${didYouMean(value, row.choices)}`);
}

/** Whether the flag is followed by a value. */
export function takesValue({ value, choices }: FlagRow): boolean {
  return value !== undefined || choices !== undefined;
}

function toParseOptions(flags: FlagTable): Record<string, { type: "string" | "boolean"; short?: string }> {
  const own = Object.entries(flags).map(([name, row]) => {
    const type = takesValue(row) ? ("string" as const) : ("boolean" as const);
    return [name, row.short === undefined ? { type } : { type, short: row.short }] as const;
  });
  return { ...Object.fromEntries(own), help: { type: "boolean", short: "h" } };
}
