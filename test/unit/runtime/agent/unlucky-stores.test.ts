import { A2AService } from "@a2agen/a2a-1.0";
import { MemoryTaskStore, type TaskStore, working } from "@a2agen/runtime/agent";
import { webhooks } from "@a2agen/runtime/push";
import { expect, test } from "vitest";
import {
  createGate,
  failureOf,
  follow,
  inShort,
  outline,
  startAgent,
  stateOf,
  taskOf,
  userMessage,
} from "../../../shared/agent/start-agent.ts";
import { collect } from "../../../shared/collect.ts";

/** A store in memory with some methods of its own. */
function storeWith(own: (inner: TaskStore) => Partial<TaskStore>): TaskStore {
  const inner = new MemoryTaskStore({ service: A2AService });
  const store: TaskStore = {
    create: (task) => inner.create(task),
    append: (id, version, entries) => inner.append(id, version, entries),
    read: (id) => inner.read(id),
    entries: (id, after, limit) => inner.entries(id, after, limit),
    changed: (id, version, signal) => inner.changed(id, version, signal),
    list: (query) => inner.list(query),
    delete: (id) => inner.delete(id),
  };
  return { ...store, ...own(inner) };
}

/** How drivers tell that a database is away, and how other failures look. */
const failures = [
  { name: "a full disk", failure: () => new Error("no disk"), status: "INTERNAL" },
  { name: "a mistake", failure: () => new TypeError("x is not a function"), status: "INTERNAL" },
  {
    name: "a refused connection",
    failure: () => Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" }),
    status: "UNAVAILABLE",
  },
  {
    name: "a socket that is gone",
    failure: () => Object.assign(new Error("connect ENOENT"), { code: "ENOENT", syscall: "connect" }),
    status: "UNAVAILABLE",
  },
  {
    name: "a missing file",
    failure: () => Object.assign(new Error("open ENOENT"), { code: "ENOENT", syscall: "open" }),
    status: "INTERNAL",
  },
  {
    name: "a database that shuts down",
    failure: () => Object.assign(new Error("terminating connection"), { code: "57P01" }),
    status: "UNAVAILABLE",
  },
  ...[
    ["a deadlock", "40P01"],
    ["a serialization failure", "40001"],
    ["a disk that is full", "53100"],
    ["a server without free connections", "53300"],
    ["a statement that took too long", "57014"],
    ["tables that are not there yet", "42P01"],
    ["tables of an older version", "42703"],
    ["a lock that was not free in time", "55P03"],
    ["a server that only reads", "25006"],
    ["a file system that is full", "ENOSPC"],
  ].map(([name = "", code]) => ({
    name,
    failure: () => Object.assign(new Error("refused"), { code }),
    status: "UNAVAILABLE",
  })),
  {
    name: "a syntax error",
    failure: () => Object.assign(new Error("syntax error"), { code: "42601" }),
    status: "INTERNAL",
  },
  {
    name: "a connection that ended",
    failure: () => new Error("query failed", { cause: new Error("Connection terminated unexpectedly") }),
    status: "UNAVAILABLE",
  },
];

test.each(failures)(
  "$name of a store is $status to all who wait for the task, and ends their waiting",
  async (given) => {
    const gate = createGate();
    let isDown = false;
    const store = storeWith((inner) => ({
      async append(id, version, entries) {
        if (isDown) throw given.failure();
        return inner.append(id, version, entries);
      },
    }));
    const started = await startAgent({
      store,
      async *execute({ text }) {
        if (text === "wait") {
          yield working();
          await gate.opened;
        }
        yield working("more");
      },
    });
    const { client } = started;
    const waiting = await follow(client.sendStreamingMessage({ message: userMessage("wait") }));
    const { id } = taskOf(waiting.first);
    const subscribed = await follow(client.subscribeToTask({ id }));
    isDown = true;
    const errors = [{ error: given.status }, { error: given.status }];
    const early = [
      failureOf(client.sendMessage({ message: userMessage("at once") })),
      failureOf(collect(client.sendStreamingMessage({ message: userMessage("at once") }))),
    ];
    expect((await Promise.all(early)).map(inShort)).toEqual(errors);
    gate.open();
    const late = [failureOf(waiting.all), failureOf(subscribed.all)];
    expect((await Promise.all(late)).map(inShort)).toEqual(errors);
    expect(new Set(started.reported.map(({ error }) => String(error)))).toEqual(
      new Set([String(given.failure())]),
    );
    expect(stateOf(await client.getTask({ id }))).toBe("working");
    isDown = false;
    await started.close();
  },
);

test("a task that the store makes after the time to stop was over fails, and its author is not begun", async () => {
  const creating = createGate();
  const gate = createGate();
  const store = storeWith((inner) => ({
    async create(task) {
      creating.open();
      await gate.opened;
      return inner.create(task);
    },
  }));
  let isBegun = false;
  const started = await startAgent({
    store,
    async *execute() {
      isBegun = true;
      yield working();
      await new Promise<never>(() => undefined);
    },
  });
  const events = collect(started.client.sendStreamingMessage({ message: userMessage("hello") }));
  await creating.opened;
  const closed = started.agent.close(0);
  // The time to stop is over when a timer that was set after it has run.
  await new Promise((resolve) => setTimeout(resolve, 1));
  gate.open();
  expect(outline(await events)).toEqual([
    "task submitted",
    "failed: The agent was shut down before the task was done.",
  ]);
  await closed;
  expect(isBegun).toBe(false);
  await started.close();
});

test("a queue that is out of reach is UNAVAILABLE to who cancels, and the webhooks to who sends", async () => {
  const failure = async (): Promise<never> => {
    throw Object.assign(new Error("terminating connection"), { code: "57P01" });
  };
  const gate = createGate();
  const inner = new MemoryTaskStore({ service: A2AService });
  const { webhooks: kept } = inner;
  const execute = async function* () {
    yield working();
    await gate.opened;
  };
  const worker = await startAgent({ store: inner, execute });
  const id = taskOf(
    await worker.client.sendMessage({
      message: userMessage("go"),
      configuration: { returnImmediately: true },
    }),
  ).id;
  const store = new Proxy<TaskStore>(inner, {
    get(target, name) {
      if (name === "queue") return { claim: async () => [], take: failure, waiting: () => gate.opened };
      if (name === "webhooks") return new Proxy(kept, { get: () => failure });
      const member: unknown = Reflect.get(target, name);
      return typeof member === "function" ? (member.bind(target) as unknown) : member;
    },
  });
  const other = await startAgent({ store, execute, push: webhooks() });
  expect(inShort(await failureOf(other.client.cancelTask({ id })))).toEqual({ error: "UNAVAILABLE" });
  const sent = other.client.sendMessage({
    message: userMessage("more", { taskId: id }),
    configuration: { taskPushNotificationConfig: { url: "https://example.com" } },
  });
  expect(inShort(await failureOf(sent))).toEqual({ error: "UNAVAILABLE" });
  gate.open();
  await Promise.all([worker.close(), other.close()]);
});
