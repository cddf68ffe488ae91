import { expect } from "vitest";
import { runA2agen } from "../../run-a2agen.ts";

/** Runs `a2agen schemas` and expects that it works; returns what it said. */
export async function runSchemas(args: readonly string[], directory: string): Promise<string> {
  const { status, stdout, stderr } = await runA2agen(["schemas", ...args], { directory });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return stdout;
}

/** Runs it and expects that it refuses; returns the reason. */
export async function refusedBy(args: readonly string[], directory: string): Promise<string> {
  const { status, stdout, stderr } = await runA2agen(["schemas", ...args], { directory });
  expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
  return stderr;
}
