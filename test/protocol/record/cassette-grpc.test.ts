import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { A2AService, type A2AServiceClient, A2AServiceGrpc } from "@a2agen/a2a-1.0";
import { createHost, implement } from "@a2agen/runtime/host";
import { type CallError, createClient } from "@a2agen/runtime/service";
import { cassetteGrpc } from "@a2agen/testing/grpc";
import { type handleUnaryCall, Metadata, Server, ServerCredentials, status } from "@grpc/grpc-js";
import { expect, onTestFinished, test } from "vitest";
import { formatRecording, parseRecording } from "../../../packages/exchange/src/recording.ts";
import { withCassette } from "../../../packages/exchange/src/replay/cassette.ts";
import type { CassetteMode } from "../../../packages/exchange/src/replay/cassette-options.ts";
import { bindings, type Served } from "../../shared/bindings/bindings.ts";
import { fullCard, TestAgent } from "../../shared/bindings/test-agent.ts";
import { brokenStream, failureOf } from "../../shared/interop/outcomes.ts";
import { type SeenCall, watchCalls } from "../../shared/record/watch-calls.ts";
import { useDirectory } from "../../shared/use-directory.ts";

const directory = await useDirectory("a2agen-cassette-grpc-");

async function startServer(): Promise<{ readonly served: Served; readonly agent: TestAgent }> {
  const agent = new TestAgent();
  const host = createHost({
    services: [implement(A2AService, agent)],
    card: fullCard,
    onError: () => undefined,
  });
  const binding = bindings.find(({ name }) => name === "GRPC");
  if (binding === undefined) throw new Error("no binding GRPC");
  const served = await binding.serve(host);
  onTestFinished(async () => {
    await host.close({ graceMs: 0 });
    await served.close();
  });
  return { served, agent };
}

interface Conversation<Said> {
  readonly file: string;
  readonly url: string;
  readonly mode: CassetteMode;
  readonly paced?: boolean;
  readonly run: (client: A2AServiceClient) => Promise<Said>;
}

/** What a client was told, and what went over its channel. */
async function converse<Said>({
  file,
  url,
  mode,
  paced = false,
  run,
}: Conversation<Said>): Promise<{ readonly said: Said; readonly seen: readonly SeenCall[] }> {
  const { seen, interceptor } = watchCalls();
  const said = await withCassette(join(directory, file), { mode, paced }, async (cassette) => {
    const options = { codecs: [A2AServiceGrpc], channelOptions: { interceptors: [interceptor] } };
    const binding = cassetteGrpc(options, cassette);
    const { protocol } = A2AService;
    const transport = binding.connect({ service: A2AService, protocol, url, fetch });
    try {
      return await run(createClient(A2AService, transport));
    } finally {
      await transport.close();
    }
  });
  return { said, seen };
}

function message(text: string, messageId = `${text}-1`) {
  return { message: { messageId, role: "ROLE_USER" as const, parts: [{ text }] } };
}

/** What callers rely on of an error. */
function factsOf(error: unknown): unknown {
  const { name, message: text, status, origin, challenges } = error as CallError;
  return { name, text, status, origin, challenges };
}

/** Answers, a stream, one that breaks off, and errors. */
async function talk(client: A2AServiceClient) {
  const events = [];
  for await (const event of client.sendStreamingMessage(message("stream 5"))) events.push(event);
  const broken = await brokenStream(client.sendStreamingMessage(message("break")));
  return {
    task: await client.getTask({ id: "task-1" }),
    events,
    broken: { events: broken.events, error: factsOf(broken.error) },
    missing: factsOf(await failureOf(client.getTask({ id: "no-such-task" }))),
    failed: factsOf(await failureOf(client.sendMessage(message("fail ContentTypeNotSupportedError")))),
    thrown: factsOf(await failureOf(client.sendMessage(message("throw")))),
  };
}

test("what was recorded is answered again with the server stopped, byte by byte", async () => {
  const { served } = await startServer();
  const call = { file: "talk.jsonl", url: served.url, run: talk };
  const live = await converse({ ...call, mode: "record" });
  await served.close();
  expect(live.said.events.length).toBeGreaterThan(5);
  expect(live.said.broken.events.length).toBeGreaterThan(0);
  expect(live.seen.map(({ status }) => Number.parseInt(status, 10))).toEqual([0, 13, 0, 5, 3, 13]);
  expect(live.seen.filter(({ trailers }) => "grpc-status-details-bin" in trailers).length).toBe(4);
  expect(await converse({ ...call, mode: "replay" })).toEqual(live);
  expect(await converse({ ...call, mode: "replay", paced: true })).toEqual(live);
  expect(await converse({ ...call, mode: "spy" })).toEqual(live);
});

test("an answer has the identifiers of the run that it answers", async () => {
  const { served } = await startServer();
  const run = async (client: A2AServiceClient): Promise<unknown> => {
    const { message: sent } = message("message", crypto.randomUUID());
    const { task } = await client.sendMessage({ message: sent });
    expect(task?.history?.[0]?.messageId).toBe(sent.messageId);
    return task?.artifacts;
  };
  const call = { file: "identifiers.jsonl", url: served.url, run };
  const { said } = await converse({ ...call, mode: "record" });
  await served.close();
  expect((await converse({ ...call, mode: "replay" })).said).toEqual(said);
});

test("what was not recorded fails, with the nearest request, and is forwarded by spy", async () => {
  const { served } = await startServer();
  const call = { file: "other.jsonl", url: served.url };
  const send = (words: string) => (client: A2AServiceClient) => client.sendMessage(message(words, "m-1"));
  await converse({ ...call, mode: "record", run: send("Hello") });
  const missed =
    'other.jsonl: SendMessage is not recorded; the nearest differs in request.message.parts[0].text: expected "Hello"; came "Bye": record it again with { mode: "record" }';
  await expect(converse({ ...call, mode: "replay", run: send("Bye") })).rejects.toThrow(missed);
  // Also where the code that called caught the error.
  const caught = (client: A2AServiceClient): Promise<unknown> => failureOf(send("Bye")(client));
  await expect(converse({ ...call, mode: "replay", run: caught })).rejects.toThrow(missed);
  const { said } = await converse({ ...call, mode: "spy", run: send("Bye") });
  expect(said.task?.artifacts?.[0]?.parts[0]).toEqual({ text: "Bye" });
});

test("diff forwards, and finds an agent that answers otherwise", async () => {
  const { served, agent } = await startServer();
  const call = { file: "diff.jsonl", url: served.url, run: talk };
  await converse({ ...call, mode: "record" });
  const same = await converse({ ...call, mode: "diff" });
  expect(same.said.task.status.state).toBe("TASK_STATE_WORKING");
  const { task } = same.said;
  agent.tasks.set("task-1", { ...task, status: { state: "TASK_STATE_REJECTED" } });
  await expect(converse({ ...call, mode: "diff" })).rejects.toThrow(
    'GetTask\n  events[0].status.state: expected "TASK_STATE_WORKING"; came "TASK_STATE_REJECTED"',
  );
});

test("a server that was not there, and a deadline, fail as they did", async () => {
  const { served } = await startServer();
  const wait = (client: A2AServiceClient): Promise<unknown> =>
    failureOf(client.sendMessage(message("wait"), { timeoutMs: 200 })).then(factsOf);
  const late = await converse({ file: "late.jsonl", url: served.url, mode: "record", run: wait });
  expect(late.said).toMatchObject({ status: "DEADLINE_EXCEEDED", origin: "client" });
  await served.close();
  const call = { file: "late.jsonl", url: served.url, mode: "replay" } as const;
  expect(await converse({ ...call, run: wait })).toEqual(late);
  const get = (client: A2AServiceClient): Promise<unknown> =>
    failureOf(client.getTask({ id: "task-1" })).then(factsOf);
  const gone = await converse({ file: "gone.jsonl", url: served.url, mode: "record", run: get });
  expect(gone.said).toMatchObject({ status: "UNAVAILABLE", origin: "client" });
  expect(await converse({ ...call, file: "gone.jsonl", run: get })).toEqual(gone);
});

test("a stream that its client leaves is answered as far as it went, and can be left in a pause", async () => {
  const { served } = await startServer();
  const leave = async (client: A2AServiceClient): Promise<unknown> => {
    for await (const event of client.sendStreamingMessage(message("wait"))) return event;
    return undefined;
  };
  const call = { file: "left.jsonl", url: served.url, run: leave };
  const { said } = await converse({ ...call, mode: "record" });
  await served.close();
  const file = join(directory, "left.jsonl");
  const recorded = parseRecording(await readFile(file, "utf8"));
  const frames = recorded[0]?.answer?.frames ?? [];
  // The next event is an hour away.
  frames.push(...frames.map((frame) => ({ ...frame, afterMs: 3_600_000 })));
  await writeFile(file, formatRecording(recorded));
  expect((await converse({ ...call, mode: "replay", paced: true })).said).toEqual(said);
  const controller = new AbortController();
  const abort = async (client: A2AServiceClient): Promise<unknown> =>
    brokenStream(
      (async function* () {
        const events = client.sendStreamingMessage(message("wait"), { signal: controller.signal });
        for await (const event of events) {
          yield event;
          controller.abort();
        }
      })(),
    );
  const aborted = await converse({ ...call, run: abort, mode: "replay", paced: true });
  expect(aborted.said).toMatchObject({ events: [said], error: { status: "CANCELLED" } });
});

test("metadata of any server are answered again, with each of several binary values", async () => {
  const server = new Server();
  const identity = (bytes: Buffer): Buffer => bytes;
  const method = {
    path: "/lf.a2a.v1.A2AService/GetTask",
    requestStream: false,
    responseStream: false,
    requestSerialize: identity,
    requestDeserialize: identity,
    responseSerialize: identity,
    responseDeserialize: identity,
  } as const;
  const entries = (): Metadata => {
    const metadata = new Metadata();
    for (const bytes of [[0, 1], [255], []]) metadata.add("x-trace-bin", Buffer.from(bytes));
    for (const text of ["one", "two"]) metadata.add("x-note", text);
    return metadata;
  };
  server.addService(
    { getTask: method },
    {
      getTask: ((call, callback) => {
        call.sendMetadata(entries());
        callback({ code: status.NOT_FOUND, details: "gone: ünïcödé 100 %", metadata: entries() });
      }) satisfies handleUnaryCall<Buffer, Buffer>,
    },
  );
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, bound) =>
      error === null ? resolve(bound) : reject(error),
    );
  });
  const run = (client: A2AServiceClient): Promise<unknown> =>
    failureOf(client.getTask({ id: "task-1" })).then(factsOf);
  const call = { file: "metadata.jsonl", url: `http://127.0.0.1:${port}`, run };
  const live = await converse({ ...call, mode: "record" });
  server.forceShutdown();
  expect(live.seen[0]?.trailers["x-trace-bin"]?.length).toBeGreaterThan(1);
  expect(await converse({ ...call, mode: "replay" })).toEqual(live);
});
