import { fillLimits } from "../../core/limits.ts";
import type { AgentLimits } from "./agent-options.ts";

export const defaultAgentLimits: AgentLimits = {
  turnMs: 3_600_000,
  stopMs: 5000,
  entries: 100_000,
  size: 64 * 1024 * 1024,
  stateSize: 256 * 1024,
  memorySize: 1024 * 1024,
  turns: 10_000,
  scopeTurns: 5000,
  concurrency: 10_000,
  queued: 10_000,
  scopeQueued: 5000,
  waitingMessages: 16,
  pollMs: 500,
  holdMs: 30_000,
  dedupeMs: 10_000,
  leaseMs: 30_000,
  attempts: 5,
  keepMs: 0,
  compactMs: 0,
};

/** Adds the defaults; throws a RangeError for an unknown limit and for a number out of range. */
export function resolveAgentLimits(limits: Partial<AgentLimits> = {}): AgentLimits {
  const mayBeZero = [
    "stopMs",
    "concurrency",
    "waitingMessages",
    "dedupeMs",
    "leaseMs",
    "keepMs",
    "compactMs",
  ] as const;
  return fillLimits(limits, { defaults: defaultAgentLimits, mayBeZero });
}
