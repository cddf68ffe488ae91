import { expect } from "vitest";

/** The values of an output of JSON lines. */
export function linesOf(stdout: string): readonly unknown[] {
  expect(stdout.endsWith("\n")).toBe(true);
  return stdout
    .slice(0, -1)
    .split("\n")
    .map((line) => JSON.parse(line) as unknown);
}
