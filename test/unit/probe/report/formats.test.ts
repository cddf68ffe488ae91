import { expect, test } from "vitest";
import { formatHtml } from "../../../../packages/probe/src/report/format-html.ts";
import { formatJUnit } from "../../../../packages/probe/src/report/format-junit.ts";
import { formatMarkdown } from "../../../../packages/probe/src/report/format-markdown.ts";
import { formatSarif } from "../../../../packages/probe/src/report/format-sarif.ts";
import type { Report } from "../../../../packages/probe/src/report/report.ts";

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

- **MUST** \`get.unknown\` (JSONRPC 1.0, section 3.1.3): GetTask of an unknown task gets a TaskNotFoundError. Expected TaskNotFoundError; came an answer: "\\<script\\>alert(1)\\</script\\>\u0007"
`);
});

test("HTML: one page without requests, on which text of the agent is text", () => {
  const page = formatHtml(report);
  expect(page).toMatch(
    /Content-Security-Policy" content="default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-[^']+'"/,
  );
  expect(page.match(/<script>/g)).toHaveLength(1);
  expect(page).not.toMatch(/(?:src|href)=/);
  expect(page).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
});
