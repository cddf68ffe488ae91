import { describe, expect, test } from "vitest";
import {
  CallMeter,
  type CallMeterInit,
} from "../../../../../packages/runtime/src/host/rate-limit/call-meter.ts";

function start(init: Partial<CallMeterInit> = {}): {
  readonly meter: CallMeter;
  readonly wait: (ms: number) => void;
} {
  let time = 5_000_000.1;
  const meter = new CallMeter({ calls: 3, perSeconds: 1, keys: 100_000, now: () => time, ...init });
  return {
    meter,
    wait: (ms) => {
      time += ms;
    },
  };
}

function takeAll(meter: CallMeter, key: string): number {
  for (let taken = 0; ; taken++) if (meter.take(key) > 0) return taken;
}

describe("a meter of 3 calls in a second", () => {
  test("lets 3 through at once, says how long the next one waits, and then lets it through", () => {
    const { meter, wait } = start();
    expect([meter.take("a"), meter.take("a"), meter.take("a")]).toEqual([0, 0, 0]);
    expect(meter.take("a")).toBeCloseTo(1000 / 3);
    wait(300);
    expect(meter.take("a")).toBeCloseTo(1000 / 3 - 300);
    wait(1000 / 3 - 300);
    expect(meter.take("a")).toBe(0);
    expect(meter.take("a")).toBeCloseTo(1000 / 3);
  });

  test("counts each key by itself, and has all calls again after a second", () => {
    const { meter, wait } = start();
    expect([takeAll(meter, "a"), takeAll(meter, "b"), takeAll(meter, "a")]).toEqual([3, 3, 0]);
    wait(1000);
    expect(takeAll(meter, "a")).toBe(3);
    wait(3_600_000);
    expect(takeAll(meter, "a")).toBe(3);
  });

  test("forgets a call that is given back, and nothing beyond", () => {
    const { meter } = start();
    meter.take("a");
    meter.giveBack("a");
    expect(meter.size).toBe(0);
    meter.giveBack("a");
    expect(takeAll(meter, "a")).toBe(3);
  });

  test("refuses a key that is blocked for so long, and no longer", () => {
    const { meter, wait } = start();
    meter.block("a", 5000);
    meter.block("a", 50);
    expect(meter.waitMs("a")).toBeCloseTo(5000);
    wait(5000);
    expect(takeAll(meter, "a")).toBe(1);
  });
});

test.each([1, 3, 6, 7, 600, 9999])("%i calls a minute are neither one more nor one less", (calls) => {
  const { meter, wait } = start({ calls, perSeconds: 60 });
  expect(takeAll(meter, "a")).toBe(calls);
  wait(60_000);
  expect(takeAll(meter, "a")).toBe(calls);
});

test("200,000 keys stay bounded, and those of late are remembered", () => {
  const { meter } = start({ calls: 1, keys: 100_000 });
  const began = performance.now();
  let largest = 0;
  for (let index = 0; index < 200_000; index++) {
    meter.take(`key-${index}`);
    largest = Math.max(largest, meter.size);
  }
  expect(largest).toBeLessThanOrEqual(100_000);
  expect(largest).toBeGreaterThan(50_000);
  expect([meter.waitMs("key-0"), meter.waitMs("key-199999")]).toEqual([0, 1000]);
  // A quarter of a second; with a search for the oldest key it takes several.
  expect(performance.now() - began).toBeLessThan(20_000);
});

test("a key in use is not forgotten for others", () => {
  const { meter } = start({ calls: 2, keys: 100 });
  meter.take("a");
  for (let index = 0; index < 1000; index++) {
    meter.take(`other-${index}`);
    if (index === 20) meter.take("a");
    if (index === 40) expect(meter.waitMs("a")).toBeGreaterThan(0);
  }
  expect(meter.waitMs("a")).toBe(0);
});
