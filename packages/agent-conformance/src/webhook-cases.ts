import { protocol } from "@a2agen/a2a-1.0";
import type { StoredPushConfig, TaskStore, WebhookStore } from "@a2agen/runtime/agent";
import { expectProblem, expectSame } from "./expect-same.ts";
import { createTask, newTask, timeAt } from "./samples.ts";
import type { CheckedStore, StoreCheck } from "./store-check.ts";

/** Milliseconds: over at once, and not before the case is. */
const short = 1;
const long = 3_600_000;

const room = { perTask: 100, perScope: 1000, total: 10_000 };

/** A store without `webhooks` passes all of them. */
export const webhookCases: readonly StoreCheck[] = [
  {
    name: "webhooks are listed as they were set, in the order of their addition, wherever they were set",
    check: (given) =>
      withWebhooks(given, async (store, replica) => {
        const webhooks = ["b", "a", "c"].map((id) => webhookOf("t", id, 0));
        for (const [index, webhook] of webhooks.entries()) {
          await (index % 2 === 0 ? store : replica).set(webhook, room);
        }
        await store.set(webhookOf("u", "a", 3), room);
        expectSame(await replica.list("t"), webhooks, "webhooks of the task");
        const changed = { ...webhookOf("t", "a", 0), profile: "another" };
        await replica.set(changed, room);
        expectSame(await store.list("t"), [webhooks[0], changed, webhooks[2]], "webhooks after a change");
        expectSame(await store.list("none"), [], "webhooks of a task that is not there");
      }),
  },
  {
    name: "a webhook that is deleted is gone, for its owner as well",
    check: (given) =>
      withWebhooks(given, async (store, replica) => {
        await store.set(webhookOf("t", "a", 0), room);
        await store.claim("one", long, 10);
        await replica.delete("t", "a");
        await replica.delete("t", "none");
        expectSame(await store.list("t"), [], "webhooks of the task");
        expectSame(await advance(store, "one", 1), undefined, "the webhook of its owner");
      }),
  },
  {
    name: "a webhook is claimed by one process, until its lease has ended",
    check: (given) =>
      withWebhooks(given, async (store, replica) => {
        const webhooks = Array.from({ length: 20 }, (_, index) => webhookOf("t", `w-${index}`, 0));
        for (const webhook of webhooks) await store.set(webhook, room);
        const claims = await Promise.all(
          Array.from({ length: 10 }, (_, index) =>
            (index % 2 ? store : replica).claim(`p-${index}`, long, 3),
          ),
        );
        const rest = await store.claim("rest", long, 100);
        const all = [...claims.flat(), ...rest].map(({ config }) => config.id).toSorted();
        expectSame(all, webhooks.map(({ config }) => config.id).toSorted(), "webhooks of all claims");
        expectSame(await replica.claim("late", long, 100), [], "webhooks that are left");
      }),
  },
  {
    name: "a webhook whose lease has ended goes on at its version in another process, and not in the first",
    check: (given) =>
      withWebhooks(given, async (store, replica) => {
        await store.set(webhookOf("t", "a", 2), room);
        await store.claim("one", long, 10);
        expectSame(await advance(store, "one", 5), webhookOf("t", "a", 5), "the webhook of its owner");
        expectSame(await replica.claim("two", long, 10), [], "webhooks to claim");
        await advance(store, "one", 6, short);
        expectSame(await untilClaimed(given, replica), [webhookOf("t", "a", 6)], "webhooks of the other");
        expectSame(await advance(store, "one", 7), undefined, "the webhook of the first");
        expectSame(await replica.list("t"), [webhookOf("t", "a", 6)], "the webhook");
      }),
  },
  {
    name: "a store that keeps how far a notification goes keeps it for the next owner, and for a change",
    check: (given) =>
      withWebhooks(given, async (store, replica) => {
        await store.set(webhookOf("t", "a", 2), room);
        await store.claim("one", long, 10);
        const webhook = { taskId: "t", id: "a", owner: "one" };
        const sent = await store.advance(webhook, { version: 2, leaseMs: long, isOver: false, sending: 5 });
        if (sent?.sending === undefined) return;
        const kept = { ...webhookOf("t", "a", 2), sending: 5 };
        expectSame(sent, kept, "the webhook of its owner");
        await store.set(webhookOf("t", "a", 3), room);
        expectSame(await replica.list("t"), [kept], "webhooks after a change");
        await store.advance(webhook, { version: 2, leaseMs: short, isOver: false });
        expectSame(await untilClaimed(given, replica), [kept], "webhooks of the next owner");
      }),
  },
  {
    name: "a store that keeps the trace of a webhook gives it to its owner, until it is set without one",
    check: (given) =>
      withWebhooks(given, async (store, replica) => {
        const traced = { ...webhookOf("t", "a", 2), carrier: { traceparent: "00-1-2-01", baggage: "b=3" } };
        await store.set(traced, room);
        const [kept] = await replica.list("t");
        if (kept?.carrier === undefined) return;
        expectSame(kept, traced, "the webhook");
        expectSame(await replica.claim("one", long, 10), [traced], "webhooks of the owner");
        await store.set(webhookOf("t", "a", 2), room);
        expectSame(await replica.list("t"), [webhookOf("t", "a", 2)], "webhooks after a change");
      }),
  },
  {
    name: "renew keeps all webhooks of an owner, and ends their leases with 0 milliseconds",
    check: (given) =>
      withWebhooks(given, async (store, replica) => {
        for (const id of ["a", "b"]) await store.set(webhookOf("t", id, 0), room);
        await store.claim("one", long, 10);
        await replica.renew("two", 0);
        await store.renew("one", long);
        expectSame(await replica.claim("two", long, 10), [], "webhooks to claim");
        await store.renew("one", 0);
        const found = await untilClaimed(given, replica);
        expectSame(found.map(({ config }) => config.id).toSorted(), ["a", "b"], "webhooks to claim then");
      }),
  },
  {
    name: "a webhook that is over is claimed no more, until it is set again",
    check: (given) =>
      withWebhooks(given, async (store, replica) => {
        await store.set(webhookOf("t", "a", 0), room);
        await store.claim("one", short, 10);
        await store.advance({ taskId: "t", id: "a", owner: "one" }, { version: 4, leaseMs: 0, isOver: true });
        await store.set(webhookOf("t", "b", 0), room);
        const [only, ...others] = await untilClaimed(given, replica);
        expectSame([only?.config.id, others.length], ["b", 0], "webhooks to claim");
        expectSame((await replica.list("t")).length, 2, "number of webhooks");
        await replica.set(webhookOf("t", "a", 3), room);
        expectSame(await store.claim("one", long, 10), [webhookOf("t", "a", 3)], "webhooks to claim then");
      }),
  },
  {
    name: "a webhook that is set again goes on where it was, or before",
    check: (given) =>
      withWebhooks(given, async (store, replica) => {
        await store.set(webhookOf("t", "a", 4), room);
        await store.claim("one", long, 10);
        await replica.set(webhookOf("t", "a", 9), room);
        expectSame(await store.list("t"), [webhookOf("t", "a", 4)], "after a later version");
        await replica.set(webhookOf("t", "a", 2), room);
        expectSame(await store.list("t"), [webhookOf("t", "a", 2)], "after an earlier version");
        expectSame(await advance(store, "one", 5), webhookOf("t", "a", 5), "the webhook of its owner");
      }),
  },
  {
    name: 'set fails with "full" beyond the webhooks of a task or a scope, and replaces those that are there',
    check: (given) =>
      withWebhooks(given, async (store, replica) => {
        const small = { perTask: 2, perScope: 3, total: 10_000 };
        await store.set(webhookOf("t", "a", 0), small);
        await replica.set(webhookOf("t", "b", 0), small);
        await expectProblem(store.set(webhookOf("t", "c", 0), small), "full", "a third one of a task");
        await store.set(webhookOf("t", "b", 0), small);
        await store.set(webhookOf("u", "a", 0), small);
        await expectProblem(replica.set(webhookOf("u", "b", 0), small), "full", "a fourth one of a scope");
      }),
  },
  {
    name: "create adds the webhook of a task with it, or neither",
    check: (given) =>
      withWebhooks(given, async (store, replica) => {
        const small = { perTask: 1, perScope: 1, total: 10_000 };
        const entries = [{ cancelRequest: { at: timeAt(1) } }];
        const since = timeAt(0);
        const first = { ...newTask("v", { idempotency: { key: "k", since } }), entries };
        const webhook = webhookOf("v", "a", 1);
        await given.store.create({ ...first, webhook: { webhook, room: small } });
        expectSame(await replica.list("v"), [webhook], "webhooks of the task");
        expectSame(await replica.claim("one", long, 10), [webhook], "webhooks to claim");
        const again = newTask("w", { idempotency: { key: "k", since } });
        const repeated = { ...again, webhook: { webhook: webhookOf("w", "a", 0), room } };
        expectSame(await given.replica.create(repeated), { existing: "v" }, "a repeated request");
        expectSame(await store.list("w"), [], "webhooks of the repeated request");
        const other = { ...newTask("w"), webhook: { webhook: webhookOf("w", "a", 0), room: small } };
        await expectProblem(given.store.create(other), "full", "a second webhook of the scope");
        expectSame(await given.replica.read("w"), undefined, "the task whose webhook has no room");
        expectSame(await store.list("w"), [], "webhooks of that task");
        const fresh = newTask("w", { idempotency: { key: "l", since } });
        const full = { webhook: webhookOf("w", "a", 0), room: small };
        await expectProblem(
          given.store.create({ ...fresh, webhook: full }),
          "full",
          "one with an idempotency key",
        );
        expectSame(await given.replica.create(fresh), { existing: undefined }, "the same without a webhook");
      }),
  },
  {
    name: "a task is deleted with its webhooks",
    check: (given) =>
      withWebhooks(given, async (store, replica) => {
        await store.set(webhookOf("t", "a", 0), room);
        await given.replica.delete("t");
        expectSame(await store.list("t"), [], "webhooks of the task");
        expectSame(await replica.claim("one", long, 10), [], "webhooks to claim");
      }),
  },
];

async function withWebhooks(
  { store, replica }: CheckedStore,
  check: (store: WebhookStore, replica: WebhookStore) => Promise<void>,
): Promise<void> {
  if (!hasWebhooks(store) || !hasWebhooks(replica)) return;
  for (const id of ["t", "u"]) await createTask(store, id);
  await check(store.webhooks, replica.webhooks);
}

function hasWebhooks(store: TaskStore): store is TaskStore & Required<Pick<TaskStore, "webhooks">> {
  return store.webhooks !== undefined;
}

function webhookOf(taskId: string, id: string, version: number): StoredPushConfig {
  const config = { taskId, id, url: `https://example.com/${id}`, token: "token" };
  return { config, profile: protocol.name, scope: "scope", version };
}

function advance(
  store: WebhookStore,
  owner: string,
  version: number,
  leaseMs = long,
): Promise<StoredPushConfig | undefined> {
  return store.advance({ taskId: "t", id: "a", owner }, { version, leaseMs, isOver: false });
}

/** What can be claimed, as soon as there is something. */
function untilClaimed({ within }: CheckedStore, store: WebhookStore): Promise<readonly StoredPushConfig[]> {
  let isOver = false;
  const look = async (): Promise<readonly StoredPushConfig[]> => {
    for (;;) {
      const found = await store.claim("two", long, 100);
      if (isOver || found.length > 0) return found;
      // A lease ends by the clock of the store, which does not say so.
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  };
  return within(look(), "the end of a lease on a webhook").finally(() => {
    isOver = true;
  });
}
