import { expect, test } from "vitest";
import { kitIdsOf, kitRows } from "../../../../packages/probe/src/core/kit.ts";
import { type RequirementId, requirements } from "../../../../packages/probe/src/core/requirements.ts";
import { formatTck } from "../../../../packages/probe/src/report/format-tck.ts";
import type { Report, ReportedRequirement } from "../../../../packages/probe/src/report/report.ts";

function result(
  requirement: RequirementId,
  where: string,
  verdict: ReportedRequirement["verdict"],
): ReportedRequirement {
  return { requirement, interface: where, verdict, checks: verdict === "passed" ? 1 : 0 };
}

const report: Report = {
  agent: "Tea",
  url: "https://agent.example.com/.well-known/agent-card.json",
  interfaces: ["JSONRPC 1.0", "GRPC 1.0", "JSONRPC 0.3"],
  others: [],
  requirements: [
    result("discovery.card", "card", "passed"),
    result("get.unknown", "JSONRPC 1.0", "failed"),
    result("get.unknown", "GRPC 1.0", "passed"),
    result("get.unknown", "JSONRPC 0.3", "failed"),
    result("errors.code", "JSONRPC 1.0", "passed"),
    result("errors.code", "GRPC 1.0", "passed"),
    result("cancel.canceled", "JSONRPC 1.0", "not-reached"),
    result("requests.accepts", "JSONRPC 1.0", "passed"),
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
      came: "the error -32603",
      count: 1,
    },
  ],
  requests: 4,
  messages: 0,
};

interface KitRow {
  readonly level: string;
  readonly status: string;
  readonly transports: object;
  readonly errors: readonly string[];
  readonly test_ids: readonly string[];
}

interface KitReport {
  readonly summary: object;
  readonly per_requirement: Readonly<Record<string, KitRow>>;
  readonly per_transport: object;
}

test("the kit's compatibility report has each of its requirements, by transport", () => {
  const kit = JSON.parse(formatTck(report, { date: new Date(0) })) as KitReport;
  expect(kit.summary).toEqual({
    timestamp: "1970-01-01T00:00:00.000Z",
    sut_url: report.url,
    spec_version: "1.0",
    overall_compatibility: "83.3%",
    must_compatibility: "80.0%",
    should_compatibility: "100.0%",
    may_compatibility: "100.0%",
  });
  expect(Object.keys(kit.per_requirement)).toEqual(kitRows.map(([id]) => id));
  expect(kit.per_requirement["CORE-GET-002"]).toEqual({
    level: "MUST",
    status: "FAIL",
    transports: { jsonrpc: "FAIL", grpc: "PASS" },
    errors: ["JSONRPC 1.0: get.unknown: expected TaskNotFoundError; came the error -32603"],
    test_ids: ["get.unknown"],
  });
  expect(kit.per_requirement["GRPC-ERR-002"]).toMatchObject({ status: "PASS", transports: { grpc: "PASS" } });
  expect(kit.per_requirement["CORE-CANCEL-001"]).toMatchObject({ status: "SKIPPED" });
  expect(kit.per_requirement["CARD-SIGN-004"]).toMatchObject({ status: "NOT TESTED", transports: {} });
  expect(kit.per_transport).toEqual({
    agent_card: { total: 1, passed: 1, failed: 0, skipped: 0 },
    grpc: { total: 2, passed: 2, failed: 0, skipped: 0 },
    jsonrpc: { total: 5, passed: 3, failed: 1, skipped: 1 },
  });
});

test("requirements that the kit tests too are those of the probe", () => {
  const ids = new Set<string>(Object.keys(requirements));
  expect(kitRows.flatMap(([, { ours }]) => ours).filter((id) => !ids.has(id))).toEqual([]);
  expect(kitIdsOf("get.unknown")).toEqual(["CORE-GET-002"]);
  expect(kitIdsOf("client-errors.code")).toEqual([]);
});
