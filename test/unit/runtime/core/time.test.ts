import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  abortable,
  exponentialDelay,
  longestTimer,
  settledWithin,
  sleep,
  startTimer,
} from "../../../../packages/runtime/src/core/time.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("startTimer", () => {
  test("never waits longer than a timer can, and stops", () => {
    const fired: string[] = [];
    startTimer(Number.POSITIVE_INFINITY, () => fired.push("infinite"));
    const stop = startTimer(10, () => fired.push("stopped"));
    stop();
    vi.advanceTimersByTime(longestTimer - 1);
    expect(fired).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(fired).toEqual(["infinite"]);
  });
});

describe("sleep", () => {
  test("ends with its time and leaves no listener", async () => {
    const { signal } = new AbortController();
    const slept = sleep(100, { signal });
    await vi.advanceTimersByTimeAsync(100);
    await expect(slept).resolves.toBe(undefined);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("ends with its signal, at once when that is aborted already", async () => {
    const controller = new AbortController();
    const slept = sleep(100, { signal: controller.signal, unref: true });
    controller.abort();
    await slept;
    await sleep(100, { signal: controller.signal });
    expect(vi.getTimerCount()).toBe(0);
  });
});

test("delays double up to a maximum", () => {
  const rules = { initialDelayMs: 200, maximumDelayMs: 1000 };
  expect([1, 2, 3, 4, 5000].map((failures) => exponentialDelay(failures, rules))).toEqual([
    200, 400, 800, 1000, 1000,
  ]);
});

describe("abortable", () => {
  test("settles as the work does", async () => {
    const { signal } = new AbortController();
    await expect(abortable(Promise.resolve(1), signal)).resolves.toBe(1);
    await expect(abortable(Promise.reject(new Error("no")), signal)).rejects.toThrow("no");
  });

  test("rejects with the reason of the signal, before or meanwhile", async () => {
    const controller = new AbortController();
    const pending = new Promise<never>(() => undefined);
    const waiting = abortable(pending, controller.signal);
    controller.abort(new Error("stop"));
    await expect(waiting).rejects.toThrow("stop");
    await expect(abortable(pending, controller.signal)).rejects.toThrow("stop");
  });
});

describe("settledWithin", () => {
  test("waits for the work, and no longer than its time", async () => {
    await settledWithin(Promise.resolve(), 100);
    const late = settledWithin(new Promise<never>(() => undefined), 100);
    await vi.advanceTimersByTimeAsync(100);
    await late;
    await expect(settledWithin(Promise.reject(new Error("no")), 100)).rejects.toThrow("no");
    expect(vi.getTimerCount()).toBe(0);
  });
});
