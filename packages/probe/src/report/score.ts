import { clientGroups } from "../core/client-groups.ts";
import { groups } from "../core/requirements.ts";
import type { Report, ReportedRequirement } from "./report.ts";

/** What came of the requirements of a group over an interface. */
export interface Score {
  readonly passed: number;
  readonly failed: number;
  readonly left: number;
}

/** The groups of all requirements, in the order of reports. */
export const allGroups: Readonly<Record<string, string>> = { ...groups, ...clientGroups };

/** What the identifier of a requirement begins with. */
export function groupOf(requirement: string): string {
  return requirement.slice(0, requirement.indexOf("."));
}

export function scoreOf(requirements: readonly ReportedRequirement[]): Score {
  const count = (wanted: string): number => requirements.filter(({ verdict }) => verdict === wanted).length;
  return { passed: count("passed"), failed: count("failed"), left: count("not-reached") };
}

/** A row for each group with something to say, and in it a score for each interface, the card first. */
export function matrixOf({ requirements, interfaces }: Report): {
  readonly columns: readonly string[];
  readonly rows: readonly { readonly title: string; readonly scores: readonly Score[] }[];
} {
  const hasCard = requirements.some((each) => each.interface === "card");
  const columns = [...(hasCard ? ["card"] : []), ...interfaces];
  const rows = Object.entries(allGroups).flatMap(([group, title]) => {
    const own = requirements.filter(({ requirement }) => groupOf(requirement) === group);
    const scores = columns.map((column) => scoreOf(own.filter((each) => each.interface === column)));
    const isEmpty = scores.every(({ passed, failed, left }) => passed + failed + left === 0);
    return isEmpty ? [] : [{ title, scores }];
  });
  return { columns, rows };
}
