import { expect, test } from "vitest";
import { runSteps, Step } from "../../../../packages/runtime/src/host/steps.ts";

test("steps run in their order, and without a promise if none of them returns one", () => {
  const log: unknown[] = [];
  const steps = [
    new Step({ name: "a", run: () => 1, keep: (kept: unknown[], found) => void kept.push(found) }),
    new Step<unknown[]>({ name: "b", run: (kept) => void kept.push("b") }),
  ];
  expect([runSteps(steps, log), log]).toEqual([undefined, [1, "b"]]);
});

test("a step waits for the one before it", async () => {
  const log: unknown[] = [];
  const steps = [
    new Step({
      name: "a",
      run: () => Promise.resolve(1),
      keep: (kept: unknown[], found) => void kept.push(found),
    }),
    new Step<unknown[]>({ name: "b", run: (kept) => void kept.push("b") }),
  ];
  const pending = runSteps(steps, log);
  expect(log).toEqual([]);
  await pending;
  expect(log).toEqual([1, "b"]);
});

test("an error ends the pipeline, explained by its step only", async () => {
  const explain = (cause: unknown): Error => new Error("explained", { cause });
  const fail = (): never => {
    throw new Error("no");
  };
  const never = new Step<unknown[]>({ name: "never", run: (kept) => void kept.push("never") });
  const log: unknown[] = [];
  const thrown = (): unknown => runSteps([new Step({ name: "throws", run: fail, explain }), never], log);
  expect(thrown).toThrow("explained");
  const rejecting = new Step({ name: "rejects", run: async () => fail(), explain });
  await expect(runSteps([rejecting, never], log)).rejects.toThrow("explained");
  const keeping = new Step({ name: "keeps", run: async () => 1, keep: fail, explain });
  await expect(runSteps([keeping, never], log)).rejects.toThrow("no");
  expect(log).toEqual([]);
});
