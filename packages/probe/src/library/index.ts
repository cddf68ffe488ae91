export type { Level } from "../core/requirement.ts";
export type {
  Place,
  Report,
  ReportedFinding,
  ReportedRequirement,
  SingleFinding,
  Verdict,
} from "../report/report.ts";
export { probe } from "./probe-agent.ts";
export type { ProbeOptions, ProbeScenario } from "./probe-options.ts";
export { type AgentTestsInit, type DescribeTests, type RegisterTest, testAgent } from "./test-agent.ts";
