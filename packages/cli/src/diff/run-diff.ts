import type { Change } from "@a2agen/generators/compare/change.ts";
import { type Comparison, compareModels } from "@a2agen/generators/compare/compare-models.ts";
import { planBetween } from "@a2agen/generators/translate/builtin-plans.ts";
import { count } from "@a2agen/runtime/internal";
import type { CommandInput, Outcome } from "@a2agen/terminal/command.ts";
import { UsageError } from "@a2agen/terminal/command-error.ts";
import type { Terminal } from "@a2agen/terminal/terminal.ts";
import { writeFiles } from "@a2agen/terminal/write-files.ts";
import { brokenCode, buildPage, flowsOf } from "./page.ts";
import { type NamedModel, readVersion } from "./read-version.ts";
import { toChangeData, toSarif } from "./to-data.ts";
import { toHtml } from "./to-html.ts";
import { toMarkdown } from "./to-markdown.ts";
import { toText } from "./to-text.ts";

/** The flags of `a2agen diff`, as they were given. */
export interface DiffFlags {
  readonly format?: "text" | "markdown" | "html" | "json" | "sarif";
  readonly profile?: string;
  readonly "fail-on"?: FailOn;
  readonly out?: string;
}

type FailOn = "breaking" | "peers" | "code" | "loss" | "unannounced" | "any";

/** `a2agen diff`: reads both versions and writes what differs; 1 for changes that --fail-on names. */
export async function runDiff(
  { flags, operands }: CommandInput<DiffFlags>,
  terminal: Terminal,
): Promise<Outcome> {
  const [one, other, ...more] = operands;
  if (one === undefined || other === undefined || more.length > 0) {
    throw new UsageError(`expected two versions, the older one first; found ${operands.length}`);
  }
  const init = { profile: flags.profile, terminal };
  let [older, newer] = [await readVersion(one, init), await readVersion(other, init)];
  let plan = planBetween(older.model, newer.model);
  if (plan === undefined) {
    plan = planBetween(newer.model, older.model);
    if (plan !== undefined) {
      [older, newer] = [newer, older];
      terminal.err(`${one} is newer than ${other}: what changed from ${other} to ${one}\n`);
    }
  }
  const comparison = compareModels(older.model, newer.model, plan);
  const text = format(comparison, { older, newer, flags, terminal });
  if (flags.out === undefined) terminal.out(text);
  else await writeFiles([{ path: flags.out, bytes: Buffer.from(text) }]);
  const fails = flags["fail-on"];
  const found = fails === undefined ? [] : comparison.changes.filter((change) => tests[fails](change));
  if (found.length === 0) return 0;
  terminal.err(`--fail-on ${fails}: ${count(found.length, "change")}\n`);
  return 1;
}

interface FormatInit {
  readonly older: NamedModel;
  readonly newer: NamedModel;
  readonly flags: DiffFlags;
  readonly terminal: Terminal;
}

function format(comparison: Comparison, { older, newer, flags, terminal }: FormatInit): string {
  const page = () => buildPage({ older: older.label, newer: newer.label, comparison });
  switch (flags.format ?? "text") {
    case "text":
      return toText(page(), flags.out === undefined ? terminal.style?.out : undefined);
    case "markdown":
      return toMarkdown(page());
    case "html":
      return toHtml(page());
    case "json":
      return toJson({
        older: older.label,
        newer: newer.label,
        changes: comparison.changes.map(toChangeData),
      });
    case "sarif":
      return toJson(toSarif(comparison));
  }
}

function toJson(value: object): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

const tests: Readonly<Record<FailOn, (change: Change) => boolean>> = {
  breaking: ({ step }) => step === "major",
  peers: (change) =>
    [flowsOf(change, "olderClient"), flowsOf(change, "newerClient")].some((flows) =>
      [flows.request, flows.answer].some((flow) => flow?.json === "breaks" || flow?.binary === "breaks"),
    ),
  code: (change) => brokenCode(change).length > 0,
  loss: ({ crossing }) =>
    [crossing?.toNewer, crossing?.toOlder].some((loss) => loss === "with loss" || loss === "not"),
  unannounced: ({ announced }) => announced === false,
  any: () => true,
};
