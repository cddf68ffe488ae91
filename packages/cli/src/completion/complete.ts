import type { Command, FlagRow } from "@a2agen/terminal/command.ts";
import { takesValue } from "@a2agen/terminal/parse-command-line.ts";

/** A word that can be typed, and what it does. */
export type Candidate = readonly [word: string, help: string];

/**
 * The words that can stand where the last one stands, from the tables of the help. An empty list leaves the
 * place to the shell, which offers files.
 */
export function complete(words: readonly string[], commands: readonly Command[]): readonly Candidate[] {
  const current = words.at(-1) ?? "";
  const before = words.slice(0, -1);
  const start = (candidates: readonly Candidate[]): readonly Candidate[] =>
    candidates.filter(([word]) => word.toLowerCase().startsWith(current.toLowerCase()));
  const isHelp = before[0] === "help";
  const typed = isHelp ? before.slice(1) : before;
  const command = commands.find(({ path }) => path.every((word, index) => typed[index] === word));
  if (command === undefined) {
    return start([
      ...nextWords(commands, typed),
      ...(before.length === 0
        ? ([["help", "the help of a command"], ...(current.startsWith("-") ? programFlags : [])] as const)
        : []),
    ]);
  }
  return isHelp ? [] : start(commandCandidates(command, before.slice(command.path.length), current));
}

const programFlags: readonly Candidate[] = [
  ["--help", "this help"],
  ["--version", "the version"],
];

/** The next word of each path that begins with those typed, with the help of a path that it completes. */
function nextWords(
  paths: readonly { readonly path: readonly string[]; readonly summary: string }[],
  typed: readonly string[],
): readonly Candidate[] {
  const found = new Map<string, string>();
  for (const { path, summary } of paths) {
    const next = path[typed.length];
    if (next === undefined || !typed.every((word, index) => path[index] === word)) continue;
    found.set(next, path.length === typed.length + 1 ? summary : `${next} ...`);
  }
  return [...found];
}

function commandCandidates(
  { flags, operand }: Command,
  before: readonly string[],
  current: string,
): readonly Candidate[] {
  const rowOf = (word: string | undefined): FlagRow | undefined =>
    word?.startsWith("--") === true ? flags[word.slice(2)] : undefined;
  const asked = rowOf(before.at(-1));
  if (asked !== undefined && takesValue(asked)) {
    // What stands before the last comma stays.
    const [listed = ""] = /^.*,/.exec(current) ?? [];
    const suggested = asked.suggestions?.map((value) => `${listed}${value}`);
    return toCandidates(asked.choices ?? suggested);
  }
  if (current.startsWith("-")) {
    const unused = Object.entries(flags).filter(
      ([name, { list }]) => list === true || !before.includes(`--${name}`),
    );
    return [...unused.map(([name, { help }]) => [`--${name}`, help] as const), ["--help", "this help"]];
  }
  const operands = before.filter((word, index) => {
    const row = rowOf(before[index - 1]);
    return !word.startsWith("-") && (row === undefined || !takesValue(row));
  });
  if (operands.length === 0 || operand?.next === undefined) return toCandidates(operand?.suggestions);
  const [, ...typed] = operands;
  return nextWords(
    operand.next.map(([name, help]) => ({ path: name.split(" "), summary: help })),
    typed,
  );
}

function toCandidates(words: readonly string[] = []): readonly Candidate[] {
  return words.map((word) => [word, ""]);
}
