import { A2AService } from "@a2agen/a2a-1.0";
import { toNodeListener } from "@a2agen/runtime/adapters/node";
import {
  type AgentEvent,
  type Execute,
  inputRequired,
  MemoryTaskStore,
  textArtifact,
  working,
} from "@a2agen/runtime/agent";
import { createWakes, delegate, merge, type RemoteAgent } from "@a2agen/runtime/delegate";
import { webhooks } from "@a2agen/runtime/push";
import { createWebhookReceiver } from "@a2agen/runtime/receiver";
import { expect, onTestFinished, test } from "vitest";
import {
  aborted,
  createGate,
  type StartedAgent,
  start,
  startAgent,
  stateOf,
  taskOf,
  userMessage,
} from "../../../shared/agent/start-agent.ts";
import { listen } from "../../../shared/http/listen.ts";

const secret = "0123456789abcdef0123456789abcdef";
const local = { http: true, networks: ["127.0.0.0/8"] };

/** An agent that waits for another one by its webhook; `turns` are those of its author. */
async function startWaiting(remote: RemoteAgent) {
  const turns: string[] = [];
  const store = new MemoryTaskStore({ service: A2AService });
  const refused: string[] = [];
  const running: { agent?: StartedAgent } = {};
  const handlers: { current?: ReturnType<typeof createWebhookReceiver>["handler"] } = {};
  const { url } = await listen((request, response) => {
    const { current } = handlers;
    if (current === undefined) throw new Error("expected a receiver");
    toNodeListener(current)(request, response);
  });
  const begin = async (): Promise<StartedAgent> => {
    const wakes = createWakes({
      url: `${url}/wakes`,
      secret,
      wake: async (taskId, message) => running.agent?.agent.wake(taskId, message),
    });
    const receiver = createWebhookReceiver(A2AService, {
      ...wakes.receiver,
      onRefused: ({ message }) => refused.push(message),
    });
    handlers.current = receiver.handler;
    const execute: Execute = async function* (turn) {
      turns.push(turn.text);
      const answer = yield* delegate(turn, "print", remote, "print", { wakes });
      if (answer !== undefined) yield textArtifact("answer", `It says ${answer.text}.`);
    };
    running.agent = await startAgent({ store, execute });
    return running.agent;
  };
  const started = await begin();
  onTestFinished(() => running.agent?.close());
  return {
    ...started,
    store,
    turns,
    refused,
    url: `${url}/wakes`,
    restart: async () => {
      await running.agent?.close();
      return begin();
    },
  };
}

test("a turn ends while a remote agent works, and its webhook begins the next one in another process", async () => {
  const gate = createGate();
  const printer = await start({
    push: webhooks(local),
    async *execute() {
      yield working("I print.");
      await gate.opened;
      yield textArtifact("answer", "done");
    },
  });
  const waiting = await startWaiting({ client: printer.client, card: { name: "Printer" } });
  const task = taskOf(await waiting.client.sendMessage({ message: userMessage("Go") }));
  expect(stateOf(task)).toBe("input-required");
  expect(task.status.message?.parts).toEqual([
    { text: "The agent Printer is at work. This goes on once it has answered." },
  ]);
  const { client } = await waiting.restart();
  gate.open();
  await expect.poll(async () => stateOf(await client.getTask({ id: task.id }))).toBe("completed");
  const ended = await client.getTask({ id: task.id });
  expect(ended.artifacts?.map(({ artifactId, parts }) => [artifactId, parts])).toEqual([
    ["print-answer", [{ text: "done" }]],
    ["answer", [{ text: "It says done." }]],
  ]);
  expect(waiting.turns).toEqual(["Go", ""]);
  expect((await printer.client.listTasks({})).tasks).toHaveLength(1);
  expect(waiting.refused).toEqual([]);
});

test("what a remote agent asks is asked, and the answer reaches it", async () => {
  const printer = await start({
    push: webhooks(local),
    async *execute({ text, task }) {
      if (task === undefined) yield inputRequired("Which paper?");
      else yield textArtifact("answer", text);
    },
  });
  const waiting = await startWaiting({ client: printer.client, card: { name: "Printer" } });
  const begun = taskOf(await waiting.client.sendMessage({ message: userMessage("Go") }));
  const { client } = waiting;
  const saying = async (): Promise<unknown> => (await client.getTask({ id: begun.id })).status.message?.parts;
  await expect.poll(saying).toEqual([{ text: "Which paper?" }]);
  await client.sendMessage({ message: userMessage("A4", { taskId: begun.id }) });
  await expect.poll(async () => stateOf(await client.getTask({ id: begun.id }))).toBe("completed");
  const ended = await client.getTask({ id: begun.id });
  expect(ended.artifacts?.at(-1)?.parts).toEqual([{ text: "It says A4." }]);
});

test("an answer that comes while a webhook's turn is at work reaches the agent that has asked", async () => {
  const asked: string[] = [];
  const hotel = await start({
    async *execute({ text, task }) {
      asked.push(text);
      if (task === undefined) yield inputRequired("How many nights?");
      else yield textArtifact("answer", text);
    },
  });
  const gate = createGate();
  const woken = createGate();
  const { agent, client } = await start({
    async *execute(turn) {
      if (turn.message.messageId === "wake") {
        woken.open();
        await gate.opened;
      }
      yield* delegate(turn, "hotel", { client: hotel.client, card: { name: "Hotel" } }, "Graz");
    },
  });
  const { id } = taskOf(await client.sendMessage({ message: userMessage("Go") }));
  await agent.wake(id, {
    messageId: "wake",
    parts: [{ data: { delegate: "trains" } }],
    metadata: { "a2agen.wakes": "trains" },
  });
  await woken.opened;
  const configuration = { returnImmediately: true };
  await client.sendMessage({ message: userMessage("3", { taskId: id }), configuration });
  gate.open();
  await expect.poll(async () => (await client.getTask({ id })).artifacts?.length).toBe(1);
  expect(asked).toEqual(["Graz", "3"]);
});

test("a remote task has one webhook, however many answers it gets", async () => {
  const printer = await start({
    push: webhooks(local),
    async *execute({ text }) {
      yield inputRequired(`What after ${text}?`);
    },
  });
  const waiting = await startWaiting({ client: printer.client, card: { name: "Printer" } });
  const { client } = waiting;
  const { id } = taskOf(await client.sendMessage({ message: userMessage("Go") }));
  const saying = async (): Promise<unknown> => (await client.getTask({ id })).status.message?.parts[0]?.text;
  await expect.poll(saying).toBe("What after print?");
  for (const text of ["one", "two"]) {
    await client.sendMessage({ message: userMessage(text, { taskId: id }) });
    await expect.poll(saying).toBe(`What after ${text}?`);
  }
  const [child] = (await printer.client.listTasks({})).tasks;
  const taskId = child?.id ?? "";
  expect((await printer.client.listTaskPushNotificationConfigs({ taskId })).configs).toHaveLength(1);
});

test("what one remote agent asks is asked while another one works", async () => {
  const gate = createGate();
  const asking = await start({
    async *execute() {
      await gate.opened;
      yield inputRequired("Which paper?");
    },
  });
  const endless = await start({
    push: webhooks(local),
    async *execute({ signal }) {
      yield working();
      await aborted(signal);
    },
  });
  const { url } = await listen((_request, response) => response.end());
  const wakes = createWakes({ url, secret, wake: async () => undefined });
  const { client } = await start({
    async *execute(turn) {
      async function* print(): AsyncGenerator<AgentEvent> {
        const busy = { client: endless.client, card: { name: "Busy" } };
        yield* delegate(turn, "busy", busy, "print", { wakes });
        gate.open();
      }
      yield* merge(
        print(),
        delegate(turn, "paper", { client: asking.client, card: { name: "Paper" } }, "print"),
      );
    },
  });
  const task = taskOf(await client.sendMessage({ message: userMessage("Go") }));
  expect(task.status.message?.parts).toEqual([{ text: "Which paper?" }]);
});

test("forged notifications begin nothing", async () => {
  const printer = await start({
    push: webhooks(local),
    async *execute({ signal }) {
      yield working();
      await new Promise<void>((resolve) => {
        signal.addEventListener("abort", () => resolve());
      });
    },
  });
  const waiting = await startWaiting({ client: printer.client, card: { name: "Printer" } });
  const task = taskOf(await waiting.client.sendMessage({ message: userMessage("Go") }));
  const [child] = (await printer.client.listTasks({})).tasks;
  const { webhookFor } = createWakes({
    url: "",
    secret: secret.replace("0", "1"),
    wake: async () => undefined,
  });
  const { token } = await webhookFor(task.id, "print");
  const statusUpdate = {
    taskId: child?.id,
    contextId: child?.contextId,
    status: { state: "TASK_STATE_COMPLETED" },
  };
  const answers = await Promise.all(
    ["", "a/b/c", "%/b/c", `${task.id}/print/`, token].map(async (each) => {
      const headers = { "content-type": "application/json", "x-a2a-notification-token": each };
      const body = JSON.stringify({ statusUpdate });
      return (await fetch(waiting.url, { method: "POST", headers, body })).status;
    }),
  );
  expect(answers).toEqual([401, 401, 401, 401, 401]);
  expect(waiting.turns).toEqual(["Go"]);
  expect(() => createWakes({ url: "", secret: "short", wake: async () => undefined })).toThrow(
    "createWakes: secret: expected at least 32 characters, found 5",
  );
});

test("a message that wakes a task twice begins one turn, also where repeats of clients are not detected", async () => {
  const turns: string[] = [];
  const { agent, client } = await start({
    limits: { dedupeMs: 0 },
    async *execute({ message: { messageId } }) {
      turns.push(messageId);
      yield inputRequired("What?");
    },
  });
  const { id } = taskOf(await client.sendMessage({ message: userMessage("Go") }));
  const resting = async (): Promise<unknown> => [turns.length, stateOf(await client.getTask({ id }))];
  const wake = (messageId: string) => agent.wake(id, { messageId, parts: [{ data: {} }], metadata: {} });
  await wake("wake-1");
  await expect.poll(resting).toEqual([2, "input-required"]);
  await wake("wake-1");
  await wake("wake-2");
  await expect.poll(resting).toEqual([3, "input-required"]);
  expect(turns.slice(1)).toEqual(["wake-1", "wake-2"]);
});
