/**
 * Mocks, recordings, contracts and assertions for tests of agents.
 *
 * @packageDocumentation
 */
export type {
  Exchange,
  Header,
} from "@a2agen/exchange/generated/a2agen/exchange/v1/exchange_types.ts";
export {
  type FileRecorder,
  type FileRecorderOptions,
  openRecorder,
} from "@a2agen/exchange/record/open-recorder.ts";
export { type Cassette, withCassette } from "@a2agen/exchange/replay/cassette.ts";
export type { CassetteMode, CassetteOptions } from "@a2agen/exchange/replay/cassette-options.ts";
export { readRecording } from "@a2agen/exchange/replay/read-recording.ts";
export type { CaseFinding, CaseReport, ReportedCase } from "@a2agen/exchange/report/case-report.ts";
export { formatJUnit } from "@a2agen/exchange/report/format-junit.ts";
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
