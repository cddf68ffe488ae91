import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Slots } from "../../../../packages/runtime/src/push/slots.ts";

const { signal } = new AbortController();

describe("slots", () => {
  test("are given in turn to the keys that wait, up to the share of each and the number in all", async () => {
    const slots = new Slots(3, 2);
    const order: string[] = [];
    const held: (() => void)[] = [];
    const waiting = ["a1", "a2", "a3", "a4", "b1", "b2", "c1"].map(async (name) => {
      held.push(await slots.acquire(name.slice(0, 1), signal));
      order.push(name);
    });
    for (let i = 0; i < waiting.length; i++) {
      await new Promise((resolve) => setImmediate(resolve));
      if (i === 0) expect(order).toEqual(["a1", "a2", "b1"]);
      held.shift()?.();
    }
    await Promise.all(waiting);
    expect(order).toHaveLength(7);
    expect(order.indexOf("c1")).toBeLessThan(order.indexOf("a4"));
  });

  test("can be given back twice to the same effect", async () => {
    const slots = new Slots(1, 1);
    const release = await slots.acquire("a", signal);
    release();
    release();
    await slots.acquire("a", signal);
    const controller = new AbortController();
    const second = slots.acquire("b", controller.signal);
    controller.abort(new Error("enough"));
    await expect(second).rejects.toThrow("enough");
  });

  test("are never more than allowed, and nobody waits for ever", async () => {
    const seed = Date.now() % 2 ** 31;
    console.log(`seed of the slots: ${seed}`);
    const step = fc.record({ key: fc.constantFrom("a", "b", "c"), leaves: fc.boolean(), turns: fc.nat(3) });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const slots = new Slots(3, 2);
        const active = new Map<string, number>();
        let inAll = 0;
        const run = async ({ key, leaves, turns }: (typeof steps)[number]): Promise<void> => {
          const controller = new AbortController();
          const slot = slots.acquire(key, controller.signal);
          if (leaves) controller.abort(new Error("gone"));
          const release = await slot.catch(() => undefined);
          if (release === undefined) return;
          active.set(key, (active.get(key) ?? 0) + 1);
          inAll++;
          expect(active.get(key)).toBeLessThanOrEqual(2);
          expect(inAll).toBeLessThanOrEqual(3);
          for (let i = 0; i < turns; i++) await Promise.resolve();
          active.set(key, (active.get(key) ?? 0) - 1);
          inAll--;
          release();
        };
        await Promise.all(steps.map(run));
        expect(inAll).toBe(0);
      }),
      { seed },
    );
  });
});
