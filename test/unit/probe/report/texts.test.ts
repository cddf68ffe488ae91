import { expect, test } from "vitest";
import { formatReport } from "../../../../packages/probe/src/command/format-report.ts";
import { explainFindings } from "../../../../packages/probe/src/report/explain-findings.ts";
import { formatMarkdown } from "../../../../packages/probe/src/report/format-markdown.ts";
import { formatSarif } from "../../../../packages/probe/src/report/format-sarif.ts";
import { groupFindings } from "../../../../packages/probe/src/report/group-findings.ts";
import type { Report, SingleFinding } from "../../../../packages/probe/src/report/report.ts";
import { texts } from "../../../../packages/probe/src/texts/all-texts.ts";
import { plainStyle } from "../../../../packages/terminal/src/style.ts";

test("each text is one or two sentences that fit into a cell of a table", () => {
  const wrong = Object.values(texts)
    .flatMap(([mend, why]) => [mend, ...(why === undefined ? [] : [why])])
    .filter((text) => !/^[A-Z][^|\n]{12,158}\.$/.test(text));
  expect(wrong).toEqual([]);
});

const finding = (came: string): SingleFinding => ({
  requirement: "discovery.valid",
  level: "MUST",
  title: "The card has every required field, each of its type",
  interface: "card",
  version: "",
  binding: "",
  section: "4.4.1",
  check: "discovery.card",
  expected: "a valid AgentCard",
  came,
});

test("a broken card is one finding with its places, with the reason and the mend", async () => {
  const findings = await explainFindings(
    groupFindings(["name: required", "version: expected a string", "skills: required"].map(finding)),
  );
  const report: Report = {
    agent: "",
    url: "card.json",
    interfaces: [],
    others: [],
    requirements: [{ requirement: "discovery.valid", interface: "card", verdict: "failed", checks: 1 }],
    findings,
    requests: 1,
    messages: 0,
  };
  expect(
    formatReport(report, { style: plainStyle, isWhole: false, columns: 60 }).split("\n").slice(5),
  ).toEqual([
    "MUST discovery.valid card, section 4.4.1",
    "  The card has every required field, each of its type.",
    "  expected a valid AgentCard",
    "  came     name: required",
    "  why      A client with a strict parser rejects the whole",
    "           card for one wrong field.",
    '  mend     Correct the fields named under "came": add what',
    "           is required, and write names and types as the",
    "           schema of the version does.",
    "  and 2 more: version: expected a string; skills: required",
    "",
    "Deviates: 1 of 1 requirements (1 MUST) over 0 interfaces.",
    "",
  ]);
  expect(formatMarkdown(report)).toContain(
    'name: required (and 2 more: version: expected a string; skills: required). A client with a strict parser rejects the whole card for one wrong field.<br>To mend it: Correct the fields named under "came"',
  );
  expect(JSON.parse(formatSarif(report))).toMatchObject({
    runs: [
      {
        tool: {
          driver: {
            rules: [
              {
                fullDescription: { text: expect.stringMatching(/ section 4\.4\.1\. A client with a strict/) },
                help: { text: expect.stringMatching(/^Correct the fields/) },
              },
            ],
          },
        },
      },
    ],
  });
});
