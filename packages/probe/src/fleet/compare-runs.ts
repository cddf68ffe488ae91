import type { Level } from "../core/requirement.ts";
import type { Report } from "../report/report.ts";
import type { Score } from "../report/score.ts";
import { verdictsOf } from "./verdicts-of.ts";

/** A line of history.jsonl: an agent in a run. */
export interface PastRun {
  readonly date: string;
  /** The version of a2agen. */
  readonly tool: string;
  readonly name: string;
  /** Why it could not be tested. */
  readonly problem?: string;
  readonly scores: Readonly<Record<Level, Score>>;
  /** Requirements by their interfaces. */
  readonly passed: Readonly<Record<string, readonly string[]>>;
  readonly failed: Readonly<Record<string, readonly string[]>>;
}

/** A requirement over an interface whose verdict is another than before. */
export interface Change {
  readonly requirement: string;
  readonly interface: string;
}

/** That an agent could be tested before, and cannot now. */
const lost: Change = { requirement: "tested", interface: "agent" };

/** Compares a report with the last run in which there was one. */
export function compareRuns(
  report: Report,
  past: readonly PastRun[],
): { readonly regressions: readonly Change[]; readonly mended: readonly Change[] } {
  const last = past.at(-1);
  const tested = past.findLast(({ problem }) => problem === undefined);
  if (report.problem !== undefined) {
    return { regressions: last !== undefined && last.problem === undefined ? [lost] : [], mended: [] };
  }
  const both = (now: "failed" | "passed", before: "failed" | "passed"): readonly Change[] =>
    Object.entries(verdictsOf(report, now)).flatMap(([where, ids]) => {
      const had = new Set(Object.hasOwn(tested?.[before] ?? {}, where) ? tested?.[before][where] : []);
      return ids.filter((id) => had.has(id)).map((requirement) => ({ requirement, interface: where }));
    });
  const found = last?.problem === undefined ? [] : [lost];
  return { regressions: both("failed", "passed"), mended: [...found, ...both("passed", "failed")] };
}
