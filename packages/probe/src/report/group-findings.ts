import type { Place, ReportedFinding, SingleFinding } from "./report.ts";

/**
 * Findings that have one cause as one, in the order of the first of each: those of a requirement over an
 * interface to which the same came. Of requests made from the model all together, since one lax parser takes
 * hundreds of them, and of the card's fields, which are corrected in one file.
 */
export function groupFindings(findings: readonly SingleFinding[]): readonly ReportedFinding[] {
  const groups = new Map<string, SingleFinding[]>();
  for (const finding of findings) {
    const key = JSON.stringify([finding.requirement, finding.interface, causeOf(finding)]);
    const own = groups.get(key);
    if (own === undefined) groups.set(key, [finding]);
    else own.push(finding);
  }
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const more = others.map(
      ({ check, expected, came, command }): Place => ({
        check,
        expected,
        came,
        ...(command === undefined ? {} : { command }),
      }),
    );
    return [{ ...first, count: 1 + more.length, ...(more.length === 0 ? {} : { more }) }];
  });
}

function causeOf({ requirement, check, came }: SingleFinding): string {
  if (check.startsWith("requests.") || requirement === "discovery.valid") return "";
  // Without what differs from one place to the next: texts and numbers.
  return came.replaceAll(/"(?:[^"\\]|\\.)*"?/g, '""').replaceAll(/\d+/g, "0");
}
