/**
 * Mocks, recordings, contracts and assertions for tests of agents.
 *
 * @packageDocumentation
 */
export type {
  Exchange,
  Header,
} from "@a2agen/exchange/generated/a2agen/exchange/v1/exchange_types.ts";
export type { CassetteMode, CassetteOptions } from "@a2agen/exchange/replay/cassette-options.ts";
export type { CaseFinding, CaseReport, ReportedCase } from "@a2agen/exchange/report/case-report.ts";
export { formatJUnit } from "@a2agen/exchange/report/format-junit.ts";
export { type Cassette, withCassette } from "./cassette.ts";
export { type ContractFinding, type ContractReport, formatContract } from "./contract/contract-report.ts";
export { type ContractOptions, verifyContract } from "./contract/verify-contract.ts";
export { assertEqualExchange, assertTask } from "./matchers/assert.ts";
export type {
  ListeningMock,
  ListenOptions,
  MockAgent,
  MockedCall,
  MockedInterfaces,
  MockOptions,
  MockSource,
  ProgramRules,
} from "./mock/contract.ts";
export { mockAgent } from "./mock/mock-agent.ts";
export type { Match, Rule, Scenario, Step, Steps } from "./mock/scenario.ts";
export { type PassTimeOptions, passTime } from "./pass-time.ts";
export { type OpenRecorder, openRecorder, type RecorderOptions, readRecording } from "./recorder.ts";
