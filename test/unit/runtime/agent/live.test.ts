import {
  A2AServiceGrpc,
  A2AService as NextService,
  type StreamRequest,
  type StreamResponse,
} from "@a2agen/a2a-1.1-dev";
import {
  completed,
  type Execute,
  inputRequired,
  MemoryTaskStore,
  textArtifact,
  working,
} from "@a2agen/runtime/agent";
import { connect as connectTo } from "@a2agen/runtime/client";
import { addGrpcService, createGrpcTransport, grpcServerOptions } from "@a2agen/runtime/grpc";
import { createHost, implement } from "@a2agen/runtime/host";
import { createJsonRpcTransport, jsonRpc } from "@a2agen/runtime/jsonrpc";
import { createRestTransport, rest } from "@a2agen/runtime/rest";
import { createClient } from "@a2agen/runtime/service";
import { createWebSocketServer, createWebSocketTransport } from "@a2agen/runtime/websocket";
import { credentials, Server, ServerCredentials } from "@grpc/grpc-js";
import { describe, expect, onTestFinished, test } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import { toNodeListener } from "../../../../packages/runtime/src/adapters/node.ts";
import { createAgent } from "../../../../packages/runtime/src/agent/agent.ts";
import { createHttpHandler } from "../../../../packages/runtime/src/server/index.ts";
import { listen } from "../../../shared/http/listen.ts";
import { choose } from "../../../shared/runs.ts";
import { nextCard } from "../../../shared/versions/start-next.ts";

/** Answers each message of a turn, until its client says bye or sends no more. */
const chat: Execute = async function* ({ text, input }) {
  yield working(`heard ${text}`);
  for await (const further of input) {
    yield working(`heard ${further.text}`);
    if (further.text === "bye") break;
  }
  yield completed("done");
};

const store = (): MemoryTaskStore => new MemoryTaskStore({ service: NextService });

async function serve(execute: Execute, kept = store()) {
  const agent = createAgent({ service: NextService, execute, store: kept, onError: () => undefined });
  const host = createHost({
    services: [implement(NextService, agent)],
    authenticate: ({ header }) => ({ id: header("authorization") ?? "alice" }),
  });
  const { url, server: http } = await listen(toNodeListener(createHttpHandler(host, { jsonRpc: "/rpc" })));
  const webSocket = createWebSocketServer(host, { WebSocketServer, path: "/ws" });
  webSocket.attach(http);
  const server = new Server(grpcServerOptions(host));
  addGrpcService(server, host, [A2AServiceGrpc]);
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, bound) =>
      error === null ? resolve(bound) : reject(error),
    );
  });
  onTestFinished(async () => {
    server.forceShutdown();
    await host.close({ graceMs: 0 });
    await webSocket.close({ graceMs: 0 });
    await agent.close(0);
  });
  return { url, port };
}

type Served = Awaited<ReturnType<typeof serve>>;

const bindings = {
  JSONRPC: ({ url }: Served) => createJsonRpcTransport(NextService.protocol, { url: `${url}/rpc` }),
  "HTTP+JSON": ({ url }: Served) => createRestTransport(NextService.protocol, { url }),
  WEBSOCKET: ({ url }: Served) =>
    createWebSocketTransport(NextService.protocol, { url: `${url.replace("http", "ws")}/ws`, WebSocket }),
  GRPC: ({ port }: Served) =>
    createGrpcTransport({
      address: `127.0.0.1:${port}`,
      credentials: credentials.createInsecure(),
      codecs: [A2AServiceGrpc],
    }),
};

function connect(served: Served, binding: keyof typeof bindings = "JSONRPC") {
  const transport = bindings[binding](served);
  onTestFinished(() => transport.close());
  return createClient(NextService, transport as never);
}

let count = 0;
function say(text: string, taskId?: string): StreamRequest {
  count += 1;
  const message = { messageId: `m-${count}`, role: "ROLE_USER" as const, parts: [{ text }] };
  return { message: taskId === undefined ? message : { ...message, taskId } };
}

/** What a client sends, from outside. */
function pipe() {
  const waiting: (StreamRequest | undefined)[] = [];
  let wake = (): void => undefined;
  const push = (request: StreamRequest | undefined): void => {
    waiting.push(request);
    wake();
  };
  async function* requests(): AsyncGenerator<StreamRequest, void, undefined> {
    for (;;) {
      if (waiting.length === 0) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      const next = waiting.shift();
      if (next === undefined) return;
      yield next;
    }
  }
  return {
    requests: requests(),
    send: (text: string, taskId?: string) => push(say(text, taskId)),
    end: () => push(undefined),
  };
}

function inShort({ task, statusUpdate, artifactUpdate, messageUpdate, message }: StreamResponse): string {
  if (messageUpdate !== undefined) return `< ${messageUpdate.message.parts[0]?.text}`;
  if (artifactUpdate !== undefined) return `artifact ${artifactUpdate.artifact.parts[0]?.text}`;
  if (message !== undefined) return `message ${message.parts[0]?.text}`;
  const status = task?.status ?? statusUpdate?.status;
  const state = status?.state.slice("TASK_STATE_".length).toLowerCase();
  const text = status?.message?.parts[0]?.text;
  return [task && "task", state, text].filter((part) => part !== undefined).join(" ");
}

describe.each(choose(Object.keys(bindings) as (keyof typeof bindings)[]))(
  "a live stream over %s",
  (binding) => {
    test("gives the messages of its client to the turn at work", async () => {
      const client = connect(await serve(chat), binding);
      const { requests, send } = pipe();
      send("one");
      const seen: string[] = [];
      for await (const event of client.sendLiveMessage(requests)) {
        seen.push(inShort(event));
        if (seen.at(-1) === "working heard one") send("two");
        if (seen.at(-1) === "working heard two") send("bye");
      }
      expect(seen).toEqual([
        "task submitted",
        "working heard one",
        "working heard two",
        "working heard bye",
        "completed done",
      ]);
    });

    test("ends the input of the turn when its client sends no more", async () => {
      const client = connect(await serve(chat), binding);
      const { requests, send, end } = pipe();
      send("one");
      const seen: string[] = [];
      for await (const event of client.sendLiveMessage(requests)) {
        seen.push(inShort(event));
        if (seen.length === 2) end();
      }
      expect(seen.slice(1)).toEqual(["working heard one", "completed done"]);
    });

    test("goes on when the task waits for its client, and has a turn for the answer", async () => {
      const client = connect(
        await serve(async function* ({ text }) {
          if (text === "ask") yield inputRequired("which?");
          else yield textArtifact("a", text);
        }),
        binding,
      );
      const { requests, send } = pipe();
      send("ask");
      const seen: string[] = [];
      for await (const event of client.sendLiveMessage(requests)) {
        seen.push(inShort(event));
        if (seen.at(-1) === "input_required which?") send("that");
      }
      expect(seen).toEqual([
        "task submitted",
        "input_required which?",
        "working",
        "artifact that",
        "completed",
      ]);
    });

    test("ends with a cancelled task", async () => {
      const served = await serve(chat);
      const client = connect(served, binding);
      const { requests, send } = pipe();
      send("one");
      const seen: string[] = [];
      let id = "";
      for await (const event of client.sendLiveMessage(requests)) {
        seen.push(inShort(event));
        id = event.task?.id ?? id;
        if (seen.length === 2) await connect(served).cancelTask({ id });
      }
      expect(seen.at(-1)).toBe("canceled");
    });

    test("ends the input of the turn when its client goes", async () => {
      const ends: string[] = [];
      const client = connect(
        await serve(async function* ({ input }) {
          yield working();
          for await (const { text } of input) ends.push(text);
          ends.push("end");
        }),
        binding,
      );
      const { requests, send } = pipe();
      send("one");
      for await (const event of client.sendLiveMessage(requests)) if (event.statusUpdate !== undefined) break;
      await expect.poll(() => ends).toEqual(["end"]);
    });

    test("fails with the error of a message for another task", async () => {
      const client = connect(await serve(chat), binding);
      const { requests, send } = pipe();
      send("one");
      const read = async (): Promise<void> => {
        for await (const event of client.sendLiveMessage(requests)) {
          if (event.statusUpdate !== undefined) send("two", "other");
        }
      };
      await expect(read()).rejects.toMatchObject({ status: "INVALID_ARGUMENT" });
    });
  },
);

describe("over HTTP", () => {
  const post = (url: string, body: object, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${url}/live`, {
      method: "POST",
      headers: { "content-type": "application/json", "a2a-version": "1.1", ...headers },
      body: JSON.stringify(body),
    });

  async function open(url: string) {
    const response = await post(url, say("one"), { accept: "text/event-stream" });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    const first = (await reader?.read())?.value ?? "";
    return { id: /"id":"([^"]+)"/.exec(first)?.[1] ?? "", first, reader };
  }

  async function untilDone(reader: ReadableStreamDefaultReader<string> | undefined): Promise<string> {
    let all = "";
    for (;;) {
      const next = await reader?.read();
      if (next?.done !== false) return all;
      all += next.value;
    }
  }

  test("a message that names its task is acknowledged, also by another process over the same store", async () => {
    const kept = store();
    const [one, two] = [await serve(chat, kept), await serve(chat, kept)];
    const { id, first, reader } = await open(one.url);
    for (const [url, text] of [
      [two.url, "two"],
      [one.url, "bye"],
    ] as const) {
      const taken = await post(url, say(text, id));
      expect([taken.status, await taken.text()]).toEqual([200, "{}"]);
    }
    const events = first + (await untilDone(reader));
    expect([...events.matchAll(/heard (\w+)/g)].map(([, text]) => text)).toEqual(["one", "two", "bye"]);
  });

  test("a message is for its own caller's tasks, for one that is at work, and names it", async () => {
    const { url } = await serve(chat);
    const { id, reader } = await open(url);
    const errorOf = async (response: Promise<Response>): Promise<string> => {
      const answer = await response;
      return `${answer.status} ${/"reason":"(\w+)"/.exec(await answer.text())?.[1]}`;
    };
    expect(await errorOf(post(url, say("two", id), { authorization: "mallory" }))).toBe("404 TASK_NOT_FOUND");
    expect(await errorOf(post(url, say("two")))).toBe("400 INVALID_ARGUMENT");
    await post(url, say("bye", id));
    await untilDone(reader);
    expect(await errorOf(post(url, say("two", id)))).toBe("400 UNSUPPORTED_OPERATION");
  });

  test("followers of the task see the messages of other clients, if they speak 1.1", async () => {
    const served = await serve(chat);
    const { id, reader } = await open(served.url);
    const seen: string[] = [];
    for await (const event of connect(served).subscribeToTask({ id })) {
      seen.push(inShort(event));
      if (seen.length === 1) await post(served.url, say("bye", id));
    }
    expect(seen).toEqual(["task working heard one", "< bye", "working heard bye", "completed done"]);
    await reader?.cancel();
  });

  test.each([jsonRpc(), rest()])(
    "a connection over $binding carries them, with its tenant",
    { tags: "later" },
    async (binding) => {
      const { url } = await serve(chat);
      const card = {
        ...nextCard,
        supportedInterfaces: [
          {
            url: binding.binding === "JSONRPC" ? `${url}/rpc` : url,
            protocolBinding: binding.binding,
            protocolVersion: "1.1",
            tenant: "acme",
          },
        ],
      };
      const { client } = await connectTo(NextService, card, { bindings: [binding] });
      const { requests, send } = pipe();
      send("one");
      const seen: string[] = [];
      for await (const event of client.sendLiveMessage(requests)) {
        seen.push(inShort(event));
        if (seen.at(-1) === "working heard one") send("bye");
      }
      expect(seen).toEqual(["task submitted", "working heard one", "working heard bye", "completed done"]);
      const ofTenant = await client.listTasks({});
      expect([ofTenant.tasks.length, (await connect({ url, port: 0 }).listTasks({})).tasks.length]).toEqual([
        1, 0,
      ]);
    },
  );

  test("a turn that reads no input leaves the message to the next one", async () => {
    const texts: string[] = [];
    const served = await serve(async function* ({ text }) {
      texts.push(text);
      yield text === "bye" ? completed() : inputRequired();
    });
    const { id } = await open(served.url);
    expect((await post(served.url, say("bye", id))).status).toBe(200);
    await expect.poll(() => texts).toEqual(["one", "bye"]);
  });
});
