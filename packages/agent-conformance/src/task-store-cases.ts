import type { TaskStore } from "@a2agen/runtime/agent";
import { appendCases } from "./append-cases.ts";
import { changedCases } from "./changed-cases.ts";
import { createCases } from "./create-cases.ts";
import { deleteCases } from "./delete-cases.ts";
import { entriesCases } from "./entries-cases.ts";
import { idempotencyCases } from "./idempotency-cases.ts";
import { identifierCases } from "./identifier-cases.ts";
import { leaseCases } from "./lease-cases.ts";
import { listCases } from "./list-cases.ts";
import { longLogCases } from "./long-log-cases.ts";
import { pagingCases } from "./paging-cases.ts";
import { queueCases } from "./queue-cases.ts";
import { readCases } from "./read-cases.ts";
import { retentionCases } from "./retention-cases.ts";
import { stateCases } from "./state-cases.ts";
import type { StoreCheck } from "./store-check.ts";
import { webhookCases } from "./webhook-cases.ts";

/** One behaviour of a store. It may be run in any order, beside others, and more than once. */
export interface TaskStoreCase {
  /** What a store does; unique among the cases. */
  readonly name: string;
  /** Fails with an Error that says what was expected and what came. */
  run(): Promise<void>;
}

/** An empty store; each case gets its own. */
export interface StoreToCheck {
  readonly store: TaskStore;
  /** A second instance over the same tasks, as another process would have; `store` itself when absent. */
  readonly replica?: TaskStore;
  /** Called after the case, whether it passed or failed. */
  close?(): Promise<void>;
}

/** Limits of the cases. */
export interface StoreCasesOptions {
  /** Milliseconds after which a case gives up waiting for something that has to happen. 10,000. */
  readonly timeoutMs?: number;
}

/**
 * The behaviours that the agent kit relies on, for a test of any framework:
 *
 *     for (const { name, run } of taskStoreCases(makeStore)) it(name, run);
 *
 * The largest case writes 10,000 entries, and the store has to have room for 1,000 tasks. Only what
 * `TaskStore` says is checked: not how long tasks are kept, and how many.
 */
export function taskStoreCases(
  makeStore: () => Promise<StoreToCheck>,
  { timeoutMs = 10_000 }: StoreCasesOptions = {},
): readonly TaskStoreCase[] {
  return checks.map(({ name, check }) => ({
    name,
    async run() {
      const made = await makeStore();
      const { store, replica = store } = made;
      try {
        await check({ store, replica, within: (promise, what) => within(promise, { what, timeoutMs }) });
      } finally {
        await made.close?.();
      }
    },
  }));
}

const checks: readonly StoreCheck[] = [
  ...createCases,
  ...idempotencyCases,
  ...appendCases,
  ...readCases,
  ...entriesCases,
  ...changedCases,
  ...listCases,
  ...pagingCases,
  ...deleteCases,
  ...identifierCases,
  ...longLogCases,
  ...leaseCases,
  ...webhookCases,
  ...queueCases,
  ...retentionCases,
  ...stateCases,
];

/** Fails when a promise is not settled in time. */
async function within<T>(
  promise: Promise<T>,
  { what, timeoutMs }: { readonly what: string; readonly timeoutMs: number },
): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what}: did not happen within ${timeoutMs} ms`)), timeoutMs);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
