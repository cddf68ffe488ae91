import {
  A2AService,
  type AgentCard,
  AgentCardCodec,
  type Message,
  type StreamResponse,
  type Task,
} from "@a2agen/a2a-1.0";
import { openPGlite } from "@a2agen/postgres";
import { toNodeListener } from "@a2agen/runtime/adapters/node";
import {
  type Agent,
  createAgent,
  type Execute,
  MemoryTaskStore,
  type TaskStore,
} from "@a2agen/runtime/agent";
import { type Connection, connect } from "@a2agen/runtime/client";
import { implement } from "@a2agen/runtime/host";
import { jsonRpc } from "@a2agen/runtime/jsonrpc";
import { createHostFamily, createHttpHandler } from "@a2agen/runtime/server";
import { a2a03ToA2a10 } from "@a2agen/translate";
import { onTestFinished } from "vitest";
import { listen } from "../../shared/http/listen.ts";
import { createPGlite } from "../../shared/pglite.ts";

export interface Served {
  readonly connection: Connection<A2AService, AgentCard>;
  readonly agent: Agent;
  /** Of the agent, for clients of 1.0 and 0.3. */
  readonly url: string;
  /** What the agent reports of errors. */
  readonly errors: unknown[];
}

export function newStore(): TaskStore {
  return new MemoryTaskStore({ service: A2AService });
}

/** A store that other processes share: a turn that ends with its process begins again in another one. */
export async function newDurableStore(): Promise<TaskStore> {
  const database = await createPGlite();
  const store = openPGlite(database);
  await store.migrate();
  onTestFinished(async () => {
    await store.close();
    await database.close();
  });
  return store;
}

/** Serves an agent at an address of its own, and connects to it. */
export async function serve(
  execute: Execute,
  {
    store = newStore(),
    skills = [],
  }: { readonly store?: TaskStore; readonly skills?: AgentCard["skills"] } = {},
): Promise<Served> {
  const served: { handler?: (...args: Parameters<ReturnType<typeof toNodeListener>>) => void } = {};
  const { url } = await listen((request, response) => served.handler?.(request, response));
  const card: AgentCard = {
    name: "Desk agent",
    description: "Answers.",
    version: "1.0.0",
    supportedInterfaces: [{ url: `${url}/a2a`, protocolBinding: "JSONRPC", protocolVersion: "1.0" }],
    capabilities: { streaming: true },
    defaultInputModes: ["text/plain", "application/json", "image/png"],
    defaultOutputModes: ["text/plain"],
    skills,
  };
  const errors: unknown[] = [];
  const agent = createAgent({
    service: A2AService,
    card,
    store,
    execute,
    resumable: true,
    onError: (error) => errors.push(error),
  });
  const host = createHostFamily({
    services: [implement(A2AService, agent)],
    card,
    older: [{ translation: a2a03ToA2a10 }],
  });
  served.handler = toNodeListener(createHttpHandler(host));
  const connection = await connect(A2AService, url, { cardCodec: AgentCardCodec, bindings: [jsonRpc()] });
  onTestFinished(async () => {
    await connection.close();
    await Promise.all([host.close(), agent.close()]);
  });
  return { connection, agent, url, errors };
}

/** A message with an identifier that the names of artifacts have. */
export function say(
  messageId: string,
  said: string | Message["parts"],
  more: Partial<Message> = {},
): { message: Message } {
  const parts = typeof said === "string" ? [{ text: said }] : said;
  return { message: { messageId, role: "ROLE_USER", parts, ...more } };
}

/** All events of a message, and the task at its end. */
export async function ask(
  { connection: { client } }: Pick<Served, "connection">,
  request: { message: Message },
): Promise<{ readonly events: readonly StreamResponse[]; readonly task: Task }> {
  const events: StreamResponse[] = [];
  for await (const event of client.sendStreamingMessage(request)) events.push(event);
  const id = events.flatMap(({ task, statusUpdate }) => task?.id ?? statusUpdate?.taskId ?? [])[0];
  if (id === undefined) throw new Error("expected a task");
  return { events, task: await client.getTask({ id }) };
}

/** Texts of the artifacts of a task, by their identifiers. */
export function texts({ artifacts = [] }: Task): Readonly<Record<string, string>> {
  return Object.fromEntries(
    artifacts.map(({ artifactId, parts }) => [artifactId, parts.map(({ text }) => text).join("|")]),
  );
}

export function says({ status }: Pick<Task, "status">): string {
  return status.message?.parts.map(({ text }) => text ?? "").join("") ?? "";
}
