import { A2AService } from "@a2agen/a2a-1.0";
import { toFetchHandler } from "@a2agen/runtime/adapters";
import {
  createAgent,
  type Execute,
  MemoryTaskStore,
  type TaskStore,
  textArtifact,
} from "@a2agen/runtime/agent";
import { createHost, implement } from "@a2agen/runtime/host";
import { createHttpHandler } from "@a2agen/runtime/server";
import { isCallError } from "@a2agen/runtime/service";
import { expect, onTestFinished, test } from "vitest";
import {
  createGate,
  failureOf,
  follow,
  inShort,
  outline,
  type StartedAgent,
  type StartOptions,
  start,
  stateOf,
  taskOf,
  userMessage,
} from "../../../shared/agent/start-agent.ts";
import { withLeases } from "./store/leased-store.ts";

const background = { returnImmediately: true };

/** An agent whose turns go on one by one, when they are told to. */
class Turns {
  readonly begun: string[] = [];
  #ends: (() => void)[] = [];
  #wake: () => void = () => undefined;

  readonly execute: Execute = ({ text, call }) => this.#run(text, call.principal?.id ?? "anonymous");

  async *#run(text: string, caller: string) {
    this.begun.push(`${caller}: ${text}`);
    this.#wake();
    await new Promise<void>((resolve) => this.#ends.push(resolve));
    yield textArtifact("a", text);
  }

  end(): void {
    this.#ends.shift()?.();
  }

  async untilBegun(count: number): Promise<void> {
    while (this.begun.length < count) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}

async function startTurns(options: Partial<StartOptions>): Promise<{ turns: Turns; started: StartedAgent }> {
  const turns = new Turns();
  const started = await start({ execute: turns.execute, ...options });
  onTestFinished(() => {
    for (let count = 0; count < 20; count++) turns.end();
  });
  return { turns, started };
}

async function begin({ clientOf }: StartedAgent, caller: string, text: string): Promise<string> {
  const sent = await clientOf(caller).sendMessage({ message: userMessage(text), configuration: background });
  return taskOf(sent).id;
}

test("beyond its concurrency tasks wait, callers take turns, and calls that wait see the end", async () => {
  const { turns, started } = await startTurns({ limits: { concurrency: 1 } });
  await begin(started, "alice", "1");
  const second = await begin(started, "alice", "2");
  await begin(started, "alice", "3");
  const streamed = await follow(
    started.clientOf("bob").sendStreamingMessage({ message: userMessage("of bob") }),
  );
  expect(stateOf(await started.clientOf("alice").getTask({ id: second }))).toBe("submitted");
  expect(turns.begun).toEqual(["alice: 1"]);
  for (let count = 2; count <= 4; count++) {
    turns.end();
    await turns.untilBegun(count);
  }
  expect(turns.begun).toEqual(["alice: 1", "alice: 2", "bob: of bob", "alice: 3"]);
  expect(outline(await streamed.all)).toEqual(["task submitted", "artifact a: of bob", "completed"]);
});

test("a queue that is full refuses, with the time after which to try again", async () => {
  const limits = { concurrency: 1, queued: 2, scopeQueued: 1 };
  const { turns, started } = await startTurns({ limits });
  await begin(started, "alice", "1");
  await begin(started, "alice", "2");
  const refused = await failureOf(begin(started, "alice", "3"));
  expect(inShort(refused)).toEqual({ error: "RESOURCE_EXHAUSTED" });
  expect(isCallError(refused) ? refused.retryAfterMs : undefined).toBe(1000);
  await begin(started, "bob", "1");
  expect(inShort(await failureOf(begin(started, "carol", "1")))).toEqual({ error: "RESOURCE_EXHAUSTED" });
  turns.end();
  await turns.untilBegun(2);
  await begin(started, "carol", "2");
});

test.each(["/rpc", "/rest/message:send"])(
  "a queue that is full says at %s when to try again",
  async (path) => {
    const turns = new Turns();
    const limits = { concurrency: 1, queued: 1 };
    const agent = createAgent({ service: A2AService, execute: turns.execute, limits });
    const host = createHost({ services: [implement(A2AService, agent)] });
    const answer = toFetchHandler(createHttpHandler(host, { jsonRpc: "/rpc", rest: "/rest" }));
    const send = (): Promise<Response> => {
      const params = { message: userMessage("go"), configuration: background };
      const body = path === "/rpc" ? { jsonrpc: "2.0", id: 1, method: "SendMessage", params } : params;
      const headers = { "content-type": "application/json", "a2a-version": "1.0" };
      const init = { method: "POST", headers, body: JSON.stringify(body) };
      return answer(new Request(`https://agent.example.com${path}`, init));
    };
    const found: unknown[] = [];
    for (let count = 0; count < 3; count++) {
      const response = await send();
      const [, delay] = /"retryDelay":"(\w+)"/.exec(await response.text()) ?? [];
      found.push([response.status, response.headers.get("retry-after"), delay]);
    }
    expect(found).toEqual([
      [200, null, undefined],
      [200, null, undefined],
      [429, "1", "1s"],
    ]);
    await agent.close(0);
  },
);

test("a task that waits is canceled at once, and its turn never begins", async () => {
  const { turns, started } = await startTurns({ limits: { concurrency: 1, stopMs: 60_000 } });
  await begin(started, "alice", "1");
  const id = await begin(started, "alice", "2");
  const last = await begin(started, "alice", "3");
  const client = started.clientOf("alice");
  expect(stateOf(await client.cancelTask({ id }))).toBe("canceled");
  turns.end();
  await turns.untilBegun(2);
  expect(turns.begun).toEqual(["alice: 1", "alice: 3"]);
  const { all } = await follow(client.subscribeToTask({ id: last }));
  turns.end();
  expect(outline(await all)).toEqual(["task submitted", "artifact a: 3", "completed"]);
});

test("what waits at a process that is full, or closes, is done by another one", async () => {
  const shared: TaskStore = withLeases(new MemoryTaskStore({ service: A2AService }));
  const options = { store: shared, limits: { concurrency: 1, leaseMs: 3000 } };
  const one = await startTurns(options);
  await begin(one.started, "alice", "1");
  const id = await begin(one.started, "alice", "2");
  const other = await startTurns(options);
  await other.turns.untilBegun(1);
  await begin(one.started, "alice", "3");
  await one.started.agent.close(0);
  other.turns.end();
  await other.turns.untilBegun(2);
  expect(other.turns.begun).toEqual(["alice: 2", "alice: 3"]);
  expect(one.turns.begun).toEqual(["alice: 1"]);
  expect(stateOf(await other.started.clientOf("alice").getTask({ id }))).toBe("completed");
});

test("a store without a queue has what it has no room for refused", async () => {
  const { queue: _, ...store } = withLeases(new MemoryTaskStore({ service: A2AService }));
  const { started } = await startTurns({ store, limits: { concurrency: 1 } });
  await begin(started, "alice", "1");
  expect(inShort(await failureOf(begin(started, "alice", "2")))).toEqual({ error: "RESOURCE_EXHAUSTED" });
});

test("an agent that answers with messages answers those who waited with completed tasks", async () => {
  const [begun, gate] = [createGate(), createGate()];
  const execute: Execute = async ({ text }) => {
    begun.open();
    if (text === "slow") await gate.opened;
    return `hello ${text}`;
  };
  const { client } = await start({ execute, limits: { concurrency: 1 } });
  const slow = client.sendMessage({ message: userMessage("slow") });
  await begun.opened;
  const waiting = client.sendMessage({ message: userMessage("quick") });
  while ((await client.listTasks({})).tasks.length === 0);
  gate.open();
  expect((await slow).message?.parts).toEqual([{ text: "hello slow" }]);
  const { status } = taskOf(await waiting);
  expect([status.state, status.message?.parts]).toEqual(["TASK_STATE_COMPLETED", [{ text: "hello quick" }]]);
});
