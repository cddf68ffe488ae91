import type { ServerResponse } from "node:http";
import { A2AService, A2AServiceClient, A2AServiceGrpc, type StreamResponse } from "@a2agen/a2a-1.0";
import { Server, ServerCredentials } from "@grpc/grpc-js";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  type Clock,
  connect,
  type ResumeOptions,
  withResume,
} from "../../../../packages/runtime/src/client/index.ts";
import { addGrpcService, grpc } from "../../../../packages/runtime/src/grpc/index.ts";
import { createHost, implement } from "../../../../packages/runtime/src/host/index.ts";
import { jsonRpc } from "../../../../packages/runtime/src/jsonrpc/index.ts";
import { rest } from "../../../../packages/runtime/src/rest/index.ts";
import {
  CallError,
  type ClientOf,
  type ServiceDefinition,
} from "../../../../packages/runtime/src/service/index.ts";
import { bindings } from "../../../shared/bindings/bindings.ts";
import {
  artifactEvent,
  cardOf,
  errorOf,
  hello,
  startAgent,
  statusEvent,
  task,
  taskEvent,
} from "../../../shared/client/agents.ts";
import { startServer } from "../../../shared/client/web-server.ts";
import { collect } from "../../../shared/collect.ts";

const working = taskEvent("task-1", "TASK_STATE_WORKING");
const completed = statusEvent("task-1", "TASK_STATE_COMPLETED");

/** Never waits, and keeps how long it should have. */
function createClock(): Clock & { readonly slept: number[] } {
  const slept: number[] = [];
  return {
    slept,
    now: () => 0,
    async sleep(ms) {
      slept.push(ms);
    },
  };
}

/** What a server does with one streaming call: its events, and how it ends. */
interface Script {
  readonly events?: readonly StreamResponse[];
  readonly error?: CallError;
  /** Breaks the connection off instead of ending the stream. */
  readonly breaks?: boolean;
}

/** A server of JSON-RPC that plays one script for each call, and keeps what was called. */
async function startScripted(scripts: readonly Script[]): Promise<{
  readonly origin: string;
  readonly calls: readonly string[];
}> {
  const calls: string[] = [];
  const server = await startServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const { id, method, params } = JSON.parse(Buffer.concat(parts).toString()) as Call;
      calls.push(`${method} ${JSON.stringify(params)}`);
      const script = scripts[calls.length - 1] ?? {};
      play(script, { id, response });
    });
  });
  return { origin: server.origin, calls };
}

interface Call {
  readonly id: number;
  readonly method: string;
  readonly params: unknown;
}

function play(script: Script, { id, response }: { id: number; response: ServerResponse }): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.flushHeaders();
  for (const result of script.events ?? []) {
    response.write(`data: ${JSON.stringify({ jsonrpc: "2.0", id, result })}\n\n`);
  }
  if (script.error !== undefined) {
    const { jsonRpc: code, message, reason } = script.error;
    const data = [
      { "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason, domain: "a2a-protocol.org" },
    ];
    response.write(`data: ${JSON.stringify({ jsonrpc: "2.0", id, error: { code, message, data } })}\n\n`);
  }
  // What was written is sent before the connection breaks off.
  if (script.breaks === true) response.write(": bye\n\n", () => response.destroy());
  else response.end();
}

async function clientOf(
  scripts: readonly Script[],
  options: ResumeOptions = {},
  service: ServiceDefinition<A2AService> = A2AService,
): Promise<{
  readonly client: ClientOf<A2AService>;
  readonly calls: readonly string[];
  readonly slept: readonly number[];
}> {
  const { origin, calls } = await startScripted(scripts);
  const clock = createClock();
  const { client } = await connect(service, cardOf(origin), {
    bindings: [jsonRpc()],
    resume: { clock, ...options },
  });
  return { client, calls, slept: clock.slept };
}

/** The events of a stream and the error that ended it. */
async function read(stream: AsyncIterable<StreamResponse>): Promise<{ events: unknown[]; error: unknown }> {
  const events: unknown[] = [];
  try {
    for await (const event of stream) events.push(event);
  } catch (error) {
    return { events, error };
  }
  return { events, error: undefined };
}

async function* refuse(error: CallError): AsyncGenerator<StreamResponse> {
  yield* [];
  throw error;
}

const send = `SendStreamingMessage ${JSON.stringify(hello)}`;
const subscribe = 'SubscribeToTask {"id":"task-1"}';

describe("a stream of a task", () => {
  it("is taken up again when the connection breaks off", async () => {
    const { client, calls } = await clientOf([
      { events: [working, artifactEvent("task-1", "one")], breaks: true },
      { events: [working, artifactEvent("task-1", "two")], breaks: true },
      { events: [working, completed] },
    ]);
    expect(await collect(client.sendStreamingMessage(hello))).toEqual([
      working,
      artifactEvent("task-1", "one"),
      working,
      artifactEvent("task-1", "two"),
      working,
      completed,
    ]);
    expect(calls).toEqual([send, subscribe, subscribe]);
  });

  it("is taken up again when it ends before the task does", async () => {
    const { client, calls } = await clientOf([{ events: [working] }, { events: [working, completed] }]);
    expect(await collect(client.sendStreamingMessage(hello))).toEqual([working, working, completed]);
    expect(calls).toEqual([send, subscribe]);
  });

  it("is taken up again when it was asked for as such", async () => {
    const { client, calls } = await clientOf([
      { events: [working], breaks: true },
      { events: [working, completed] },
    ]);
    expect(await collect(client.subscribeToTask({ id: "task-1" }))).toEqual([working, working, completed]);
    expect(calls).toEqual([subscribe, subscribe]);
  });

  it("keeps the tenant of its request", async () => {
    const { client, calls } = await clientOf([{ events: [working] }, { events: [completed] }]);
    await collect(client.sendStreamingMessage({ ...hello, tenant: "blue" }));
    expect(calls[1]).toBe('SubscribeToTask {"tenant":"blue","id":"task-1"}');
  });

  it("may end when its task waits for the client, and goes on when that breaks off", async () => {
    for (const state of ["TASK_STATE_INPUT_REQUIRED", "TASK_STATE_AUTH_REQUIRED"] as const) {
      const waiting = statusEvent("task-1", state);
      const ended = await clientOf([{ events: [working, waiting] }]);
      expect(await collect(ended.client.sendStreamingMessage(hello))).toEqual([working, waiting]);
      expect(ended.calls).toEqual([send]);

      const broken = await clientOf([{ events: [working, waiting], breaks: true }, { events: [completed] }]);
      expect(await collect(broken.client.sendStreamingMessage(hello))).toEqual([working, waiting, completed]);
    }
  });

  it("must not end when its task has gone on after waiting", async () => {
    const { client, calls } = await clientOf([
      {
        events: [
          statusEvent("task-1", "TASK_STATE_INPUT_REQUIRED"),
          statusEvent("task-1", "TASK_STATE_WORKING"),
        ],
      },
      { events: [working, completed] },
    ]);
    await collect(client.sendStreamingMessage(hello));
    expect(calls).toHaveLength(2);
  });

  it("is over when its task is, however the connection ends", async () => {
    const { client, calls } = await clientOf([{ events: [working, completed], breaks: true }]);
    expect(await collect(client.sendStreamingMessage(hello))).toEqual([working, completed]);
    expect(calls).toEqual([send]);
  });

  it("is over after a message, however the connection ends", async () => {
    const answer: StreamResponse = {
      message: { messageId: "message-2", role: "ROLE_AGENT", parts: [{ text: "hi" }] },
    };
    for (const breaks of [false, true]) {
      const { client, calls } = await clientOf([{ events: [answer], breaks }]);
      expect(await collect(client.sendStreamingMessage(hello))).toEqual([answer]);
      expect(calls).toEqual([send]);
    }
  });

  it("fails as it is when no task was named, and is never sent again", async () => {
    const { client, calls } = await clientOf([{ breaks: true }]);
    expect(await read(client.sendStreamingMessage(hello))).toMatchObject({
      events: [],
      error: { status: "UNAVAILABLE" },
    });
    expect(calls).toEqual([send]);
  });

  it("fails as it is for another reason", async () => {
    const { client, calls } = await clientOf([
      { events: [working], error: new CallError("INTERNAL", "the agent failed") },
    ]);
    expect(await read(client.sendStreamingMessage(hello))).toMatchObject({
      events: [working],
      error: { message: "the agent failed" },
    });
    expect(calls).toEqual([send]);
  });

  it("is given up after some tries that bring nothing new, with longer and longer waits", async () => {
    const { client, calls, slept } = await clientOf(
      [{ events: [working], breaks: true }, { breaks: true }, { events: [working] }, { events: [working] }],
      { attempts: 3, initialDelayMs: 100, maximumDelayMs: 300, jitter: false },
    );
    expect(await read(client.sendStreamingMessage(hello))).toMatchObject({
      events: [working, working, working],
      error: { status: "UNAVAILABLE", message: "the stream ended before the task task-1 did" },
    });
    expect(calls).toEqual([send, subscribe, subscribe, subscribe]);
    expect(slept).toEqual([100, 200, 300]);
  });

  it("is not given up as long as the tries bring something new", async () => {
    const part = artifactEvent("task-1", "more");
    const { client, calls, slept } = await clientOf(
      [
        ...Array.from({ length: 10 }, () => ({ events: [working, part], breaks: true })),
        { events: [working, completed] },
      ],
      { attempts: 1, initialDelayMs: 100, jitter: false },
    );
    expect(await collect(client.sendStreamingMessage(hello))).toHaveLength(22);
    expect(calls).toHaveLength(11);
    expect(slept).toEqual(Array.from({ length: 10 }, () => 100));
  });

  it("waits as the server says when that is full", async () => {
    const full = new CallError("RESOURCE_EXHAUSTED", "full", { retryAfterMs: 700 });
    const agent = await startAgent({
      handler: {
        async *sendStreamingMessage() {
          yield working;
        },
        async *subscribeToTask() {
          if (agent.seen.length < 4) throw full;
          yield working;
          yield completed;
        },
      },
    });
    const clock = createClock();
    const { client } = await connect(A2AServiceClient, agent.origin, {
      bindings: [jsonRpc()],
      retry: false,
      resume: { clock, initialDelayMs: 0 },
    });
    expect(await collect(client.sendStreamingMessage(hello))).toEqual([working, working, completed]);
    expect(clock.slept).toEqual([0, 700]);
  });

  it("is not taken up again when its reader goes", async () => {
    const { client, calls } = await clientOf([{ events: [working, working] }]);
    for await (const event of client.sendStreamingMessage(hello)) {
      expect(event).toEqual(working);
      break;
    }
    expect(calls).toEqual([send]);
  });

  it("is not taken up again when its caller ends it", async () => {
    const controller = new AbortController();
    const { client, calls } = await clientOf([{ events: [working], breaks: true }], {
      clock: {
        now: () => 0,
        async sleep() {
          controller.abort();
        },
      },
    });
    expect(await read(client.sendStreamingMessage(hello, { signal: controller.signal }))).toMatchObject({
      events: [working],
      error: { status: "CANCELLED" },
    });
    expect(calls).toEqual([send]);
  });

  it("can be left alone", async () => {
    const { origin } = await startScripted([{ events: [working] }]);
    const options = { bindings: [jsonRpc()], resume: false } as const;
    const { client } = await connect(A2AServiceClient, cardOf(origin), options);
    expect(await collect(client.sendStreamingMessage(hello))).toEqual([working]);
  });
});

describe("a task that ended while nobody followed it", () => {
  const ended = new CallError("FAILED_PRECONDITION", "the task has ended", {
    reason: "UNSUPPORTED_OPERATION",
  });

  it("is an error where the protocol does not say how to read it", async () => {
    const { protocol } = A2AService;
    const { snapshot: _, ...tasks } = protocol.tasks as NonNullable<typeof protocol.tasks>;
    const agent = await startAgent({
      handler: {
        async *sendStreamingMessage() {
          yield working;
        },
        subscribeToTask: () => refuse(ended),
      },
    });
    const service = { ...A2AService, protocol: { ...protocol, tasks } };
    const { client } = await connect(service, agent.origin, {
      bindings: [jsonRpc()],
      resume: { clock: createClock() },
    });
    expect(await read(client.sendStreamingMessage(hello))).toMatchObject({
      events: [working],
      error: { name: "UnsupportedOperationError", message: "the task has ended" },
    });
  });

  it.each(["TASK_STATE_COMPLETED", "TASK_STATE_INPUT_REQUIRED"] as const)(
    "in %s comes as a whole, the last event, where the protocol says how",
    async (state) => {
      const agent = await startAgent({
        handler: {
          async *sendStreamingMessage() {
            yield working;
          },
          subscribeToTask: () => refuse(ended),
          getTask: async ({ id }) => task(id, state),
        },
      });
      const { client } = await connect(A2AServiceClient, agent.origin, {
        bindings: [jsonRpc()],
        resume: { clock: createClock() },
      });
      expect(await collect(client.sendStreamingMessage(hello))).toEqual([
        working,
        taskEvent("task-1", state),
      ]);
    },
  );

  it("comes as a whole where a subscription ends without any event", async () => {
    const agent = await startAgent({
      handler: {
        async *subscribeToTask() {
          yield* [];
        },
        getTask: async ({ id }) => task(id, "TASK_STATE_CANCELED"),
      },
    });
    const { client } = await connect(A2AServiceClient, agent.origin, { bindings: [jsonRpc()] });
    expect(await collect(client.subscribeToTask({ id: "task-1" }))).toEqual([
      taskEvent("task-1", "TASK_STATE_CANCELED"),
    ]);
  });

  it("is followed again where a subscription ends without any event while the task goes on", async () => {
    let calls = 0;
    const agent = await startAgent({
      handler: {
        async *subscribeToTask() {
          calls += 1;
          if (calls > 1) yield* [working, completed];
        },
        getTask: async ({ id }) => task(id, "TASK_STATE_WORKING"),
      },
    });
    const clock = createClock();
    const { client } = await connect(A2AServiceClient, agent.origin, {
      bindings: [jsonRpc()],
      resume: { clock },
    });
    expect(await collect(client.subscribeToTask({ id: "task-1" }))).toEqual([working, completed]);
    expect([calls, clock.slept.length]).toEqual([2, 1]);
  });

  it("is an error when it goes on or cannot be read", async () => {
    for (const readTask of [
      async () => task("task-1", "TASK_STATE_WORKING"),
      async () => {
        throw new CallError("NOT_FOUND", "no such task");
      },
    ]) {
      const agent = await startAgent({
        handler: {
          async *sendStreamingMessage() {
            yield working;
          },
          subscribeToTask: () => refuse(ended),
          getTask: readTask,
        },
      });
      const { client } = await connect(A2AServiceClient, agent.origin, {
        bindings: [jsonRpc()],
        resume: { clock: createClock() },
      });
      expect(await read(client.sendStreamingMessage(hello))).toMatchObject({
        events: [working],
        error: { message: "the task has ended" },
      });
    }
  });
});

describe("a server that is killed in mid-stream", () => {
  it.each([jsonRpc(), rest()])("is found again on its port over $binding", async (binding) => {
    const part = artifactEvent("task-1", "one");
    const first = await startAgent({
      handler: {
        async *sendStreamingMessage(_request, { signal }) {
          yield working;
          yield part;
          await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
        },
      },
    });
    const clock: Clock = {
      now: () => 0,
      // The second try finds the new server.
      async sleep() {
        slept += 1;
        if (slept === 2) await startSecond();
      },
    };
    let slept = 0;
    const subscribed: string[] = [];
    const startSecond = async (): Promise<void> => {
      await startAgent({
        port: first.port,
        handler: {
          async *subscribeToTask({ id }) {
            subscribed.push(id);
            yield working;
            yield completed;
          },
        },
      });
    };
    const { client } = await connect(A2AServiceClient, first.origin, {
      bindings: [binding],
      resume: { clock },
    });
    const events: StreamResponse[] = [];
    for await (const event of client.sendStreamingMessage(hello)) {
      events.push(event);
      if (events.length === 2) await first.kill();
    }
    expect(events).toEqual([working, part, working, completed]);
    expect(subscribed).toEqual(["task-1"]);
    expect(slept).toBe(2);
  });

  it("is found again over gRPC", async () => {
    const serve = async (port: number, handler: Partial<A2AService>): Promise<[Server, number]> => {
      const server = new Server();
      const host = createHost({
        services: [implement(A2AService, handler as A2AService)],
        checkAnswers: "shape",
      });
      addGrpcService(server, host, [A2AServiceGrpc]);
      const bound = await new Promise<number>((resolve, reject) => {
        server.bindAsync(`127.0.0.1:${port}`, ServerCredentials.createInsecure(), (error, at) =>
          error === null ? resolve(at) : reject(error),
        );
      });
      onTestFinished(() => server.forceShutdown());
      return [server, bound];
    };
    const [first, port] = await serve(0, {
      async *sendStreamingMessage(_request, { signal }) {
        yield working;
        await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
      },
    });
    const card = cardOf("", {
      supportedInterfaces: [
        { url: `http://127.0.0.1:${port}`, protocolBinding: "GRPC", protocolVersion: "1.0" },
      ],
    });
    const { client, close } = await connect(A2AServiceClient, card, {
      bindings: [
        grpc({ codecs: [A2AServiceGrpc], channelOptions: { "grpc.initial_reconnect_backoff_ms": 1 } }),
      ],
      resume: { attempts: 50, initialDelayMs: 20, jitter: false },
    });
    const events: StreamResponse[] = [];
    for await (const event of client.sendStreamingMessage(hello)) {
      events.push(event);
      if (events.length > 1) continue;
      first.forceShutdown();
      await serve(port, {
        async *subscribeToTask() {
          yield working;
          yield completed;
        },
      });
    }
    expect(events).toEqual([working, working, completed]);
    await close();
  });

  it.each([
    ["JSONRPC", jsonRpc()],
    ["HTTP+JSON", rest()],
    ["GRPC", grpc({ codecs: [A2AServiceGrpc] })],
  ])(
    "over %s, whose server takes a task that has ended for a wrong argument: the task is read",
    async (name, binding) => {
      const calls: string[] = [];
      const cut = new CallError("UNAVAILABLE", "the connection broke");
      const handler: Partial<A2AService> = {
        async *sendStreamingMessage() {
          yield working;
          throw cut;
        },
        subscribeToTask({ id }) {
          calls.push(`subscribeToTask ${id}`);
          if (calls.length === 1) throw cut;
          throw new CallError("INVALID_ARGUMENT", "the task has ended");
        },
        async getTask({ id }) {
          calls.push(`getTask ${id}`);
          return task(id, "TASK_STATE_COMPLETED");
        },
      };
      const host = createHost({ services: [implement(A2AService, handler as A2AService)] });
      const served = await bindings.find((each) => each.name === name)?.serve(host);
      const card = cardOf("", {
        supportedInterfaces: [{ url: served?.url ?? "", protocolBinding: name, protocolVersion: "1.0" }],
      });
      const { client, close } = await connect(A2AServiceClient, card, {
        bindings: [binding],
        resume: { clock: createClock() },
      });
      onTestFinished(async () => void (await Promise.all([close(), served?.close()])));
      expect(await collect(client.sendStreamingMessage(hello))).toEqual([
        working,
        taskEvent("task-1", "TASK_STATE_COMPLETED"),
      ]);
      expect(calls).toEqual(["subscribeToTask task-1", "subscribeToTask task-1", "getTask task-1"]);
    },
  );

  it("and does not come back is given up", async () => {
    const agent = await startAgent({
      handler: {
        async *sendStreamingMessage(_request, { signal }) {
          yield working;
          await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
        },
      },
    });
    const clock = createClock();
    const { client } = await connect(A2AServiceClient, agent.origin, {
      bindings: [jsonRpc()],
      resume: { clock, attempts: 4 },
    });
    const events: StreamResponse[] = [];
    const error = await errorOf(
      (async () => {
        for await (const event of client.sendStreamingMessage(hello)) {
          events.push(event);
          await agent.kill();
        }
      })(),
    );
    expect(events).toEqual([working]);
    expect(error).toMatchObject({ status: "UNAVAILABLE" });
    expect(clock.slept).toHaveLength(4);
  });
});

it("a service without tasks is left alone", () => {
  const { tasks: _tasks, ...protocol } = A2AService.protocol;
  const transport = { binding: "test" } as Parameters<ReturnType<typeof withResume>>[0];
  expect(withResume({ ...A2AService, protocol })(transport)).toBe(transport);
});
