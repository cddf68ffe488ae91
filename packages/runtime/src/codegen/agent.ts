/**
 * For generated code, not for hand-written code: no semantic versioning. Each release fits the code that the
 * same release generates.
 *
 * @packageDocumentation
 * @internal
 */
export type { AuthorTypes } from "../agent/contract/author-types.ts";
export { type AgentKit, createAgentKit, type DialectAgentOptions } from "../agent/dialect/agent-kit.ts";
