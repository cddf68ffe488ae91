import { levels } from "../../packages/probe/src/core/requirement.ts";
import type { FleetResult } from "../../packages/probe/src/fleet/fleet-result.ts";
import { scoreOf } from "../../packages/probe/src/report/score.ts";

/** What came of the SDKs: docs/sdks.json. */
export interface SdkResults {
  /** The day of the run. */
  readonly date: string;
  /** "a2agen 0.1.0" */
  readonly tool: string;
  readonly node: string;
  readonly rows: readonly SdkRow[];
  readonly findings: readonly SdkFinding[];
}

/** A version of an SDK as an agent or as a client. */
export interface SdkRow {
  readonly package: string;
  readonly version: string;
  readonly kind: "agent" | "client";
  /** Why there is nothing to say of it. */
  readonly problem?: string;
  /** By "JSONRPC 1.0": passed, and failed of MUST, SHOULD and MAY, and not reached. */
  readonly scores: Readonly<Record<string, readonly number[]>>;
}

/** A finding, in the versions that have it. */
export interface SdkFinding extends Pick<SdkRow, "package" | "kind"> {
  readonly id: string;
  readonly level: string;
  readonly section: string;
  readonly title: string;
  /** These of the last version that has it. */
  readonly expected: string;
  readonly came: string;
  /** The interfaces, by version. */
  readonly versions: Readonly<Record<string, readonly string[]>>;
}

/** Findings that say nothing of an SDK, each with the reason. */
export interface Doubt {
  readonly id: RegExp;
  readonly interface: RegExp;
  readonly version: RegExp;
  readonly reason: string;
}

const texts = 180;

/** What is of one run. */
function blank(text: string): string {
  const plain = text
    .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "ID")
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "TIME")
    .replaceAll(/, +Node\.js v[\d.]+/g, "")
    .replaceAll(/127\.0\.0\.1:\d+/g, "HOST");
  return plain.length > texts ? `${plain.slice(0, texts - 1)}…` : plain;
}

/** The rows and findings of a run; its names are those of `nameOf`. */
export function toResults(fleet: FleetResult, doubts: readonly Doubt[]): SdkResults {
  const findings = new Map<string, SdkFinding>();
  const rows = fleet.agents.map(({ name, state, reasons, report }): SdkRow => {
    const { package: of, version, kind } = parseName(name);
    const isDoubted = (found: { readonly requirement: string; readonly interface: string }): boolean =>
      doubts.some(
        (doubt) =>
          doubt.interface.test(found.interface) &&
          doubt.version.test(version) &&
          doubt.id.test(found.requirement),
      );
    const sure = (report?.findings ?? []).filter((found) => !isDoubted(found));
    for (const { requirement: id, level, section, title, expected, came, interface: where } of sure) {
      const key = keyOf({ package: of, kind, id, level, section });
      const { [version]: places = [], ...others } = findings.get(key)?.versions ?? {};
      const versions = { ...others, [version]: [...new Set([...places, where])] };
      const said = { expected: blank(expected), came: blank(came) };
      findings.set(key, { package: of, kind, id, level, section, title, ...said, versions });
    }
    const scores = Object.fromEntries(
      (report?.interfaces ?? []).flatMap((where) => {
        const own = (report?.requirements ?? []).filter((each) => each.interface === where);
        const { passed, left } = scoreOf(own);
        const failed = levels.map(
          (level) =>
            new Set(sure.filter((f) => f.interface === where && f.level === level).map((f) => f.requirement))
              .size,
        );
        return own.length === 0 ? [] : [[where, [passed, ...failed, left]]];
      }),
    );
    return {
      package: of,
      version,
      kind,
      ...(state === "tested" ? {} : { problem: blank(reasons.join("; ")) }),
      scores,
    };
  });
  const node = process.version.slice(1);
  return { date: fleet.date.slice(0, 10), tool: fleet.tool, node, rows, findings: [...findings.values()] };
}

function keyOf(found: Pick<SdkFinding, "package" | "kind" | "id" | "level" | "section">): string {
  return [found.package, found.kind, found.id, found.level, found.section].join(" ");
}

/** Puts the rows of a run in the place of those of an earlier one; the others stay. */
export function mergeResults(earlier: SdkResults | undefined, later: SdkResults): SdkResults {
  if (earlier === undefined) return later;
  const names = new Map(later.rows.map((row) => [nameOf(row), row]));
  const rows = earlier.rows.map((row) => names.get(nameOf(row)) ?? row);
  const found = new Map(later.findings.map((finding) => [keyOf(finding), finding]));
  for (const finding of earlier.findings) {
    const kept = Object.entries(finding.versions).filter(
      ([version]) => !names.has(nameOf({ ...finding, version })),
    );
    const same = found.get(keyOf(finding));
    if (kept.length === 0) continue;
    const versions = { ...Object.fromEntries(kept), ...same?.versions };
    found.set(keyOf(finding), { ...finding, ...same, versions });
  }
  const known = new Set(rows.map(nameOf));
  const all = [...rows, ...later.rows.filter((row) => !known.has(nameOf(row)))];
  const placeOf = (finding: SdkFinding): number =>
    all.findIndex((row) => row.package === finding.package && row.kind === finding.kind);
  const findings = [...found.values()].toSorted((a, b) => placeOf(a) - placeOf(b));
  return { ...later, rows: all, findings };
}

/** The name of a row in the fleet's file. */
export function nameOf({ package: of, version, kind }: Pick<SdkRow, "package" | "version" | "kind">): string {
  return `${of} ${version} ${kind}`;
}

function parseName(name: string): Pick<SdkRow, "package" | "version" | "kind"> {
  const [of = "", version = "", kind = ""] = name.split(" ");
  return { package: of, version, kind: kind === "client" ? "client" : "agent" };
}
