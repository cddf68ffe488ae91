import type { Report, Verdict } from "../report/report.ts";

/** The requirements with a verdict, by their interfaces. */
export function verdictsOf(
  { requirements: all }: Pick<Report, "requirements">,
  wanted: Verdict,
): Readonly<Record<string, readonly string[]>> {
  const found = new Map<string, string[]>();
  for (const { requirement, interface: where, verdict } of all) {
    if (verdict === wanted) found.set(where, [...(found.get(where) ?? []), requirement]);
  }
  return Object.fromEntries(found);
}
