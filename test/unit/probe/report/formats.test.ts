import { expect, test } from "vitest";
import { formatJUnit } from "../../../../packages/exchange/src/report/format-junit.ts";
import { formatReport } from "../../../../packages/probe/src/command/format-report.ts";
import { formatBadge } from "../../../../packages/probe/src/report/format-badge.ts";
import { formatHtml, sayVerdict } from "../../../../packages/probe/src/report/format-html.ts";
import { formatMarkdown } from "../../../../packages/probe/src/report/format-markdown.ts";
import { formatSarif } from "../../../../packages/probe/src/report/format-sarif.ts";
import { groupFindings } from "../../../../packages/probe/src/report/group-findings.ts";
import type { Report, SingleFinding } from "../../../../packages/probe/src/report/report.ts";
import { plainStyle } from "../../../../packages/terminal/src/style.ts";

const hostile = "<script>alert(1)</script>\u0007";

const report: Report = {
  agent: hostile,
  url: "https://agent.example.com/.well-known/agent-card.json",
  interfaces: ["JSONRPC 1.0"],
  others: [],
  requirements: [
    { requirement: "discovery.card", interface: "card", verdict: "passed", checks: 1 },
    { requirement: "get.unknown", interface: "JSONRPC 1.0", verdict: "failed", checks: 1 },
    {
      requirement: "cancel.canceled",
      interface: "JSONRPC 1.0",
      verdict: "not-reached",
      checks: 0,
      reason: "no task",
    },
    { requirement: "push.get", interface: "JSONRPC 1.0", verdict: "not-applicable", checks: 0 },
  ],
  findings: [
    {
      requirement: "get.unknown",
      level: "MUST",
      title: "GetTask of an unknown task gets a TaskNotFoundError",
      interface: "JSONRPC 1.0",
      version: "1.0",
      binding: "JSONRPC",
      section: "3.1.3",
      check: "get.unknown",
      expected: "TaskNotFoundError",
      came: `an answer: "${hostile}"`,
      command: "curl https://agent.example.com/a2a",
      count: 1,
    },
  ],
  requests: 4,
  messages: 1,
};

test("JUnit: a suite for each interface, a case for each requirement", () => {
  expect(formatJUnit(report)).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="&lt;script&gt;alert(1)&lt;/script&gt;\ufffd">
  <testsuite name="card" tests="1" failures="0" errors="0" skipped="0" time="0">
    <testcase classname="card" name="discovery.card" time="0"/>
  </testsuite>
  <testsuite name="JSONRPC 1.0" tests="2" failures="1" errors="0" skipped="1" time="0">
    <testcase classname="JSONRPC 1.0" name="get.unknown" time="0"><failure type="MUST" message="expected TaskNotFoundError; came an answer: &quot;&lt;script&gt;alert(1)&lt;/script&gt;\ufffd&quot;">expected TaskNotFoundError; came an answer: &quot;&lt;script&gt;alert(1)&lt;/script&gt;\ufffd&quot;
curl https://agent.example.com/a2a</failure></testcase>
    <testcase classname="JSONRPC 1.0" name="cancel.canceled" time="0"><skipped message="no task"/></testcase>
  </testsuite>
</testsuites>
`);
});

test("SARIF: a rule for each requirement, a result for each finding, with what the schema of 2.1.0 requires", () => {
  const rule = {
    id: "get.unknown",
    shortDescription: { text: "GetTask of an unknown task gets a TaskNotFoundError" },
    fullDescription: {
      text: "GetTask of an unknown task gets a TaskNotFoundError. A2A, section 3.1.3.",
    },
    defaultConfiguration: { level: "error" },
  };
  const result = {
    ruleId: "get.unknown",
    ruleIndex: 0,
    level: "error",
    message: {
      text: `JSONRPC 1.0: expected TaskNotFoundError; came an answer: "${hostile}"\ncurl https://agent.example.com/a2a`,
    },
    locations: [{ physicalLocation: { artifactLocation: { uri: "my%20cards/%C3%A9.json" } } }],
    occurrenceCount: 1,
  };
  expect(JSON.parse(formatSarif({ ...report, url: "my cards/\u00e9.json" }))).toEqual({
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [{ tool: { driver: { name: "a2agen probe", rules: [rule] } }, results: [result] }],
  });
});

test("Markdown: a badge, the scores, and each kind of finding", () => {
  expect(formatMarkdown(report)).toBe(`## \\<script\\>alert(1)\\</script\\>\u0007

![A2A: 1 of 2](https://img.shields.io/badge/A2A-1%20of%202-red)

| | card | JSONRPC 1.0 |
|---|---|---|
| Agent card | 1/1 |  |
| Getting tasks |  | 0/1 |
| Canceling tasks |  | not reached |

- **MUST** \`get.unknown\` (JSONRPC 1.0, section 3.1.3): GetTask of an unknown task gets a TaskNotFoundError. Expected TaskNotFoundError; came an answer: "\\<script\\>alert(1)\\</script\\>\u0007".
`);
});

test("HTML: one page without requests, on which text of the agent is text", () => {
  const page = formatHtml(report, { date });
  expect(page).toMatch(
    /Content-Security-Policy" content="default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-[^']+'"/,
  );
  expect(page.match(/<script>/g)).toHaveLength(1);
  expect(page).not.toMatch(/(?:src|href)=/);
  expect(page).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
  expect(page).toContain('<time datetime="2026-11-28T21:05:00.000Z">2026-11-28 21:05 UTC</time>, a2agen ');
});

const date = new Date("2026-11-28T21:05:00Z");

test("the verdict is one sentence", () => {
  const passing = report.requirements.filter(({ verdict }) => verdict !== "failed");
  expect(sayVerdict(report)).toBe("Deviates: 1 of 2 requirements (1 MUST) over 1 interface; 1 not reached.");
  expect(sayVerdict({ ...report, requirements: passing.slice(0, 1), findings: [] })).toBe(
    "Conforms: 1 of 1 requirements over 1 interface.",
  );
  expect(sayVerdict({ ...report, problem: "nothing listens there" })).toBe(
    "Not tested: nothing listens there",
  );
});

test("GitHub takes no URI with a scheme: the place of an agent in SARIF is a path", () => {
  const uriAt = (url: string): string | undefined =>
    /"uri": "([^"]*)"/.exec(formatSarif({ ...report, url }))?.[1];
  expect(uriAt("https://agent.example.com/a/agent-card.json?v=1")).toBe(
    "agent.example.com/a/agent-card.json?v=1",
  );
  expect(uriAt("http://localhost:4000/agent-card.json")).toBe("localhost%3A4000/agent-card.json");
  expect(uriAt("http://[::1]:4000/agent-card.json")).toBe("%5B%3A%3A1%5D%3A4000/agent-card.json");
});

test("a badge: how much passed, in green, amber without a broken MUST, or red", () => {
  const badge = formatBadge(report);
  expect(badge).toContain("<title>A2A: 1 of 2</title>");
  expect(badge).toContain("#b91c1c");
  expect(formatBadge({ ...report, findings: [] })).toContain("#92600a");
  const requirements = report.requirements.slice(0, 1);
  expect(formatBadge({ ...report, findings: [], requirements })).toContain("#14713a");
});

test("findings of one cause are one, with their places in each format", () => {
  const finding = (check: string, came: string, where = "JSONRPC 1.0"): SingleFinding => ({
    requirement: "answers.valid",
    level: "MUST",
    title: "Answers are valid",
    interface: where,
    version: "1.0",
    binding: "JSONRPC",
    section: "5.7",
    check,
    expected: "a valid Task",
    came,
    command: `curl ${check}`,
  });
  const findings = groupFindings([
    finding("get.ended", 'artifacts[0].parts: expected a list, got "a"'),
    finding("get.history", 'artifacts[12].parts: expected a list, got "b \\" c"'),
    finding("get.unknown", "status: expected an object"),
    finding("get.ended", 'artifacts[0].parts: expected a list, got "a"', "GRPC 1.0"),
    finding("list.pages", 'artifacts[0].parts: expected a list, got "a"'),
  ]);
  expect(findings.map(({ check, count, more, interface: where }) => [where, check, count, more])).toEqual([
    [
      "JSONRPC 1.0",
      "get.ended",
      3,
      [
        {
          check: "get.history",
          expected: "a valid Task",
          came: 'artifacts[12].parts: expected a list, got "b \\" c"',
          command: "curl get.history",
        },
        {
          check: "list.pages",
          expected: "a valid Task",
          came: 'artifacts[0].parts: expected a list, got "a"',
          command: "curl list.pages",
        },
      ],
    ],
    ["JSONRPC 1.0", "get.unknown", 1, undefined],
    ["GRPC 1.0", "get.ended", 1, undefined],
  ]);
  const requirements = [
    { requirement: "answers.valid", interface: "JSONRPC 1.0", verdict: "failed", checks: 5 } as const,
  ];
  const folded: Report = { ...report, requirements, findings };
  const more = "and 2 more: get.history, list.pages";
  const texts = [
    formatReport(folded, { style: plainStyle, isWhole: false }),
    formatHtml(folded, { date }),
    formatMarkdown(folded),
    formatJUnit(folded),
    formatSarif(folded),
  ];
  expect(
    texts.map((text) => text.includes(more) || text.includes("<code>list.pages</code> Expected")),
  ).toEqual(texts.map(() => true));
  expect(JSON.parse(formatSarif(folded))).toMatchObject({
    runs: [{ results: [{ occurrenceCount: 3 }, { occurrenceCount: 1 }, { occurrenceCount: 1 }] }],
  });
  expect(formatReport(folded, { style: plainStyle, isWhole: true }).match(/curl \S+/g)).toEqual([
    "curl get.ended",
    "curl get.history",
    "curl list.pages",
    "curl get.unknown",
    "curl get.ended",
  ]);
});

test("requests that one lax parser takes are one finding", () => {
  const [only, ...others] = groupFindings(
    ["id/type: text", "historyLength/range: below"].map((name) => ({
      requirement: "requests.validated",
      level: "MUST",
      title: "",
      interface: "JSONRPC 1.0",
      version: "1.0",
      binding: "JSONRPC",
      section: "3.3.2",
      check: `requests.getTask/${name}`,
      expected: `a refusal (${name})`,
      came: `an answer: {"${name}"`,
    })),
  );
  expect([only?.count, only?.more?.map(({ check }) => check), others]).toEqual([
    2,
    ["requests.getTask/historyLength/range: below"],
    [],
  ]);
});
