import { version } from "@a2agen/generators/model/version.ts";
import { behaviours } from "../clients/behaviours.ts";
import { callRules } from "../clients/call-rules.ts";
import { type Level, levels } from "../core/requirement.ts";
import { requirementIn } from "../core/requirement-in.ts";
import { type RequirementId, requirements } from "../core/requirements.ts";
import type { Report, ReportedFinding, ReportedRequirement } from "../report/report.ts";
import { type Score, scoreOf } from "../report/score.ts";
import { type Change, compareRuns, type PastRun } from "./compare-runs.ts";
import type { Fleet } from "./fleet-row.ts";
import type { RunRow } from "./run-fleet.ts";

/** What came of a fleet: `--json`, and results.json. */
export interface FleetResult {
  readonly title: string;
  /** "a2agen 0.1.0" */
  readonly tool: string;
  /** When the run ended, in ISO 8601. */
  readonly date: string;
  /** The date of the run before; absent for the first one. */
  readonly comparedWith?: string;
  /** Whether the run was ended before all rows were run. */
  readonly isInterrupted: boolean;
  /** In the order of the file or the catalog. */
  readonly agents: readonly AgentResult[];
}

export interface AgentResult {
  readonly name: string;
  readonly group?: string;
  /** What its files are called: badges/SLUG.svg, agents/SLUG.html. */
  readonly slug: string;
  readonly kind: "agent" | "client";
  /** "not-tested": it was run, and there is nothing to say of it. */
  readonly state: "tested" | "not-tested" | "not-run";
  /** Why it was not tested or not run, or what was left out. */
  readonly reasons: readonly string[];
  /** The command that would run it. */
  readonly command?: string;
  readonly versions: readonly string[];
  readonly bindings: readonly string[];
  readonly scores: Readonly<Record<Level, Score>>;
  readonly worst?: ReportedFinding;
  /** What passed when it was tested before, and fails now. */
  readonly regressions: readonly Change[];
  /** What failed when it was tested before, and passes now. */
  readonly mended: readonly Change[];
  /** As `a2agen probe --json` writes it; absent for what was not run. */
  readonly report?: Report;
}

export function toFleetResult(
  { title }: Fleet,
  rows: readonly RunRow[],
  around: { readonly date: Date; readonly isInterrupted: boolean; readonly past: readonly PastRun[] },
): FleetResult {
  const last = around.past.at(-1);
  return {
    title,
    tool: `a2agen ${version}`,
    date: around.date.toISOString(),
    ...(last === undefined ? {} : { comparedWith: last.date }),
    isInterrupted: around.isInterrupted,
    agents: rows.map((each) => toAgentResult(each, around.past)),
  };
}

function toAgentResult({ row, probed }: RunRow, past: readonly PastRun[]): AgentResult {
  const { name, group, slug, target } = row;
  const own = {
    name,
    ...(group === undefined ? {} : { group }),
    slug,
    kind: target.kind === "client" ? ("client" as const) : ("agent" as const),
  };
  if (probed === undefined) {
    const left = target.kind === "left" ? target : { reason: "the run was interrupted" };
    const nothing = { versions: [], bindings: [], scores: scoresOf(undefined), regressions: [], mended: [] };
    const command = "command" in left ? { command: left.command } : {};
    return { ...own, state: "not-run", reasons: [left.reason], ...command, ...nothing };
  }
  const { report, notes } = probed;
  const spoken = report.interfaces.map((label) => label.split(" "));
  const [worst] = report.findings;
  const isTested = report.problem === undefined;
  return {
    ...own,
    state: isTested ? "tested" : "not-tested",
    reasons: [...(report.problem?.split("\n") ?? []), ...notes],
    versions: [...new Set(spoken.map(([, version = ""]) => version))],
    bindings: [...new Set(spoken.map(([binding = ""]) => binding))],
    scores: scoresOf(report),
    ...(worst === undefined ? {} : { worst }),
    ...compareRuns(
      report,
      past.filter((run) => run.name === name),
    ),
    report,
  };
}

function scoresOf(report: Report | undefined): Readonly<Record<Level, Score>> {
  const byLevel = (level: Level): Score =>
    scoreOf((report?.requirements ?? []).filter((each) => levelOf(each, report?.findings ?? []) === level));
  return { MUST: byLevel("MUST"), SHOULD: byLevel("SHOULD"), MAY: byLevel("MAY") };
}

/** The level that a requirement has over an interface. */
function levelOf(
  { requirement, interface: where }: ReportedRequirement,
  findings: readonly ReportedFinding[],
): Level {
  const found = findings.find((each) => each.requirement === requirement && each.interface === where);
  const row = found ?? [...callRules, ...behaviours].find(({ id }) => id === requirement);
  if (row !== undefined) return row.level;
  const version = where.split(" ")[1] as Parameters<typeof requirementIn>[1];
  return Object.hasOwn(requirements, requirement)
    ? requirementIn(requirement as RequirementId, version).level
    : "MAY";
}

/** Whether a result has what `--fail-on` names; of an agent that was not tested nobody knows. */
export function isFailing({ agents }: FleetResult, failOn: Level | "regressions" | "never"): boolean {
  if (failOn === "never") return false;
  if (failOn === "regressions") return agents.some(({ regressions }) => regressions.length > 0);
  const bad = levels.slice(0, levels.indexOf(failOn) + 1);
  return agents.some(
    ({ state, scores }) => state === "not-tested" || bad.some((level) => scores[level].failed > 0),
  );
}
