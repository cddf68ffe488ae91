import { errors } from "@a2agen/a2a-1.0";
import { completed, type Execute, textArtifact, working } from "@a2agen/runtime/agent";
import { isCallError } from "@a2agen/runtime/service";
import { describe, expect, test } from "vitest";
import {
  aborted,
  createGate,
  failureOf,
  inShort,
  outline,
  start,
  stateOf,
  summary,
  taskOf,
  userMessage,
} from "../../../shared/agent/start-agent.ts";
import { collect } from "../../../shared/collect.ts";

/** An author that gives what it must not. */
function giving(...events: readonly unknown[]): Execute {
  return async function* () {
    yield* events as readonly ReturnType<typeof working>[];
  };
}

const notAllowed = "The agent did something that the protocol does not allow.";

interface Case {
  readonly name: string;
  readonly execute: Execute;
  readonly says: string;
}

/** As a tree it would have 2 to the power of its depth. */
const cyclicTwice: unknown[] = [];
cyclicTwice.push(cyclicTwice, cyclicTwice);
const cyclic: { artifactId: string; parts: unknown[] } = { artifactId: "a", parts: [] };
cyclic.parts.push({ data: cyclic });

const cases: readonly Case[] = [
  {
    name: "throws",
    execute: async function* () {
      yield working("on it");
      throw new Error("the password is swordfish");
    },
    says: "The agent failed.",
  },
  {
    name: "throws what is no error",
    execute: async function* () {
      yield working("on it");
      // oxlint-disable-next-line typescript/only-throw-error, no-throw-literal -- as hostile authors do
      throw "the password is swordfish";
    },
    says: "The agent failed.",
  },
  {
    name: "throws an error that is made for its client",
    execute: async function* () {
      yield working("on it");
      throw errors.UnsupportedOperationError("pears are out of season");
    },
    says: "pears are out of season",
  },
  { name: "gives nothing", execute: giving(undefined), says: notAllowed },
  { name: "gives null", execute: giving(null), says: notAllowed },
  { name: "gives a text", execute: giving("hello"), says: notAllowed },
  { name: "gives an empty object", execute: giving({}), says: notAllowed },
  {
    name: "gives both a status and an artifact",
    execute: giving({ ...working(), ...textArtifact("a", "b") }),
    says: notAllowed,
  },
  { name: "gives an unknown state", execute: giving({ status: { state: "DONE" } }), says: notAllowed },
  { name: "gives a state that is no text", execute: giving({ status: { state: 2n } }), says: notAllowed },
  {
    name: "gives a status that is none",
    execute: giving({ status: "TASK_STATE_WORKING" }),
    says: notAllowed,
  },
  {
    name: "goes back to the beginning",
    execute: giving(working(), { status: { state: "TASK_STATE_SUBMITTED" } }),
    says: notAllowed,
  },
  {
    name: "gives an event of another task",
    execute: giving({ ...working(), taskId: "another" }),
    says: notAllowed,
  },
  {
    name: "gives an event of another context",
    execute: giving({ ...textArtifact("a", "b"), contextId: "another" }),
    says: notAllowed,
  },
  {
    name: "gives the message of another task",
    execute: giving(working({ parts: [{ text: "a" }], taskId: "another" })),
    says: notAllowed,
  },
  {
    name: "gives a message in the role of the client",
    execute: giving(working({ parts: [{ text: "a" }], role: "ROLE_USER" as "ROLE_AGENT" })),
    says: notAllowed,
  },
  { name: "gives a message without parts", execute: giving(working({ parts: [] })), says: notAllowed },
  {
    name: "gives an artifact without parts",
    execute: giving({ artifact: { artifactId: "a" } }),
    says: notAllowed,
  },
  {
    name: "gives an artifact with two contents in a part",
    execute: giving({ artifact: { artifactId: "a", parts: [{ text: "a", data: 1 }] } }),
    says: notAllowed,
  },
  {
    name: "gives an artifact of a class",
    execute: giving({ artifact: { artifactId: "a", parts: [{ data: new Map() }] } }),
    says: notAllowed,
  },
  {
    name: "gives data that is no JSON",
    execute: giving({ artifact: { artifactId: "a", parts: [{ data: { a: () => 1 } }] } }),
    says: notAllowed,
  },
  { name: "gives an artifact that holds itself", execute: giving({ artifact: cyclic }), says: notAllowed },
  {
    name: "gives an artifact with a list that holds itself twice",
    execute: giving({ artifact: { artifactId: "a", parts: [{ data: cyclicTwice }] } }),
    says: notAllowed,
  },
  {
    name: "gives an event that throws when it is read",
    execute: giving({
      get status(): never {
        throw new Error("the password is swordfish");
      },
    }),
    says: "The agent failed.",
  },
  {
    name: "has an iterator without a method next",
    execute: () => ({ [Symbol.asyncIterator]: () => ({}) as AsyncIterator<never> }),
    says: "The agent failed.",
  },
  {
    name: "has an iterator that gives no results",
    execute: () => ({
      [Symbol.asyncIterator]: () =>
        ({ next: () => Promise.resolve(undefined) }) as unknown as AsyncIterator<never>,
    }),
    says: "The agent failed.",
  },
  {
    name: "cannot be iterated over",
    execute: () => ({
      [Symbol.asyncIterator]: () => {
        throw new Error("the password is swordfish");
      },
    }),
    says: "The agent failed.",
  },
];

test.each(cases)(
  "the task of an author that $name fails, and the next one does not",
  async ({ execute, says }) => {
    const { client, reported } = await start({
      execute: (turn) => (turn.text === "good" ? giving(completed("fine"))(turn) : execute(turn)),
    });
    const task = taskOf(await client.sendMessage({ message: userMessage("hi") }));
    expect({ state: stateOf(task), says: task.status.message?.parts }).toEqual({
      state: "failed",
      says: [{ text: says }],
    });
    expect(JSON.stringify(task)).not.toContain("swordfish");
    expect(reported.map(({ place }) => place)).toEqual([{ taskId: task.id, activity: "execute" }]);
    expect(summary(taskOf(await client.sendMessage({ message: userMessage("good") })))).toEqual({
      state: "completed",
      says: "fine",
      history: ["user: good"],
    });
  },
);

test.each([
  { name: "nothing", execute: (() => undefined) as unknown as Execute },
  { name: "a number", execute: (() => 1) as unknown as Execute },
  { name: "a list", execute: (() => [completed()]) as unknown as Execute },
])("an author that returns $name fails the call", async ({ execute }) => {
  const { client, reported } = await start({ execute });
  const error = await failureOf(client.sendMessage({ message: userMessage("hi") }));
  expect([inShort(error), error.message]).toEqual([{ error: "INTERNAL" }, "internal error"]);
  expect(reported).toHaveLength(1);
});

test.each([
  { name: "nothing", reply: undefined },
  { name: "no parts", reply: { parts: [] } },
  { name: "a class", reply: { parts: [{ data: new Date(0) }] } },
  { name: "another context", reply: { parts: [{ text: "a" }], contextId: "another" } },
])("a reply with $name is an invalid answer", async ({ reply }) => {
  const { client, reported } = await start({ execute: (async () => reply) as unknown as Execute });
  const error = await failureOf(client.sendMessage({ message: userMessage("hi") }));
  expect(inShort(error)).toEqual({ error: "InvalidAgentResponseError" });
  expect(reported).toHaveLength(1);
});

test("properties that are undefined are as if they were not there", async () => {
  const { client } = await start({
    execute: giving({
      artifact: { artifactId: "a", name: undefined, parts: [{ text: "b", metadata: undefined }] },
      append: undefined,
    }),
  });
  const task = taskOf(await client.sendMessage({ message: userMessage("hi") }));
  expect(task.artifacts).toEqual([{ artifactId: "a", parts: [{ text: "b" }] }]);
});

test("an event after the end of the task changes nothing and is told to the hook", async () => {
  const { agent, client, reported } = await start({
    execute: giving(completed("done"), working("again")),
  });
  const events = await collect(client.sendStreamingMessage({ message: userMessage("hi") }));
  expect(outline(events)).toEqual(["task submitted", "completed: done"]);
  await agent.close();
  expect(reported.map(({ error }) => (error as Error).message)).toEqual([
    "execute: an event came after the state TASK_STATE_COMPLETED, which is terminal",
  ]);
});

describe("time", () => {
  test("a turn that takes too long is told to stop, and its task fails", async () => {
    const reasons: unknown[] = [];
    const { client, reported } = await start({
      limits: { turnMs: 30 },
      async *execute({ signal }) {
        yield working();
        await aborted(signal);
        reasons.push(signal.reason);
        yield textArtifact("a", "so far");
      },
    });
    const task = taskOf(await client.sendMessage({ message: userMessage("hi") }));
    expect(summary(task)).toEqual({
      state: "failed",
      says: "The agent took longer than it may for a message.",
      history: ["user: hi"],
      artifacts: ["a: so far"],
    });
    expect(reasons.map((reason) => isCallError(reason) && reason.status)).toEqual(["DEADLINE_EXCEEDED"]);
    expect(reported).toHaveLength(1);
  });

  test("a turn that ignores its signal is left behind, and its late events are not heard", async () => {
    const late = createGate();
    const ended = createGate();
    const { client } = await start({
      limits: { turnMs: 20, stopMs: 20 },
      async *execute() {
        try {
          await late.opened;
          yield completed("too late");
        } finally {
          ended.open();
        }
      },
    });
    const task = taskOf(await client.sendMessage({ message: userMessage("hi") }));
    expect(stateOf(task)).toBe("failed");
    late.open();
    await ended.opened;
    expect(await client.getTask({ id: task.id })).toEqual(task);
  });

  test("a promise that never comes fails its call, and what comes of it later is nothing", async () => {
    const late = createGate();
    const { client } = await start({
      limits: { turnMs: 20, stopMs: 20, turns: 1 },
      async execute({ text }) {
        if (text === "slow") await late.opened;
        return "now";
      },
    });
    const error = await failureOf(client.sendMessage({ message: userMessage("slow") }));
    expect(inShort(error)).toEqual({ error: "DEADLINE_EXCEEDED" });
    // Its place is free again.
    expect((await client.sendMessage({ message: userMessage("quick") })).message?.parts).toEqual([
      { text: "now" },
    ]);
    late.open();
  });
});

describe("floods", () => {
  test("an author that never waits does not keep others from being served", async () => {
    const { client } = await start({
      limits: { entries: 50_000 },
      async *execute({ text }) {
        if (text !== "flood") return;
        for (;;) yield textArtifact("a", "x");
      },
    });
    const flood = client.sendMessage({ message: userMessage("flood") });
    const small = async (): Promise<string> => {
      for (let count = 0; count < 20; count++) await client.sendMessage({ message: userMessage("small") });
      return "small";
    };
    expect(await Promise.race([small(), flood.then(() => "flood")])).toBe("small");
    const task = taskOf(await flood);
    expect({ state: stateOf(task), says: task.status.message?.parts }).toEqual({
      state: "failed",
      says: [{ text: "The agent made more of this task than is kept." }],
    });
  });

  test("a task has no more entries than the limit, and the one that says so", async () => {
    const { client, reported } = await start({
      limits: { entries: 10 },
      async *execute() {
        for (let index = 0; ; index++) yield textArtifact("a", String(index), { append: true });
      },
    });
    const events = await collect(client.sendStreamingMessage({ message: userMessage("hi") }));
    expect(outline(events)).toEqual([
      "task submitted",
      ...Array.from({ length: 10 }, (_, index) => `artifact a +: ${index}`),
      "failed: The agent made more of this task than is kept.",
    ]);
    expect(reported).toHaveLength(1);
  });

  test("a task is no larger than the limit", async () => {
    const { client } = await start({
      limits: { size: 10_000 },
      async *execute() {
        for (;;) yield textArtifact("a", "x".repeat(1000), { append: true });
      },
    });
    const task = taskOf(await client.sendMessage({ message: userMessage("hi") }));
    expect(stateOf(task)).toBe("failed");
    expect(task.artifacts?.[0]?.parts).toEqual([{ text: "x".repeat(8000) }]);
  });

  test("messages that a task has no room for are refused", async () => {
    const gate = createGate();
    const { client } = await start({
      limits: { size: 10_000 },
      async *execute() {
        await gate.opened;
        yield* [];
      },
    });
    const configuration = { returnImmediately: true };
    const large = userMessage("x".repeat(20_000));
    expect(inShort(await failureOf(client.sendMessage({ message: large })))).toEqual({
      error: "RESOURCE_EXHAUSTED",
    });
    const { id } = taskOf(await client.sendMessage({ message: userMessage("hi"), configuration }));
    const more = userMessage("x".repeat(20_000), { taskId: id });
    expect(inShort(await failureOf(client.sendMessage({ message: more })))).toEqual({
      error: "RESOURCE_EXHAUSTED",
    });
    gate.open();
  });
});

test("a hook that throws or rejects does no harm", async () => {
  const hooks: readonly (() => unknown)[] = [
    () => {
      throw new Error("hook");
    },
    () => Promise.reject(new Error("hook")),
  ];
  for (const onError of hooks) {
    const { client } = await start({ execute: giving(1), onError });
    expect(stateOf(taskOf(await client.sendMessage({ message: userMessage("hi") })))).toBe("failed");
  }
});
