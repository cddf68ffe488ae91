import type { TaskStore } from "@a2agen/runtime/agent";
import fc from "fast-check";
import { expect } from "vitest";
import { PlainStore } from "./plain-store.ts";
import { operation, perform } from "./store-operations.ts";

/** Whatever is done to a store, it does what the plain one does. */
export function storeProperty(makeStore: () => Promise<TaskStore>): fc.IAsyncProperty<unknown> {
  return fc.asyncProperty(fc.array(operation, { maxLength: 60, size: "max" }), async (operations) => {
    const store = await makeStore();
    const plain = new PlainStore();
    for (const [index, next] of operations.entries()) {
      const found = await perform(store, next);
      expect({ index, found }).toEqual({ index, found: await perform(plain, next) });
    }
  });
}
