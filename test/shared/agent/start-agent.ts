import {
  A2AService,
  type A2AServiceClient,
  type AgentCard,
  type Message,
  type StreamResponse,
  type Task,
} from "@a2agen/a2a-1.0";
import {
  type Agent,
  type AgentOptions,
  createAgent,
  type ErrorPlace,
  type Execute,
} from "@a2agen/runtime/agent";
import { createHost, type HostOptions, implement } from "@a2agen/runtime/host";
import { type CallError, isCallError } from "@a2agen/runtime/service";
import { onTestFinished } from "vitest";
import { type Binding, bindings } from "../bindings/bindings.ts";
import { collect } from "../collect.ts";

/** A card of an agent that can do everything. */
export const card: AgentCard = {
  name: "Agent",
  description: "For tests.",
  version: "1.0.0",
  supportedInterfaces: [
    { url: "https://agent.example.com/rpc", protocolBinding: "JSONRPC", protocolVersion: "1.0" },
  ],
  capabilities: { streaming: true, pushNotifications: true, extendedAgentCard: true },
  defaultInputModes: ["text/plain"],
  defaultOutputModes: ["text/plain"],
  skills: [],
};

export interface Reported {
  readonly error: unknown;
  readonly place: ErrorPlace;
}

export interface StartedAgent {
  readonly agent: Agent;
  readonly client: A2AServiceClient;
  /** Where the binding is served. */
  readonly url: string;
  /** The client of somebody else: "alice" is not "bob". */
  clientOf(name: string): A2AServiceClient;
  /** What the hook was told. */
  readonly reported: Reported[];
  close(): Promise<void>;
}

export interface StartOptions extends Partial<AgentOptions> {
  readonly execute: Execute;
  readonly binding?: string;
  readonly host?: Partial<HostOptions>;
}

/** An agent that is served on a socket of its own. */
export async function startAgent({
  binding: name = "JSONRPC",
  host: hostOptions,
  ...options
}: StartOptions): Promise<StartedAgent> {
  const reported: Reported[] = [];
  const agent = createAgent({
    service: A2AService,
    onError: (error, place) => reported.push({ error, place }),
    ...options,
  });
  const host = createHost({
    services: [implement(A2AService, agent)],
    authenticate: ({ header }) => {
      const id = header("x-caller");
      return id === undefined ? undefined : { id };
    },
    ...hostOptions,
  });
  const binding = bindings.find((one) => one.name === name) as Binding;
  const served = await binding.serve(host);
  return {
    agent,
    client: served.client(),
    url: served.url,
    clientOf: (caller) => served.client({ "x-caller": caller }),
    reported,
    async close() {
      await agent.close(0);
      await host.close({ graceMs: 0 });
      await served.close();
    },
  };
}

/** Starts an agent that is closed when the test is over. */
export async function start(options: StartOptions): Promise<StartedAgent> {
  const started = await startAgent(options);
  onTestFinished(() => started.close());
  return started;
}

let messages = 0;

/** A message of a client with a text, under an identifier of its own. */
export function userMessage(text: string, more: Partial<Message> = {}): Message {
  messages++;
  return { messageId: `message-${messages}`, role: "ROLE_USER", parts: [{ text }], ...more };
}

/** What a call fails with. */
export async function failureOf(call: Promise<unknown>): Promise<CallError> {
  try {
    await call;
  } catch (error) {
    if (isCallError(error)) return error;
    throw error;
  }
  throw new Error("expected the call to fail");
}

/** An error in short: its name or status, and the fields that it names. */
export function inShort({ name, status, violations }: CallError): object {
  return {
    error: name === "CallError" ? status : name,
    ...(violations.length === 0 ? {} : { fields: violations.map(({ field }) => field) }),
  };
}

/** Reads a stream on the side, once its first event is there. */
export async function follow(
  stream: AsyncIterable<StreamResponse>,
): Promise<{ readonly first: StreamResponse; readonly all: Promise<StreamResponse[]> }> {
  const iterator = stream[Symbol.asyncIterator]();
  const begin = await iterator.next();
  if (begin.done === true) throw new Error("expected a first event");
  const first = begin.value;
  const rest = collect({ [Symbol.asyncIterator]: () => iterator });
  return { first, all: rest.then((events) => [first, ...events]) };
}

/** A stream in short: the states and texts in their order. */
export function outline(events: readonly StreamResponse[]): readonly string[] {
  return events.map(({ task, message, statusUpdate, artifactUpdate }) => {
    if (task !== undefined) return `task ${stateOf(task)}`;
    if (message !== undefined) return `message ${textOf(message)}`;
    if (statusUpdate !== undefined) {
      const { state, message: said } = statusUpdate.status;
      return `${short(state)}${said === undefined ? "" : `: ${textOf(said)}`}`;
    }
    if (artifactUpdate === undefined) return "nothing";
    const { artifact, append, lastChunk } = artifactUpdate;
    const marks = `${append === true ? " +" : ""}${lastChunk === true ? " last" : ""}`;
    return `artifact ${artifact.artifactId}${marks}: ${textOf(artifact)}`;
  });
}

export function stateOf({ status }: Task): string {
  return short(status.state);
}

/** Status, history and artifacts of a task in short. */
export function summary(task: Task): object {
  const { status, history, artifacts } = task;
  return {
    state: stateOf(task),
    ...(status.message === undefined ? {} : { says: textOf(status.message) }),
    ...(history === undefined
      ? {}
      : { history: history.map((one) => `${one.role === "ROLE_USER" ? "user" : "agent"}: ${textOf(one)}`) }),
    ...(artifacts === undefined
      ? {}
      : { artifacts: artifacts.map((one) => `${one.artifactId}: ${textOf(one)}`) }),
  };
}

export function textOf({ parts }: Pick<Message, "parts">): string {
  return parts.map(({ text }) => text ?? "?").join("|");
}

function short(state: string): string {
  return state.replace("TASK_STATE_", "").toLowerCase().replaceAll("_", "-");
}

/** Something that a test opens and an author waits for, or the other way round. */
export interface Gate {
  readonly opened: Promise<void>;
  open(): void;
}

export function createGate(): Gate {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

/** Resolves when a signal is aborted. */
export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

/** The task of an answer. */
export function taskOf(answer: { readonly task?: Task | undefined }): Task {
  if (answer.task === undefined) throw new Error("expected a task, found a message");
  return answer.task;
}

/** So that every task has a time of its own. */
export async function nextMillisecond(): Promise<void> {
  const now = Date.now();
  while (Date.now() === now) await new Promise((resolve) => setImmediate(resolve));
}
