import { A2AService } from "@a2agen/a2a-1.0";
import {
  canceled,
  completed,
  inputRequired,
  MemoryTaskStore,
  type TaskStore,
  textArtifact,
  working,
} from "@a2agen/runtime/agent";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  aborted,
  createGate,
  failureOf,
  follow,
  inShort,
  outline,
  type StartedAgent,
  type StartOptions,
  startAgent,
  stateOf,
  summary,
  taskOf,
  userMessage,
} from "../../../shared/agent/start-agent.ts";
import { collect } from "../../../shared/collect.ts";

const stores = [
  { name: "a store that waits for changes", make: () => new MemoryTaskStore({ service: A2AService }) },
  { name: "a store that is asked again and again", make: () => withoutChanges() },
];

describe.each(stores)("two agents on $name", ({ make }) => {
  let store: TaskStore;
  const started: StartedAgent[] = [];

  beforeEach(() => {
    store = make();
  });

  afterEach(async () => {
    await Promise.all(started.splice(0).map((one) => one.close()));
  });

  async function start(execute: StartOptions["execute"]): Promise<StartedAgent> {
    const one = await startAgent({ execute, store, limits: { pollMs: 20, stopMs: 2000 } });
    started.push(one);
    return one;
  }

  const idle: StartOptions["execute"] = async function* () {};

  test("a task is read, followed and canceled from the other one", async () => {
    const gate = createGate();
    const one = await start(async function* ({ signal }) {
      yield working("begun");
      await gate.opened;
      yield textArtifact("a", "half");
      await aborted(signal);
      yield canceled("I stopped.");
    });
    const two = await start(idle);
    const { first, all } = await follow(one.client.sendStreamingMessage({ message: userMessage("hi") }));
    const { id } = taskOf(first);
    const { all: others } = await follow(two.client.subscribeToTask({ id }));
    gate.open();
    expect(summary(await two.client.cancelTask({ id }))).toEqual({
      state: "canceled",
      says: "I stopped.",
      history: ["user: hi", "agent: begun"],
      artifacts: ["a: half"],
    });
    const events = outline(await all);
    expect(events).toEqual(["task submitted", "working: begun", "artifact a: half", "canceled: I stopped."]);
    expect(outline(await others).slice(1)).toEqual(events.slice(-(await others).length + 1));
  });

  test("a message to a task that is at work elsewhere has its next turn there", async () => {
    const gate = createGate();
    const texts: string[] = [];
    const one = await start(async function* ({ text }) {
      texts.push(text);
      yield working();
      if (text === "one") await gate.opened;
      yield textArtifact(text, text);
    });
    const two = await start(idle);
    const configuration = { returnImmediately: true };
    const { id } = taskOf(await one.client.sendMessage({ message: userMessage("one"), configuration }));
    while (stateOf(await two.client.getTask({ id })) !== "working");
    const second = two.client.sendMessage({ message: userMessage("two", { taskId: id }) });
    while (((await one.client.getTask({ id })).history ?? []).length < 2);
    gate.open();
    expect(summary(taskOf(await second))).toEqual({
      state: "completed",
      history: ["user: one", "user: two"],
      artifacts: ["one: one", "two: two"],
    });
    expect(texts).toEqual(["one", "two"]);
  });

  test("a task that waits is taken up by the other one, and a repeated message by none", async () => {
    const asking: StartOptions["execute"] = async function* ({ task, text }) {
      if (task === undefined) yield inputRequired("How many?");
      else yield completed(`${text} it is.`);
    };
    const [one, two] = [(await start(asking)).clientOf("alice"), (await start(asking)).clientOf("alice")];
    const message = userMessage("hi");
    const { id } = taskOf(await one.sendMessage({ message }));
    expect(taskOf(await two.sendMessage({ message })).id).toBe(id);
    const answer = userMessage("Three", { taskId: id });
    const task = taskOf(await two.sendMessage({ message: answer }));
    expect(taskOf(await one.sendMessage({ message: answer }))).toEqual(task);
    expect(summary(task)).toEqual({
      state: "completed",
      says: "Three it is.",
      history: ["user: hi", "agent: How many?", "user: Three"],
    });
  });

  test("of two messages at the same time one has the turn, and the other one the next or an error", async () => {
    const asking: StartOptions["execute"] = async function* ({ task, text }) {
      if (task === undefined) yield inputRequired("How many?");
      else yield textArtifact(text, text);
    };
    const [one, two] = [await start(asking), await start(asking)];
    const { id } = taskOf(await one.client.sendMessage({ message: userMessage("hi") }));
    const outcomes = await Promise.allSettled(
      [one, two].map(({ client }, index) =>
        client.sendMessage({ message: userMessage(`m${index}`, { taskId: id }) }),
      ),
    );
    const task = await one.client.getTask({ id });
    expect(stateOf(task)).toBe("completed");
    const answered = task.artifacts?.map(({ artifactId }) => artifactId).sort();
    const taken = outcomes.flatMap(({ status }, index) => (status === "fulfilled" ? [`m${index}`] : []));
    for (const outcome of outcomes) {
      if (outcome.status === "rejected") {
        expect(inShort(await failureOf(Promise.reject(outcome.reason as Error)))).toEqual({
          error: "UnsupportedOperationError",
        });
      }
    }
    // A message that came while the other one was at work may be the one that its end leaves unanswered.
    expect(taken.length).toBeGreaterThan(0);
    for (const name of answered ?? []) expect(taken).toContain(name);
  });

  test("a task that nobody works on any more is canceled in the end", async () => {
    await store.create({
      task: {
        id: "left",
        contextId: "c",
        status: { state: "TASK_STATE_WORKING", timestamp: new Date().toISOString() },
      },
      scope: "[null,null]",
    });
    const one = await startAgent({ execute: idle, store, limits: { pollMs: 5, stopMs: 20 } });
    started.push(one);
    expect(stateOf(await one.client.cancelTask({ id: "left" }))).toBe("canceled");
    const entries = await store.entries("left", 0);
    expect(entries.map((entry) => Object.keys(entry)[0])).toEqual(["cancelRequest", "statusUpdate"]);
  });

  test("a task that another one ends is over here", async () => {
    const reasons: string[] = [];
    const stopped = createGate();
    const one = await start(async function* ({ signal }) {
      yield working();
      await aborted(signal);
      reasons.push((signal.reason as Error).message);
      stopped.open();
    });
    const { first, all } = await follow(one.client.sendStreamingMessage({ message: userMessage("hi") }));
    const { id, contextId = "" } = taskOf(first);
    while (stateOf(await one.client.getTask({ id })) !== "working");
    const status = { state: "TASK_STATE_FAILED" as const, timestamp: new Date().toISOString() };
    await store.append(id, 1, [{ statusUpdate: { taskId: id, contextId, status } }]);
    await stopped.opened;
    expect(outline(await all)).toEqual(["task submitted", "working", "failed"]);
    expect(reasons).toEqual(["another process works on the task"]);
  });

  test("a task that is removed ends its streams", async () => {
    const stopped = createGate();
    const one = await start(async function* ({ signal }) {
      yield working();
      await aborted(signal);
      stopped.open();
    });
    const { first, all } = await follow(one.client.sendStreamingMessage({ message: userMessage("hi") }));
    all.catch(() => undefined);
    await store.delete(taskOf(first).id);
    expect(inShort(await failureOf(all))).toEqual({ error: "TaskNotFoundError" });
    await stopped.opened;
  });
});

test("a store that fails fails the call, and the client is told nothing of it", async () => {
  const store = new MemoryTaskStore({ service: A2AService });
  const broken: TaskStore = Object.assign(withoutChanges(store), {
    append: () => Promise.reject(new Error("the disk is full")),
  });
  const started = await startAgent({
    store: broken,
    async *execute() {
      yield working();
    },
  });
  const task = taskOf(
    await started.client.sendMessage({
      message: userMessage("hi"),
      configuration: { returnImmediately: true },
    }),
  );
  await started.agent.close();
  expect(stateOf(task)).toBe("submitted");
  expect(started.reported.map(({ error, place }) => [(error as Error).message, place])).toEqual([
    ["the disk is full", { taskId: task.id, activity: "store" }],
    ["the disk is full", { taskId: task.id, activity: "store" }],
  ]);
  await started.close();
});

test("a store without room refuses messages until there is some", async () => {
  const store = new MemoryTaskStore({ service: A2AService, maxTasks: 1 });
  const started = await startAgent({
    store,
    async *execute() {
      yield inputRequired();
    },
  });
  const { id } = taskOf(await started.client.sendMessage({ message: userMessage("hi") }));
  expect(inShort(await failureOf(started.client.sendMessage({ message: userMessage("ho") })))).toEqual({
    error: "RESOURCE_EXHAUSTED",
  });
  await started.client.cancelTask({ id });
  const events = await collect(started.client.sendStreamingMessage({ message: userMessage("ho") }));
  expect(outline(events)).toEqual(["task submitted", "input-required"]);
  await started.close();
});

/** A store that cannot wait. */
function withoutChanges(store: TaskStore = new MemoryTaskStore({ service: A2AService })): TaskStore {
  return {
    create: (task) => store.create(task),
    append: (id, version, entries) => store.append(id, version, entries),
    read: (id) => store.read(id),
    entries: (id, after, limit) => store.entries(id, after, limit),
    list: (query) => store.list(query),
    delete: (id) => store.delete(id),
  };
}
