import { canceled, completed, inputRequired, textArtifact, working } from "@a2agen/runtime/agent";
import { isCallError } from "@a2agen/runtime/service";
import { expect, test } from "vitest";
import {
  aborted,
  createGate,
  failureOf,
  follow,
  inShort,
  outline,
  type StartedAgent,
  start,
  summary,
  taskOf,
  userMessage,
} from "../../../shared/agent/start-agent.ts";
import { bindings } from "../../../shared/bindings/bindings.ts";

const configuration = { returnImmediately: true };

async function begin(client: StartedAgent["client"], text = "hi"): Promise<string> {
  return taskOf(await client.sendMessage({ message: userMessage(text), configuration })).id;
}

test.each(bindings)(
  "a task is canceled over $name: its author is told and has the last word",
  async ({ name }) => {
    const reasons: unknown[] = [];
    const { client, reported } = await start({
      binding: name,
      async *execute({ signal }) {
        yield working();
        await aborted(signal);
        reasons.push(signal.reason);
        yield textArtifact("half", "so far");
        yield canceled("I stopped.");
      },
    });
    const id = await begin(client);
    const { all } = await follow(client.subscribeToTask({ id }));
    const task = await client.cancelTask({ id });
    expect(summary(task)).toEqual({
      state: "canceled",
      says: "I stopped.",
      history: ["user: hi"],
      artifacts: ["half: so far"],
    });
    expect(outline(await all).at(-1)).toBe("canceled: I stopped.");
    expect(reasons.map((reason) => isCallError(reason) && reason.status)).toEqual(["CANCELLED"]);
    expect(reported).toEqual([]);
  },
);

test("an author that ends without a last word, or throws, leaves its task canceled", async () => {
  const { client, reported } = await start({
    async *execute({ signal, text }) {
      await aborted(signal);
      if (text === "throw") throw new Error("aborted");
      yield* [];
    },
  });
  for (const text of ["return", "throw"]) {
    const id = await begin(client, text);
    expect(summary(await client.cancelTask({ id }))).toEqual({
      state: "canceled",
      history: [`user: ${text}`],
    });
  }
  expect(reported).toEqual([]);
});

test("an author that does not stop is left behind, and what it says then is not heard", async () => {
  const late = createGate();
  const ended = createGate();
  const { client } = await start({
    limits: { stopMs: 20 },
    async *execute() {
      try {
        await late.opened;
        yield completed("too late");
      } finally {
        ended.open();
      }
    },
  });
  const id = await begin(client);
  expect(summary(await client.cancelTask({ id }))).toEqual({ state: "canceled", history: ["user: hi"] });
  late.open();
  await ended.opened;
  expect(summary(await client.getTask({ id }))).toEqual({ state: "canceled", history: ["user: hi"] });
});

test("a task that ends before it has stopped ends so", async () => {
  const { client } = await start({
    async *execute({ signal }) {
      await aborted(signal);
      yield completed("just done");
    },
  });
  const id = await begin(client);
  expect(summary(await client.cancelTask({ id }))).toEqual({
    state: "completed",
    says: "just done",
    history: ["user: hi"],
  });
});

test("a task that waits for its client is canceled at once", async () => {
  const { client } = await start({
    async *execute() {
      yield inputRequired("How many?");
    },
  });
  const { id } = taskOf(await client.sendMessage({ message: userMessage("hi") }));
  const { all } = await follow(client.subscribeToTask({ id }));
  expect(summary(await client.cancelTask({ id }))).toEqual({
    state: "canceled",
    history: ["user: hi", "agent: How many?"],
  });
  expect(outline(await all)).toEqual(["task input-required", "canceled"]);
});

test("a task that waits is canceled at once though its author is still busy", async () => {
  const stopped = createGate();
  const { client } = await start({
    async *execute({ signal }) {
      yield inputRequired("How many?");
      await aborted(signal);
      stopped.open();
    },
  });
  const { id } = taskOf(await client.sendMessage({ message: userMessage("hi") }));
  expect(summary(await client.cancelTask({ id }))).toEqual({
    state: "canceled",
    history: ["user: hi", "agent: How many?"],
  });
  await stopped.opened;
});

test("an author that asks after it was told to stop is not answered", async () => {
  const { client } = await start({
    async *execute({ signal }) {
      await aborted(signal);
      yield inputRequired("Really?");
    },
  });
  const id = await begin(client);
  const { all } = await follow(client.subscribeToTask({ id }));
  expect(summary(await client.cancelTask({ id }))).toEqual({
    state: "canceled",
    history: ["user: hi", "agent: Really?"],
  });
  expect(outline(await all)).toEqual(["task submitted", "input-required: Really?", "canceled"]);
});

test("a task that ended, and one that is not there, cannot be canceled", async () => {
  const { client } = await start({ async *execute() {} });
  const { id } = taskOf(await client.sendMessage({ message: userMessage("hi") }));
  expect(inShort(await failureOf(client.cancelTask({ id })))).toEqual({ error: "TaskNotCancelableError" });
  expect(inShort(await failureOf(client.cancelTask({ id: "none" })))).toEqual({ error: "TaskNotFoundError" });
});

test("two who cancel at the same time see the same end, and the author is told once", async () => {
  const held = createGate();
  let told = 0;
  const { client, agent } = await start({
    async *execute({ signal, call }) {
      signal.addEventListener("abort", () => told++);
      await aborted(signal);
      // In the context of a call as the host makes it.
      const second = agent.cancelTask({ id: taskId }, call);
      held.open();
      yield canceled("stopped");
      others.push((await second).status);
    },
  });
  const others: unknown[] = [];
  const taskId = await begin(client);
  const one = await client.cancelTask({ id: taskId });
  await held.opened;
  await agent.close();
  expect(others).toEqual([one.status]);
  expect(told).toBe(1);
});

test("messages that wait are not answered any more, and none is taken", async () => {
  const held = createGate();
  const turns: string[] = [];
  const { client } = await start({
    async *execute({ text, signal }) {
      turns.push(text);
      await aborted(signal);
      await held.opened;
      yield* [];
    },
  });
  const id = await begin(client, "one");
  await client.sendMessage({ message: userMessage("two", { taskId: id }), configuration });
  const blocking = client.sendMessage({ message: userMessage("three", { taskId: id }) });
  blocking.catch(() => undefined);
  for (;;) {
    const { history = [] } = await client.getTask({ id });
    if (history.length === 3) break;
  }
  const canceling = client.cancelTask({ id });
  for (;;) {
    const error = await client
      .sendMessage({ message: userMessage("four", { taskId: id }), configuration })
      .then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
    if (!isCallError(error)) continue;
    // Some may be taken before the agent learns of the request.
    if (error.status === "RESOURCE_EXHAUSTED") continue;
    expect(inShort(error)).toEqual({ error: "UnsupportedOperationError" });
    break;
  }
  held.open();
  expect((await canceling).status.state).toBe("TASK_STATE_CANCELED");
  expect(taskOf(await blocking).status.state).toBe("TASK_STATE_CANCELED");
  expect(turns).toEqual(["one"]);
});
