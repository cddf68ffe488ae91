import type { AgentLimits } from "./agent-options.ts";

export const defaultAgentLimits: AgentLimits = {
  turnMs: 3_600_000,
  stopMs: 5000,
  entries: 100_000,
  size: 64 * 1024 * 1024,
  turns: 10_000,
  waitingMessages: 16,
  pollMs: 500,
  repeatMs: 600_000,
  leaseMs: 30_000,
};

/** Limits that may be 0. */
const mayBeZero: ReadonlySet<string> = new Set<keyof AgentLimits>([
  "stopMs",
  "waitingMessages",
  "repeatMs",
  "leaseMs",
]);

/** Adds the defaults; throws a RangeError for an unknown limit and for a number out of range. */
export function resolveAgentLimits(limits: Partial<AgentLimits> = {}): AgentLimits {
  for (const [name, value] of Object.entries(limits)) {
    if (!Object.hasOwn(defaultAgentLimits, name)) {
      throw new RangeError(
        `limits.${name}: there is no such limit; use ${Object.keys(defaultAgentLimits).join(", ")}`,
      );
    }
    const isZero = value === 0 && mayBeZero.has(name);
    if (typeof value !== "number" || !(value > 0 || isZero)) {
      throw new RangeError(`limits.${name}: expected a number above 0, found ${String(value)}`);
    }
  }
  return { ...defaultAgentLimits, ...limits };
}
