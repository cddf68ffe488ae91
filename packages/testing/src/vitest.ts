/**
 * Matchers for vitest: `expect.extend(matchers)` in a setup file.
 *
 * @packageDocumentation
 */
import type { Exchange } from "@a2agen/exchange/generated/a2agen/exchange/v1/exchange_types.ts";
import { findExchangeProblem, findTaskProblem } from "./matchers/assert.ts";

/** What a matcher says. */
export interface MatcherResult {
  readonly pass: boolean;
  readonly message: () => string;
}

/**
 * `toBeTask` and `toEqualExchange`.
 *
 * @public
 */
export const matchers: {
  /** A valid task of a version of A2A, with these members. */
  readonly toBeTask: (value: unknown, expected?: object) => MatcherResult;
  /** Exchanges that mean the same as others; identifiers, times and hosts may differ. */
  readonly toEqualExchange: (
    value: Exchange | readonly Exchange[],
    expected: Exchange | readonly Exchange[],
  ) => MatcherResult;
} = {
  toBeTask: (value, expected) => toResult(findTaskProblem(value, expected), "a task"),
  toEqualExchange: (value, expected) => toResult(findExchangeProblem(value, expected), "equal exchanges"),
};

function toResult(problem: string | undefined, unwanted: string): MatcherResult {
  return { pass: problem === undefined, message: () => problem ?? `expected anything but ${unwanted}` };
}

declare module "vitest" {
  interface Matchers<T> {
    /** A valid task of a version of A2A, with these members. */
    toBeTask(expected?: object): T;
    /** Exchanges that mean the same as others; identifiers, times and hosts may differ. */
    toEqualExchange(expected: Exchange | readonly Exchange[]): T;
  }
}
