import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { passTime } from "../../../packages/testing/src/index.ts";
import { runProcess } from "../../shared/process/run-process.ts";
import { virtualHours } from "./virtual-hours.ts";

describe("fake timers of vitest", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test.each(virtualHours)("$name", async ({ run, want }) => {
    expect(await run(async (ms) => void (await vi.advanceTimersByTimeAsync(ms)))).toEqual(want);
  });

  test.each(virtualHours)("$name, in steps", { tags: "later" }, async ({ run, want }) => {
    expect(await run((ms) => passTime((step) => vi.advanceTimersByTime(step), ms))).toEqual(want);
  });
});

test("fake timers of node:test", { tags: "later" }, async () => {
  const program = fileURLToPath(new URL("node-test-hours.ts", import.meta.url));
  const { status, stdout } = await runProcess(process.execPath, {
    args: ["--conditions=a2agen-source", "--import=tsx", program],
  });
  const passed = stdout.toString().match(/^ok .*$/gmu) ?? [];
  expect(passed).toEqual(virtualHours.map(({ name }, at) => `ok ${at + 1} - ${name}`));
  expect(status).toBe(0);
});

test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])("%d is no time that may pass", async (ms) => {
  const tick = vi.fn<(ms: number) => void>();
  await expect(passTime(tick, ms)).rejects.toThrow(`ms: expected milliseconds above 0, found ${ms}`);
  await expect(passTime(tick, 1, { stepMs: ms })).rejects.toThrow(
    `stepMs: expected milliseconds above 0, found ${ms}`,
  );
  expect(tick).not.toHaveBeenCalled();
});
