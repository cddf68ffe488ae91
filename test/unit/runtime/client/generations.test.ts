import {
  A2AServiceGrpc,
  A2AService as NextService,
  type StreamResponse,
  type Task,
} from "@a2agen/a2a-1.1-dev";
import { completed, inputRequired, textArtifact, working } from "@a2agen/runtime/agent";
import { connect } from "@a2agen/runtime/client";
import { addGrpcService, grpc, grpcServerOptions } from "@a2agen/runtime/grpc";
import { createHost, implement } from "@a2agen/runtime/host";
import { jsonRpc } from "@a2agen/runtime/jsonrpc";
import { Server, ServerCredentials } from "@grpc/grpc-js";
import { expect, onTestFinished, test } from "vitest";
import { withResume } from "../../../../packages/runtime/src/client/calls/resume.ts";
import { createClient } from "../../../../packages/runtime/src/service/index.ts";
import { nextCard, startNext } from "../../../shared/versions/start-next.ts";

const message = { messageId: "m", role: "ROLE_USER" as const, parts: [{ text: "go" }] };
const status = (state: "TASK_STATE_WORKING" | "TASK_STATE_COMPLETED") => ({ state });

/** A server of 1.1 whose events have no identifiers: it plays back its connections, one after the other. */
function playback(connections: readonly (readonly StreamResponse[])[], task: Task) {
  const calls: string[] = [];
  let at = 0;
  async function* next(): AsyncGenerator<StreamResponse, void, undefined> {
    yield* connections[at++] ?? [];
  }
  const transport = {
    unary: async (method: { readonly name: string }) => {
      calls.push(method.name);
      return task;
    },
    stream: (
      method: { readonly name: string },
      _request: unknown,
      options: { headers?: Record<string, string> },
    ) => {
      calls.push(`${method.name} ${options.headers?.["last-event-id"] ?? "-"}`);
      return next();
    },
  };
  const resumed = withResume(NextService, { initialDelayMs: 1 })(transport as never);
  return { client: createClient(NextService, resumed), calls };
}

const id = "t";
const taskAt = (generation: string, state: "TASK_STATE_WORKING" | "TASK_STATE_COMPLETED"): Task => ({
  id,
  status: status(state),
  generation,
});
const update = (
  generation: string,
  state: "TASK_STATE_WORKING" | "TASK_STATE_COMPLETED",
): StreamResponse => ({
  statusUpdate: { taskId: id, contextId: "c", status: status(state), generation },
});

async function read(events: AsyncIterable<StreamResponse>): Promise<(string | undefined)[]> {
  const found: (string | undefined)[] = [];
  for await (const { task, statusUpdate, artifactUpdate } of events) {
    const event = task ?? statusUpdate ?? artifactUpdate;
    found.push(`${task === undefined ? "" : "task "}${event?.generation ?? "none"}`);
  }
  return found;
}

const working2 = update("2", "TASK_STATE_WORKING");
const done = update("5", "TASK_STATE_COMPLETED");
const last = taskAt("5", "TASK_STATE_COMPLETED");

test.each([
  {
    name: "a task that is known already is left out",
    connections: [
      [{ task: taskAt("1", "TASK_STATE_WORKING") }, working2],
      [
        { task: taskAt("2", "TASK_STATE_WORKING") },
        update("3", "TASK_STATE_WORKING"),
        update("4", "TASK_STATE_WORKING"),
        done,
      ],
    ],
    want: ["task 1", "2", "3", "4", "5"],
    calls: ["SendStreamingMessage -", "SubscribeToTask g2"],
  },
  {
    name: "the task stands for what a gap has left out",
    connections: [[{ task: taskAt("1", "TASK_STATE_WORKING") }, working2, done]],
    want: ["task 1", "2", "task 5"],
    calls: ["SendStreamingMessage -", "GetTask"],
  },
  {
    name: "a server that gives one generation twice does not count",
    connections: [[{ task: taskAt("1", "TASK_STATE_WORKING") }, working2, working2, done]],
    want: ["task 1", "2", "2", "5"],
    calls: ["SendStreamingMessage -"],
  },
])("$name", async ({ connections, want, calls }) => {
  const server = playback(connections, last);
  expect(await read(server.client.sendStreamingMessage({ message }))).toEqual(want);
  expect(server.calls).toEqual(calls);
});

test("over gRPC an agent goes on after the generation that its client has", async () => {
  const { agent, fetch } = startNext({
    async *execute({ text }) {
      if (text === "ask") {
        yield inputRequired();
        return;
      }
      yield working();
      yield textArtifact("a", "one");
      yield completed();
    },
  });
  const host = createHost({ services: [implement(NextService, agent)] });
  const server = new Server(grpcServerOptions(host));
  onTestFinished(() => server.forceShutdown());
  addGrpcService(server, host, [A2AServiceGrpc]);
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, bound) =>
      error === null ? resolve(bound) : reject(error),
    );
  });
  const card = {
    ...nextCard,
    supportedInterfaces: [
      { url: `http://127.0.0.1:${port}`, protocolBinding: "GRPC", protocolVersion: "1.1" },
    ],
  };
  const { client, close } = await connect(NextService, card, {
    bindings: [grpc({ codecs: [A2AServiceGrpc] })],
  });
  onTestFinished(() => close());
  const whole = await read(client.sendStreamingMessage({ message }));
  expect(whole).toEqual(["task 1", "2", "3", "4"]);
  const { tasks } = await client.listTasks({});
  const request = { id: tasks[0]?.id ?? "" };
  expect(await read(client.subscribeToTask(request, { headers: { "last-event-id": "g2" } }))).toEqual([
    "3",
    "4",
  ]);
  const asked = await client.sendMessage({ message: { ...message, parts: [{ text: "ask" }] } });
  const taskId = asked.task?.id ?? "";
  const configuration = { ifGenerationMatch: "1" };
  const refused = client.sendMessage({ message: { ...message, messageId: "m-2", taskId }, configuration });
  await expect(refused).rejects.toMatchObject({
    name: "TaskGenerationMismatchError",
    status: "ABORTED",
    metadata: { taskId, expectedGeneration: "1", currentGeneration: "2" },
  });
  // The same where events have identifiers.
  const http = await connect(NextService, nextCard, { bindings: [jsonRpc()], fetch });
  expect(await read(http.client.subscribeToTask(request, { headers: { "last-event-id": "g3" } }))).toEqual([
    "4",
  ]);
});
