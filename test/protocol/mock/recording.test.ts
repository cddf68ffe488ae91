import { readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { A2AService as A2AService03 } from "@a2agen/a2a-0.3";
import { A2AService, type StreamResponse } from "@a2agen/a2a-1.0";
import { grpcCodecs } from "@a2agen/exchange/grpc-codecs.ts";
import { connect } from "@a2agen/runtime/client";
import { grpc } from "@a2agen/runtime/grpc";
import { jsonRpc } from "@a2agen/runtime/jsonrpc";
import { rest } from "@a2agen/runtime/rest";
import { describe, expect, onTestFinished, test } from "vitest";
import { openRecorder } from "../../../packages/exchange/src/record/open-recorder.ts";
import { tappedGrpc } from "../../../packages/exchange/src/record/tapped-grpc.ts";
import { parseRecording } from "../../../packages/exchange/src/recording.ts";
import { collect } from "../../shared/collect.ts";
import { say, startMock } from "../../shared/mock/start-mock.ts";

const agent = {
  rules: [
    { match: { text: "refuse" }, answer: [{ error: "UnsupportedOperationError" }] },
    {
      match: { text: "book" },
      answer: [{ task: "working" as const }, { artifact: "an offer" }, { question: "Which one?" }],
      next: [[{ artifact: "a ticket" }]],
    },
  ],
};

const bindings = ["JSONRPC", "HTTP+JSON", "GRPC"] as const;

/** Books a train, and is refused once: what a client saw, without identifiers and times. */
async function converse(client: Awaited<ReturnType<typeof connect<A2AService>>>["client"]): Promise<unknown> {
  const events = await collect(client.sendStreamingMessage(say("book a train")));
  const { id: taskId = "", contextId = "" } = events[0]?.task ?? {};
  const { task } = await client.sendMessage(say("the first", { taskId, contextId }));
  const refused = await client.sendMessage(say("refuse")).catch((error: Error) => error.name);
  return [events.map(shown), task?.status.state, task?.artifacts?.map(({ parts }) => parts), refused];
}

function shown({ task, statusUpdate, artifactUpdate }: StreamResponse): unknown {
  return task?.status.state ?? statusUpdate?.status.state ?? artifactUpdate?.artifact.parts;
}

/** A recording of that conversation over a binding, and what the client saw. */
async function record(binding: (typeof bindings)[number]) {
  const file = join(tmpdir(), `a2agen-mock-${crypto.randomUUID()}.jsonl`);
  onTestFinished(() => rm(file));
  const { url } = await (await startMock(agent)).listen({ grpcPort: 0 });
  const recorder = openRecorder(file);
  const own = {
    JSONRPC: jsonRpc(),
    "HTTP+JSON": rest(),
    GRPC: tappedGrpc({ codecs: grpcCodecs }, recorder),
  };
  const { client, close } = await connect(A2AService, url, {
    fetch: recorder.fetch(),
    bindings: [own[binding]],
  });
  const live = await converse(client);
  await close();
  recorder.close();
  return { file, live };
}

describe.each(bindings)("a mock of a recording over %s", (recorded) => {
  test("answers the same over every binding, as often as it is asked", async () => {
    const { file, live } = await record(recorded);
    const mock = await (await startMock(file)).listen({ grpcPort: 0 });
    for (const binding of [jsonRpc(), rest(), grpc({ codecs: grpcCodecs })]) {
      const { client, close } = await connect(A2AService, mock.url, { bindings: [binding] });
      expect(await converse(client)).toEqual(live);
      await close();
    }
  });
});

test("a mock of a recording of 1.0 answers clients of 0.3, and says what is not recorded", async () => {
  const { file } = await record("JSONRPC");
  const mock = await startMock(parseRecording(await readFile(file, "utf8")));
  const { client } = await connect(A2AService03, mock.url, { fetch: mock.fetch, bindings: [jsonRpc()] });
  const ask = (text: string) =>
    client.sendMessage({
      message: {
        kind: "message",
        messageId: crypto.randomUUID(),
        role: "user",
        parts: [{ kind: "text", text }],
      },
    });
  await expect(ask("refuse")).rejects.toMatchObject({ name: "UnsupportedOperationError" });
  await expect(ask("something else")).rejects.toThrow("SendMessage is not recorded; the nearest differs in");
});

test("a recording without a card is refused", async () => {
  await expect(startMock([])).rejects.toThrow(
    "recording: expected a recording with the agent card; it has none",
  );
});
