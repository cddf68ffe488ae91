import { once } from "node:events";
import { type ClientHttp2Session, connect as connectHttp2 } from "node:http2";
import {
  A2AService,
  type A2AServiceClient,
  A2AServiceGrpc,
  GetTaskRequestBinary,
  type Task,
} from "@a2agen/a2a-1.0";
import { createAgent, inputRequired, textArtifact } from "@a2agen/runtime/agent";
import { addGrpcService, createGrpcTransport, grpcServerOptions } from "@a2agen/runtime/grpc";
import { createHost, implement } from "@a2agen/runtime/host";
import { createClient } from "@a2agen/runtime/service";
import { credentials, Server, ServerInterceptingCall } from "@grpc/grpc-js";
import { expect, onTestFinished, test } from "vitest";
import { listen } from "../../../shared/grpc/relay.ts";

const megabytes = 1024 * 1024;

interface Started {
  readonly port: number;
  readonly client: A2AServiceClient;
  /** What the server has done with GetTask. */
  readonly seen: { taken: number; encoded: number; readonly turns: number[] };
}

/** An agent whose tasks have an artifact of five megabytes of the text of each message. */
async function start(change: (task: Task, call: number) => void = () => undefined): Promise<Started> {
  const seen: Started["seen"] = { taken: 0, encoded: 0, turns: [] };
  let turn = 0;
  let calls = 0;
  let isOver = false;
  const count = (): void => {
    turn++;
    if (!isOver) setImmediate(count);
  };
  count();
  const agent = createAgent({
    service: A2AService,
    async *execute({ text }) {
      yield textArtifact(text, text.repeat(5 * megabytes));
      yield inputRequired("more?");
    },
  });
  const host = createHost({
    services: [
      implement(A2AService, {
        ...agent,
        async getTask(request, call) {
          const task = await agent.getTask(request, call);
          change(task, ++calls);
          return task;
        },
      }),
    ],
    limits: { unsentBytes: 32 * megabytes },
  });
  const options = grpcServerOptions(host);
  const server = new Server({
    ...options,
    interceptors: [
      ...(options.interceptors ?? []),
      (method, call) => {
        if (!method.path.endsWith("/GetTask")) return new ServerInterceptingCall(call);
        seen.taken++;
        return new ServerInterceptingCall(call, {
          sendMessage(message, next) {
            seen.turns.push(turn);
            next(message);
          },
        });
      },
    ],
  });
  const { getTask } = A2AServiceGrpc.methods;
  const output: typeof getTask.output = {
    ...getTask.output,
    encode(...args) {
      seen.encoded++;
      return getTask.output.encode(...args);
    },
  };
  const counted = {
    ...A2AServiceGrpc,
    methods: { ...A2AServiceGrpc.methods, getTask: { ...getTask, output } },
  };
  addGrpcService(server, host, [counted]);
  const port = await listen(server);
  const transport = createGrpcTransport({
    address: `127.0.0.1:${port}`,
    credentials: credentials.createInsecure(),
    codecs: [A2AServiceGrpc],
  });
  onTestFinished(async () => {
    isOver = true;
    await transport.close();
    server.forceShutdown();
    await host.close({ graceMs: 0 });
    await agent.close(0);
  });
  return { port, client: createClient(A2AService, transport), seen };
}

async function begin(client: A2AServiceClient, text: string, taskId?: string): Promise<string> {
  const { task } = await client.sendMessage({
    message: {
      messageId: `m-${text}`,
      role: "ROLE_USER",
      parts: [{ text }],
      ...(taskId !== undefined && { taskId }),
    },
  });
  return task?.id ?? "";
}

/** A connection of a client that takes the headers of answers and nothing else. */
function connectUnread(port: number): ClientHttp2Session {
  const session = connectHttp2(`http://127.0.0.1:${port}`, { settings: { initialWindowSize: 0 } });
  onTestFinished(() => session.destroy());
  return session;
}

function getTask(session: ClientHttp2Session, id: string): NodeJS.EventEmitter {
  const stream = session.request({
    ":method": "POST",
    ":path": "/lf.a2a.v1.A2AService/GetTask",
    "content-type": "application/grpc",
    te: "trailers",
    "a2a-version": "1.0",
  });
  stream.on("error", () => undefined);
  const message = GetTaskRequestBinary.encode({ id });
  const head = Buffer.alloc(5);
  head.writeUInt32BE(message.length, 1);
  stream.end(Buffer.concat([head, message]));
  return stream;
}

test("200 calls for one task of five megabytes encode it once, and fill no more than the room for answers", async () => {
  const { port, client, seen } = await start();
  const id = await begin(client, "a");
  const sessions = Array.from({ length: 5 }, () => connectUnread(port));
  for (const session of sessions) for (let at = 0; at < 40; at++) getTask(session, id);
  await expect.poll(() => seen.taken).toBe(200);
  await expect.poll(() => seen.turns.length).toBe(6);
  // Others are answered meanwhile, and none of the 200 finds more room.
  for (let at = 0; at < 20; at++)
    await expect(client.getTask({ id: "none" })).rejects.toThrow("the task does not exist");
  expect({ encoded: seen.encoded, answers: seen.turns.length }).toEqual({ encoded: 1, answers: 6 });
  // No more than two of them are made before sockets and timers have their turn.
  expect(new Set(seen.turns).size).toBeGreaterThanOrEqual(3);
});

test("a task that has changed is encoded anew, while its former state is on its way", async () => {
  const { port, client, seen } = await start();
  const id = await begin(client, "a");
  await once(getTask(connectUnread(port), id), "response");
  await begin(client, "b", id);
  const { artifacts = [] } = await client.getTask({ id });
  expect(artifacts.map(({ artifactId }) => artifactId)).toEqual(["a", "b"]);
  expect(seen.encoded).toBe(2);
});

test.each<{ readonly name: string; readonly change: (task: Task) => void }>([
  {
    name: "a member",
    change: (task) => {
      delete task.artifacts;
    },
  },
  {
    name: "an element inside",
    change: (task) => {
      task.artifacts = [...(task.artifacts ?? [])];
      task.artifacts.pop();
    },
  },
  {
    name: "a text inside",
    change: (task) => {
      task.artifacts = (task.artifacts ?? []).map((artifact) => ({ ...artifact, parts: [{ text: "none" }] }));
    },
  },
])("a caller is not given $name that the handler takes from the answer for it alone", async ({ change }) => {
  const { port, client, seen } = await start((task, call) => {
    if (call === 2) change(task);
  });
  const id = await begin(client, "a");
  await once(getTask(connectUnread(port), id), "response");
  const { artifacts } = await client.getTask({ id });
  expect(JSON.stringify(artifacts ?? [])).not.toContain("aaa");
  expect(seen.encoded).toBe(2);
  await client.getTask({ id });
  expect(seen.encoded).toBe(2);
});
