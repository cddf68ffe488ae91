export type { Report, ReportedFinding, ReportedRequirement, Verdict } from "../report/report.ts";
export type { Level } from "../requirement.ts";
export { type ProbeOptions, type ProbeScenario, probe } from "./probe-agent.ts";
export { type AgentTestsInit, type DescribeTests, type RegisterTest, testAgent } from "./test-agent.ts";
