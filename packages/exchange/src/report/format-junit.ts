import { type CaseReport, describeMore } from "./case-report.ts";
import { escapeMarkup } from "./escape-markup.ts";

/** JUnit's XML: a suite for each interface, a case for each requirement. */
export function formatJUnit({ requirements, findings, interfaces, agent }: CaseReport): string {
  const suites = ["card", ...interfaces].flatMap((name) => {
    const own = requirements.filter((each) => each.interface === name && each.verdict !== "not-applicable");
    if (own.length === 0) return [];
    const cases = own.map(({ requirement, verdict, reason = "" }) => {
      const open = `<testcase classname="${escapeMarkup(name)}" name="${escapeMarkup(requirement)}" time="0"`;
      if (verdict === "passed") return `    ${open}/>`;
      if (verdict === "not-reached")
        return `    ${open}><skipped message="${escapeMarkup(reason)}"/></testcase>`;
      const found = findings.filter((each) => each.requirement === requirement && each.interface === name);
      const [first] = found;
      const message = first === undefined ? "" : `expected ${first.expected}; came ${first.came}`;
      const text = found.map((finding) => {
        const { expected, came, why, mend, command = "" } = finding;
        const lines = [`expected ${expected}; came ${came}`, why, mend && `mend: ${mend}`, command];
        return [...lines, describeMore(finding)].filter((line) => line !== undefined).join("\n");
      });
      return `    ${open}><failure type="${first?.level ?? ""}" message="${escapeMarkup(message)}">${escapeMarkup(text.join("\n\n"))}</failure></testcase>`;
    });
    const failures = own.filter(({ verdict }) => verdict === "failed").length;
    const skipped = own.filter(({ verdict }) => verdict === "not-reached").length;
    return [
      `  <testsuite name="${escapeMarkup(name)}" tests="${own.length}" failures="${failures}" errors="0" skipped="${skipped}" time="0">`,
      ...cases,
      "  </testsuite>",
    ].join("\n");
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="${escapeMarkup(agent)}">\n${suites.join("\n")}\n</testsuites>\n`;
}
