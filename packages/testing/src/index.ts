/**
 * Mocks of agents for tests.
 *
 * @packageDocumentation
 */
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
