import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { passTime } from "../../../packages/testing/src/index.ts";
import { virtualHours } from "./virtual-hours.ts";

mock.timers.enable({ apis: ["setTimeout", "setInterval", "Date"] });
mock.method(performance, "now", () => Date.now());

for (const { name, run, want } of virtualHours) {
  void test(name, async () => {
    assert.deepEqual(await run((ms) => passTime((step) => mock.timers.tick(step), ms)), want);
  });
}
