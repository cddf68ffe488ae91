import { A2AService, type A2AServiceClient } from "@a2agen/a2a-1.0";
import { toFetchHandler } from "@a2agen/runtime/adapters";
import { type AgentOptions, createAgent, type Execute, MemoryTaskStore } from "@a2agen/runtime/agent";
import { connect, follow } from "@a2agen/runtime/client";
import { createHost, implement } from "@a2agen/runtime/host";
import { createJsonRpcHandler, createJsonRpcTransport, jsonRpc } from "@a2agen/runtime/jsonrpc";
import { createClient, isCallError } from "@a2agen/runtime/service";
import { mockAgent, type Scenario } from "../../../packages/testing/src/index.ts";
import { card } from "../../shared/agent/start-agent.ts";
import { LeasedStore } from "./leased-store.ts";

/** Lets virtual milliseconds pass. */
export type Pass = (ms: number) => Promise<void>;

export interface VirtualHours {
  readonly name: string;
  /** What is seen, with times in minutes from the beginning. */
  readonly run: (pass: Pass) => Promise<unknown>;
  readonly want: unknown;
}

const minute = 60_000;
const hour = 60 * minute;

/** What takes minutes and hours, in one process, on a clock that only `pass` moves. */
export const virtualHours: readonly VirtualHours[] = [
  {
    name: "a stream with pauses of a minute",
    run: (pass) =>
      withMock(
        { rules: [{ answer: [{ artifact: { pieces: ["a", "b", "c"], delay: minute } }] }] },
        async (client) => {
          const since = minutesFrom(Date.now());
          const seen: string[] = [];
          const end = (async () => {
            for await (const { artifactUpdate } of client.sendStreamingMessage(say())) {
              if (artifactUpdate) seen.push(`${artifactUpdate.artifact.parts[0]?.text} at ${since()}`);
            }
          })();
          await pass(minute / 2);
          const atFirst = [...seen];
          await pass(2 * minute);
          await end;
          return { atFirst, seen };
        },
      ),
    want: { atFirst: ["a at 0"], seen: ["a at 0", "b at 1", "c at 2"] },
  },
  {
    name: "a client that looks every ten minutes at a task of three quarters of an hour",
    run: (pass) =>
      withMock(
        {
          card: { capabilities: { streaming: false } },
          rules: [{ answer: [{ task: "working" }, { delay: 0.75 * hour }, { artifact: "done" }] }],
        },
        async (client, calls) => {
          const since = minutesFrom(Date.now());
          const seen: string[] = [];
          const request = { ...say(), configuration: { returnImmediately: true } };
          const end = (async () => {
            for await (const { task } of follow(client, request, { pollMs: 10 * minute })) {
              seen.push(`${task?.status.state} at ${since()}`);
            }
          })();
          await pass(hour);
          await end;
          return { last: seen.at(-1), calls: calls().filter((method) => method === "GetTask").length };
        },
      ),
    want: { last: "TASK_STATE_COMPLETED at 50", calls: 5 },
  },
  {
    name: "a deadline of ten minutes",
    run: (pass) =>
      withMock({ rules: [{ answer: [{ delay: hour }, { message: "Late." }] }] }, async (client) => {
        const since = minutesFrom(Date.now());
        const end = failureOf(client.sendMessage(say(), { timeoutMs: 10 * minute })).then(
          (status) => `${status} at ${since()}`,
        );
        await pass(11 * minute);
        return end;
      }),
    want: "DEADLINE_EXCEEDED at 10",
  },
  {
    name: "an agent whose turns may take two hours",
    run: (pass) =>
      withAgent(
        {
          limits: { turnMs: 2 * hour },
          execute: work,
        },
        async (client) => {
          const id = await begin(client);
          await pass(1.9 * hour);
          const before = await stateOf(client, id);
          await pass(0.2 * hour);
          return [before, await stateOf(client, id)];
        },
      ),
    want: ["TASK_STATE_WORKING", "TASK_STATE_FAILED"],
  },
  {
    name: "an agent whose turns may take two days, and one that is silent for 30 hours",
    run: (pass) =>
      withAgent({ limits: { turnMs: 48 * hour }, execute: work }, async (client) => {
        const id = await begin(client);
        await pass(30 * hour);
        const before = await stateOf(client, id).catch(String);
        await pass(18.1 * hour);
        return [before, await stateOf(client, id).catch(String)];
      }),
    want: ["TASK_STATE_WORKING", "TASK_STATE_FAILED"],
  },
  {
    name: "an agent that keeps tasks for six hours",
    run: (pass) =>
      withAgent(
        {
          limits: { keepMs: 6 * hour },
          store: new MemoryTaskStore({ service: A2AService, maxAgeMs: 24 * hour }),
          execute: finish,
        },
        async (client) => {
          const id = await begin(client);
          await pass(5.9 * hour);
          const before = await stateOf(client, id);
          await pass(0.5 * hour);
          return [before, await failureOf(client.getTask({ id }))];
        },
      ),
    want: ["TASK_STATE_COMPLETED", "NOT_FOUND"],
  },
  {
    name: "an agent that keeps tasks for 30 hours in the store that it makes",
    run: (pass) =>
      withAgent({ limits: { keepMs: 30 * hour }, execute: finish }, async (client) => {
        const id = await begin(client);
        await pass(29 * hour);
        const before = await stateOf(client, id).catch((error: unknown) => String(error));
        await pass(2 * hour);
        return [before, await failureOf(client.getTask({ id }))];
      }),
    want: ["TASK_STATE_COMPLETED", "NOT_FOUND"],
  },
  {
    name: "leases of an hour: one that is renewed, and one of a process that died",
    run: async (pass) => {
      const store = new LeasedStore({ service: A2AService, maxAgeMs: 24 * hour });
      return withAgent(
        {
          store,
          limits: { leaseMs: hour, turnMs: 10 * hour },
          execute: work,
        },
        async (client) => {
          const id = await begin(client);
          await store.create({
            task: {
              id: "abandoned",
              contextId: "c",
              status: { state: "TASK_STATE_WORKING", timestamp: now() },
            },
            scope: (await store.read(id))?.scope ?? "",
            leaseMs: hour,
          });
          await pass(0.9 * hour);
          const before = await stateOf(client, "abandoned");
          await pass(3.1 * hour);
          return [before, await stateOf(client, "abandoned"), await stateOf(client, id)];
        },
      );
    },
    want: ["TASK_STATE_WORKING", "TASK_STATE_FAILED", "TASK_STATE_WORKING"],
  },
];

const finish: Execute = async function* () {
  yield { status: { state: "TASK_STATE_COMPLETED" } };
};

/** Works until it is stopped. */
const work: Execute = async function* ({ signal }) {
  yield { status: { state: "TASK_STATE_WORKING" } };
  await new Promise((resolve) => signal.addEventListener("abort", resolve));
};

async function withMock(
  scenario: Scenario,
  use: (client: A2AServiceClient, calls: () => readonly string[]) => Promise<unknown>,
): Promise<unknown> {
  const mock = await mockAgent(scenario);
  const { client } = await connect(A2AService, mock.url, { fetch: mock.fetch, bindings: [jsonRpc()] });
  try {
    return await use(client, () => mock.calls.map(({ method }) => method));
  } finally {
    await mock.close();
  }
}

async function withAgent(
  options: Pick<AgentOptions, "execute" | "limits" | "store">,
  use: (client: A2AServiceClient) => Promise<unknown>,
): Promise<unknown> {
  const agent = createAgent({ service: A2AService, card, onError: () => undefined, ...options });
  const host = createHost({ services: [implement(A2AService, agent)] });
  const answer = toFetchHandler(createJsonRpcHandler(host));
  const fetch = (input: string | URL | Request, init?: RequestInit) => answer(new Request(input, init));
  const { protocol } = A2AService;
  const client = createClient(
    A2AService,
    createJsonRpcTransport(protocol, { url: "http://localhost/", fetch }),
  );
  try {
    return await use(client);
  } finally {
    await agent.close(0);
    await host.close({ graceMs: 0 });
  }
}

function say() {
  return { message: { messageId: crypto.randomUUID(), role: "ROLE_USER" as const, parts: [{ text: "Go" }] } };
}

async function begin(client: A2AServiceClient): Promise<string> {
  const { task } = await client.sendMessage({ ...say(), configuration: { returnImmediately: true } });
  return task?.id ?? "";
}

async function stateOf(client: A2AServiceClient, id: string): Promise<string> {
  return (await client.getTask({ id })).status.state;
}

async function failureOf(call: Promise<unknown>): Promise<string> {
  try {
    return `an answer: ${JSON.stringify(await call)}`;
  } catch (error) {
    if (isCallError(error)) return error.status;
    throw error;
  }
}

function minutesFrom(start: number): () => number {
  return () => Math.round((Date.now() - start) / minute);
}

function now(): string {
  return new Date().toISOString();
}
