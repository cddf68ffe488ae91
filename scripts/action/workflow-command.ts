import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";

/** Writes a command of the runner: an annotation. The text of others is in it as text only. */
export function writeCommand(
  name: "error" | "warning" | "notice",
  properties: Readonly<Record<string, string | undefined>>,
  message: string,
): void {
  const list = Object.entries(properties).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}=${escapeText(value).replaceAll(":", "%3A").replaceAll(",", "%2C")}`],
  );
  process.stdout.write(`::${name} ${list.join(",")}::${escapeText(message)}\n`);
}

function escapeText(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

/** Writes the output of a program, in which the runner takes nothing for a command. */
export function writeOutput(text: string): void {
  const token = randomBytes(16).toString("hex");
  process.stdout.write(`::stop-commands::${token}\n${text.trimEnd()}\n::${token}::\n`);
}

/** A result of SARIF 2.1.0, what is read of it. */
interface Result {
  readonly ruleId: string;
  readonly level: string;
  readonly message: { readonly text: string };
  readonly locations?: readonly {
    readonly physicalLocation?: {
      readonly artifactLocation?: { readonly uri?: string };
      readonly region?: { readonly startLine?: number };
    };
  }[];
}

interface Rule {
  readonly id: string;
  readonly shortDescription?: { readonly text: string };
}

/** The runner shows so many of each kind for a step. */
const shown = 10;

/** Annotates what SARIF in a file has, at `file` where a result has no file of the repository. */
export function annotate(path: string, file?: string): readonly Result[] {
  const { runs } = JSON.parse(readFileSync(path, "utf8")) as {
    runs: readonly { tool: { driver: { rules?: readonly Rule[] } }; results: readonly Result[] }[];
  };
  const results = runs.flatMap((run) => run.results);
  const rules = new Map(runs.flatMap(({ tool }) => (tool.driver.rules ?? []).map((rule) => [rule.id, rule])));
  const counts = new Map<string, number>();
  for (const { ruleId, level, message, locations = [] } of results) {
    const kind = level === "error" || level === "warning" ? level : "notice";
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    if (count > shown) continue;
    const { artifactLocation, region } = locations[0]?.physicalLocation ?? {};
    const uri = artifactLocation?.uri;
    const own = uri !== undefined && !uri.includes(":") && existsSync(uri) ? uri : file;
    const line = own === uri ? region?.startLine?.toString() : undefined;
    const said = rules.get(ruleId)?.shortDescription?.text;
    const text = said === undefined ? message.text : `${said}.\n${message.text}`;
    writeCommand(kind, { title: `a2agen: ${ruleId}`, file: own, line }, text);
  }
  return results;
}
