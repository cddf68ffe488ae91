import { type Compared, compareRecordings } from "@a2agen/exchange/replay/compare-recordings.ts";
import type { CommandInput, Outcome } from "@a2agen/terminal/command.ts";
import { UsageError } from "@a2agen/terminal/command-error.ts";
import { joinSafe, type SafeText, safe, safeJson, safeLine } from "@a2agen/terminal/safe-text.ts";
import type { Terminal } from "@a2agen/terminal/terminal.ts";
import { readRecordings } from "./read-recordings.ts";

/** `a2agen record diff`: where the answers of two recordings differ; 1 where they do. */
export async function diffRecordings(
  { operands, flags }: CommandInput<{ readonly json?: true }>,
  terminal: Terminal,
): Promise<Outcome> {
  const [one, other, ...more] = operands;
  if (one === undefined || other === undefined || more.length > 0) {
    throw new UsageError(`expected two recordings; found ${operands.length}`);
  }
  const found = compareRecordings(await readRecordings([one]), await readRecordings([other]));
  for (const compared of found) {
    terminal.out(
      flags.json === true
        ? `${safeJson(toData(compared))}\n`
        : `${joinSafe(describe(compared, { one, other }), safe`\n`)}\n`,
    );
  }
  return found.length === 0 ? 0 : 1;
}

function toData({ name, one, other, differences }: Compared): object {
  return { name, one: one?.id ?? null, other: other?.id ?? null, differences };
}

function describe(
  { name, one, other, differences }: Compared,
  files: { readonly one: string; readonly other: string },
): readonly SafeText[] {
  const only = one === undefined ? files.other : files.one;
  if (one === undefined || other === undefined) return [safe`${safeLine(name)}: only in ${safeLine(only)}`];
  return [
    safe`${safeLine(name)} at ${safeLine(one.startTime)} and ${safeLine(other.startTime)}`,
    ...differences.map(({ path, one: was, other: is }) => {
      const [before, after] = [was, is].map((value) => safeLine(safeJson(value), 100));
      return safe`  ${safeLine(path)}: ${before ?? safe``} became ${after ?? safe``}`;
    }),
  ];
}
