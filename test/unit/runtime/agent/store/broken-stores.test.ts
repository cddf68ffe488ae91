import { taskStoreCases } from "@a2agen/agent-conformance";
import { describe, expect, test } from "vitest";
import { brokenStores, makeBroken } from "./broken-stores.ts";

describe("the conformance suite finds stores in which", () => {
  test.each(brokenStores.map((broken) => [broken.mistake, broken] as const))("%s", async (_, broken) => {
    const cases = taskStoreCases(async () => ({ store: makeBroken(broken) }), { timeoutMs: 200 });
    const found = cases.find(({ name }) => name === broken.caughtBy);
    const error = await outcomeOf(found?.run());
    expect(error).toBeInstanceOf(Error);
    const said = (error as Error).message;
    if (broken.says.endsWith(" ")) expect(said.slice(0, broken.says.length)).toBe(broken.says);
    else expect(said).toBe(broken.says);
  });
});

test("the cases of the conformance suite have different names", () => {
  const names = taskStoreCases(() => Promise.reject(new Error("not run"))).map(({ name }) => name);
  expect(names.toSorted()).toEqual([...new Set(names)].toSorted());
});

test("a store that cannot wait for changes, and leaves `changed` out, passes", async () => {
  const cases = taskStoreCases(async () => {
    const { changed: _, ...store } = makeBroken({
      mistake: "none",
      caughtBy: "",
      says: "",
      make: () => ({}),
    });
    return { store };
  });
  for (const { name, run } of cases) expect([name, await outcomeOf(run())]).toEqual([name, undefined]);
});

test("a case closes its store, however it ends", async () => {
  let closed = 0;
  for (const broken of brokenStores.slice(0, 3)) {
    const make = async (): Promise<{ store: ReturnType<typeof makeBroken>; close(): Promise<void> }> => ({
      store: makeBroken(broken),
      async close() {
        closed++;
      },
    });
    const cases = taskStoreCases(make).filter(({ name }) => name === broken.caughtBy);
    for (const { run } of cases) await outcomeOf(run());
  }
  expect(closed).toBe(3);
});

async function outcomeOf(run: Promise<void> | undefined): Promise<unknown> {
  try {
    await run;
    return undefined;
  } catch (error) {
    return error;
  }
}
