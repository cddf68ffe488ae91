import { roles } from "@a2agen/versions/table.ts";
import { levels } from "../../packages/probe/src/core/requirement.ts";
import notRun from "./not-run.json" with { type: "json" };
import type { SdkFinding, SdkResults, SdkRow } from "./sdk-results.ts";
import { doubts } from "./sdk-table.ts";

/** The passages of docs/sdks.md, by what they are written from. */
export const sdkPassages: Readonly<Record<string, (results: SdkResults) => string>> = {
  "the run": sayRun,
  "its agents": (results) => renderRows(results, "agent"),
  "the findings of agents": (results) => renderFindings(results, "agent"),
  "its clients": (results) => renderRows(results, "client"),
  "the findings of clients": (results) => renderFindings(results, "client"),
  "what is not run": renderLeft,
  "the doubts": renderDoubts,
};

/** When the results were had, and with what. */
function sayRun({ date, tool, node }: SdkResults): string {
  return `Run on ${date} with ${tool} on Node ${node}.`;
}

/** A row for each version and interface. */
function renderRows({ rows }: SdkResults, kind: SdkRow["kind"]): string {
  const own = rows.filter((row) => row.kind === kind);
  return [
    "| version | binding | met | MUST | SHOULD | MAY | not reached |",
    "|---|---|---|---|---|---|---|",
    ...own.flatMap(({ package: of, version, problem, scores }) => {
      const name = `\`${of}\` ${version}`;
      const places = Object.entries(scores).filter(([label]) => label !== "card");
      if (places.length === 0) return [`| ${name} | not tried: ${cell(problem ?? "")} | | | | | |`];
      return places.map(([label, numbers]) => `| ${[name, label, ...numbers].join(" | ")} |`);
    }),
  ].join("\n");
}

/** The findings of a kind above MAY, a folded list for each package and version of the protocol. */
function renderFindings({ rows, findings }: SdkResults, kind: SdkRow["kind"]): string {
  const own = findings.filter((finding) => finding.kind === kind && finding.level !== "MAY");
  const packages = [...new Set(own.map((finding) => finding.package))];
  return packages
    .flatMap((of) => {
      const versions = rows
        .filter((row) => row.package === of && row.kind === kind)
        .map((row) => row.version);
      return [roles.current, roles.previous].flatMap((protocol) => {
        const list = own
          .filter((finding) => finding.package === of)
          .map((finding) => ({ finding, places: placesIn(finding, protocol, rows) }))
          .filter(({ places }) => Object.keys(places).length > 0)
          .toSorted(
            (a, b) => levels.indexOf(a.finding.level as never) - levels.indexOf(b.finding.level as never),
          );
        if (list.length === 0) return [];
        return [
          `<details><summary><code>${of}</code>, A2A ${protocol}: ${list.length} findings</summary>`,
          "",
          "| finding | expected, and what came | where |",
          "|---|---|---|",
          ...list.map(({ finding, places }) => renderFinding(finding, places, versions)),
          "",
          "</details>",
          "",
        ];
      });
    })
    .join("\n")
    .trimEnd();
}

/** The interfaces of a finding that are of a version of the protocol, by versions of the SDK. */
function placesIn(
  { package: of, kind, versions }: SdkFinding,
  protocol: string,
  rows: readonly SdkRow[],
): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(
    Object.entries(versions).flatMap(([version, places]) => {
      const isOwn = (row: SdkRow): boolean =>
        row.package === of && row.version === version && row.kind === kind;
      const { scores = {} } = rows.find(isOwn) ?? {};
      const isCurrent = Object.keys(scores).some((label) => label.endsWith(` ${roles.current}`));
      const ofCard = isCurrent ? roles.current : roles.previous;
      const own = places.filter((place) => (place.split(" ")[1] ?? ofCard) === protocol);
      return own.length === 0 ? [] : [[version, own]];
    }),
  );
}

function renderFinding(
  { id, level, section, title, expected, came }: SdkFinding,
  places: Readonly<Record<string, readonly string[]>>,
  versions: readonly string[],
): string {
  const bindings = [...new Set(Object.values(places).flat())].map((place) => place.split(" ")[0]);
  const where = `${sayRanges(Object.keys(places), versions)}: ${bindings.join(", ")}`;
  const what = `${level} §${section} \`${id}\`: ${cell(title)}`;
  return `| ${what} | ${cell(expected)}; came ${cell(came)} | ${where} |`;
}

/** Versions in a row as a range: "0.3.9 to 0.3.14, 1.3.0". */
function sayRanges(own: readonly string[], all: readonly string[]): string {
  const runs: string[][] = [];
  for (const version of all) {
    const last = all[all.indexOf(version) - 1];
    if (!own.includes(version)) continue;
    if (last !== undefined && own.includes(last)) runs.at(-1)?.push(version);
    else runs.push([version]);
  }
  return runs.map((run) => (run.length === 1 ? run[0] : `${run[0]} to ${run.at(-1)}`)).join(", ");
}

function renderLeft(): string {
  return [
    "| not run | why | command |",
    "|---|---|---|",
    ...notRun.map(({ name, reason, command }) => `| ${name} | ${reason} | \`${command}\` |`),
  ].join("\n");
}

function renderDoubts(): string {
  return doubts.map(({ reason }) => `- ${reason}`).join("\n");
}

/** A text in a cell, in which nothing is Markdown. */
function cell(text: string): string {
  return text.replaceAll(/[\\`*_{}[\]<>|]/g, (character) => `\\${character}`).replaceAll("\n", " ");
}
