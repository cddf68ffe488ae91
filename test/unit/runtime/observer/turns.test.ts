import { A2AService } from "@a2agen/a2a-1.0";
import { inputRequired, MemoryTaskStore, textArtifact, working } from "@a2agen/runtime/agent";
import { webhooks } from "@a2agen/runtime/push";
import { expect, test } from "vitest";
import {
  createGate,
  type StartOptions,
  start,
  stateOf,
  taskOf,
  userMessage,
} from "../../../shared/agent/start-agent.ts";
import { RecordingObserver } from "../../../shared/observer/recording-observer.ts";
import { receiver } from "../../../shared/push/opened.ts";
import { local } from "../../../shared/push/start-webhooks.ts";
import { withLeases } from "../agent/store/leased-store.ts";

const background = { returnImmediately: true };

function startObserved(observer: RecordingObserver, options: StartOptions) {
  return start({ observer, ...options, host: { observer, ...options.host } });
}

test("turns, steps and writes belong to the call, and end as they do", async () => {
  const observer = new RecordingObserver();
  const { client, reported } = await startObserved(observer, {
    async *execute({ text, step }) {
      yield working();
      if (text === "ask") {
        yield inputRequired("What?");
        return;
      }
      await step("think", () => 1);
      await step("think more", () => Promise.reject(new Error("no idea")));
    },
  });
  const asked = taskOf(await client.sendMessage({ message: userMessage("ask") }));
  expect(stateOf(asked)).toBe("input-required");
  const failed = taskOf(await client.sendMessage({ message: userMessage("try", { taskId: asked.id }) }));
  expect(stateOf(failed)).toBe("failed");
  expect(reported.map(({ error }) => String(error))).toEqual(["Error: no idea"]);
  await expect.poll(() => observer.lines.every((line) => !line.endsWith("open"))).toBe(true);
  const [first, second] = observer.recorded.flatMap(({ operation }) =>
    operation.kind === "turn" ? [operation] : [],
  );
  expect(observer.lines).toEqual([
    "a0 server SendMessage: OK",
    `a1 turn ${first?.messageId} (1) < a0: OK`,
    "a2 create < a0: OK",
    "a3 append 1 < a1: OK",
    "a4 append 1 < a1: OK",
    "a5 server SendMessage: OK",
    `a6 turn ${second?.messageId} (1) < a5: Error: no idea`,
    "a7 append 2 < a6: OK",
    "a8 append 1 < a6: OK",
    "a9 step think < a6: OK",
    "a10 append 1 < a6: OK",
    "a11 step think more < a6: Error: no idea",
    "a12 append 1 < a6: OK",
  ]);
  expect(first).toMatchObject({ taskId: asked.id, contextId: asked.contextId, attempt: 1 });
  expect(first?.waitMs).toBeLessThan(10_000);
});

test("a message that waits for its turn has the trace of its own call", async () => {
  const observer = new RecordingObserver();
  const gate = createGate();
  const { client } = await startObserved(observer, {
    async *execute({ text }) {
      yield working();
      if (text === "first") await gate.opened;
    },
  });
  const { id } = taskOf(
    await client.sendMessage({ message: userMessage("first"), configuration: background }),
  );
  await client.sendMessage({ message: userMessage("second", { taskId: id }), configuration: background });
  gate.open();
  const turns = () => observer.recorded.filter(({ operation }) => operation.kind === "turn");
  await expect.poll(() => turns().map(({ ends }) => ends.length)).toEqual([1, 1]);
  const calls = observer.recorded.filter(({ operation }) => operation.kind === "server");
  expect(turns().map(({ parent }) => parent)).toEqual(calls.map(({ id }) => id));
});

test("a task of the queue, and one that begins again elsewhere, continue the trace of their call", async () => {
  const store = withLeases(new MemoryTaskStore({ service: A2AService }));
  const hung = createGate();
  const limits = { leaseMs: 90, concurrency: 1 };
  const [first, second] = [new RecordingObserver("a"), new RecordingObserver("b")];
  const begun: string[] = [];
  const headers: (string | undefined)[] = [];
  const one = await startObserved(first, {
    store: { ...store, renewLeases: async () => undefined },
    resumable: true,
    limits,
    async *execute() {
      begun.push("first");
      yield working();
      await hung.opened;
    },
  });
  await one.client.sendMessage({ message: userMessage("work"), configuration: background });
  await one.client.sendMessage({ message: userMessage("wait"), configuration: background });
  expect(await first.watched.find(({ turns }) => turns !== undefined)?.turns?.()).toBe(1);
  await startObserved(second, {
    store,
    resumable: true,
    limits: { ...limits, concurrency: 2 },
    async *execute({ call, text }) {
      headers.push(call.header("traceparent"), call.header("authorization"));
      begun.push(text);
      yield textArtifact("a", text);
    },
  });
  const turns = () => second.recorded.filter(({ operation }) => operation.kind === "turn");
  await expect.poll(() => turns().map(({ ends }) => ends.length), { timeout: 20_000 }).toEqual([1, 1]);
  const calls = first.recorded.filter(({ operation }) => operation.kind === "server").map(({ id }) => id);
  expect(turns().map(({ parent }) => parent)).toEqual(expect.arrayContaining(calls));
  expect(headers).toEqual(expect.arrayContaining([...calls, undefined]));
  const attempts = turns().map(({ operation }) => operation.kind === "turn" && operation.attempt);
  expect(attempts.toSorted((one, other) => Number(one) - Number(other))).toEqual([1, 2]);
  hung.open();
});

test("notifications continue the trace of the call that has set their webhook", async () => {
  const hook = await receiver();
  const observer = new RecordingObserver();
  const store = new MemoryTaskStore({ service: A2AService });
  const { client } = await startObserved(observer, {
    store,
    push: webhooks(local),
    async *execute() {
      yield textArtifact("a", "done");
    },
  });
  const config = { id: "w", url: `${hook.origin}/hook?secret=1` };
  const { id } = taskOf(
    await client.sendMessage({
      message: userMessage("hi"),
      configuration: { taskPushNotificationConfig: config },
    }),
  );
  const [received] = await hook.count(1);
  const delivery = observer.recorded.find(({ operation }) => operation.kind === "delivery");
  expect(delivery?.operation).toMatchObject({ taskId: id, configId: "w", attempt: 1, origin: hook.origin });
  expect(delivery?.parent).toBe("a0");
  expect(received?.headers).toMatchObject({ traceparent: delivery?.id, baggage: `for=${delivery?.id}` });
  expect(await client.getTaskPushNotificationConfig({ taskId: id, id: "w" })).toEqual({
    ...config,
    taskId: id,
  });
});
