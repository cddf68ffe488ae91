import { isTaskStoreError, type TaskStoreProblem } from "@a2agen/runtime/agent";

/**
 * Fails unless two JSON values are the same; a property that is undefined counts as absent. The message
 * names the first place where they differ.
 */
export function expectSame(found: unknown, expected: unknown, where: string): void {
  const difference = findDifference(found, expected, where);
  if (difference === undefined) return;
  throw new Error(
    `${difference.where}: expected ${show(difference.expected)}, found ${show(difference.found)}`,
  );
}

/** Fails unless a call is refused with a TaskStoreError of the given problem. */
export async function expectProblem(
  call: Promise<unknown>,
  problem: TaskStoreProblem,
  where: string,
): Promise<void> {
  const outcome = await outcomeOf(call);
  if (outcome === problem) return;
  throw new Error(`${where}: expected a TaskStoreError "${problem}", found ${outcome}`);
}

/** "resolved", the problem of a TaskStoreError, or what else was thrown. */
export async function outcomeOf(call: Promise<unknown>): Promise<string> {
  try {
    await call;
    return "resolved";
  } catch (error) {
    return isTaskStoreError(error) ? error.problem : `the error ${String(error)}`;
  }
}

interface Difference {
  readonly where: string;
  readonly found: unknown;
  readonly expected: unknown;
}

function findDifference(found: unknown, expected: unknown, where: string): Difference | undefined {
  if (Object.is(found, expected)) return undefined;
  if (!isContainer(found) || !isContainer(expected) || Array.isArray(found) !== Array.isArray(expected)) {
    return { where, found, expected };
  }
  if (Array.isArray(found) && Array.isArray(expected) && found.length !== expected.length) {
    return { where: `${where}.length`, found: found.length, expected: expected.length };
  }
  for (const key of new Set([...Object.keys(expected), ...Object.keys(found)])) {
    const place = Array.isArray(expected) ? `${where}[${key}]` : `${where}.${key}`;
    const difference = findDifference(own(found, key), own(expected, key), place);
    if (difference !== undefined) return difference;
  }
  return undefined;
}

function own(value: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

function isContainer(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function show(value: unknown): string {
  const text = value === undefined ? "nothing" : JSON.stringify(value);
  return text.length > 1000 ? `${text.slice(0, 1000)}...` : text;
}
