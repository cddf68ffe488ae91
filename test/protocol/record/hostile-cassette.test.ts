import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { A2AService, type A2AServiceClient, A2AServiceGrpc } from "@a2agen/a2a-1.0";
import { type CallError, createClient } from "@a2agen/runtime/service";
import { cassetteGrpc } from "@a2agen/testing/grpc";
import { expect, test } from "vitest";
import { withCassette } from "../../../packages/exchange/src/replay/cassette.ts";
import { failureOf } from "../../shared/interop/outcomes.ts";
import { useDirectory } from "../../shared/use-directory.ts";

const directory = await useDirectory("a2agen-hostile-");

const url = "http://127.0.0.1:9";

/** An exchange over gRPC with a part replaced. */
function exchange(change: object = {}): object {
  return {
    format: "a2agen-exchange/1",
    id: "1",
    startTime: "2026-01-02T03:04:05Z",
    side: "SIDE_CLIENT",
    protocol: "a2a-1.0",
    binding: "GRPC",
    method: "GetTask",
    request: {
      verb: "POST",
      url: `${url}/lf.a2a.v1.A2AService/GetTask`,
      meaning: { type: "lf.a2a.v1.GetTaskRequest", value: { id: "task-1" } },
    },
    answer: { afterMs: 1, status: 200, trailers: [{ name: "grpc-status", value: "5" }] },
    end: { afterMs: 2 },
    ...change,
  };
}

/** What a task is asked for of a cassette with a text fails with. */
async function replay(text: string): Promise<unknown> {
  const path = join(directory, "hostile.jsonl");
  await writeFile(path, text);
  const getTask = (client: A2AServiceClient): Promise<unknown> => failureOf(client.getTask({ id: "task-1" }));
  return withCassette(path, { mode: "replay" }, async (cassette) => {
    const { protocol } = A2AService;
    const binding = cassetteGrpc({ codecs: [A2AServiceGrpc] }, cassette);
    const transport = binding.connect({ service: A2AService, protocol, url, fetch });
    try {
      return await getTask(createClient(A2AService, transport));
    } finally {
      await transport.close();
    }
  });
}

const line = JSON.stringify(exchange());
const again = 'record it again with { mode: "record" }';

test("a recorded status is answered", async () => {
  expect(await replay(`${line}\n`)).toMatchObject({ status: "NOT_FOUND" });
});

test.each([
  ["a file that was cut", `${line}\n${line.slice(0, 200)}`, /^line 2: expected JSON; Unterminated string/],
  ["another format", `{"log":{"version":"1.2"}}\n`, /^line 1: expected an exchange; /],
  [
    "a later version",
    `${line.replace("exchange/1", "exchange/9")}\n`,
    /^line 1: format: expected a2agen-exchange\/1, found "a2agen-exchange\/9"; the recording is of another version of a2agen$/,
  ],
  ["bytes", "\u0000\u0001PNG", /^line 1: expected JSON; /],
  ["a long line", `${line}\n${"x".repeat(1_000_000)}\n`, /^line 2: expected JSON; /],
  [
    "a line of 100 MB",
    `${JSON.stringify(exchange({ format: "y".repeat(100_000_000) }))}\n`,
    /^line 1: format: expected a2agen-exchange\/1, found "y+…"; /,
  ],
  [
    "a long text for an object",
    `${JSON.stringify(exchange({ request: "z".repeat(1_000_000) }))}\n`,
    /^line 1: expected an exchange; request: /,
  ],
  [
    "an address that is none",
    `${line}\n${JSON.stringify(exchange({ request: { verb: "POST", url: "nowhere" } }))}\n`,
    /^line 2: request.url: expected an absolute URL, found "nowhere"$/,
  ],
])("of %s the message says where it is", async (_, text, expected) => {
  const { message } = (await failureOf(replay(text))) as Error;
  const prefix = `${join(directory, "hostile.jsonl")}: `;
  expect(message.slice(0, prefix.length)).toBe(prefix);
  expect(message.slice(-again.length)).toBe(again);
  expect(message.slice(prefix.length, -again.length - 2)).toMatch(expected);
  expect(message.length).toBeLessThan(600);
});

test.each([
  [
    "metadata that cannot be",
    { answer: { afterMs: 1, status: 200, headers: [{ name: "no name", value: "x" }] } },
    { status: "UNKNOWN", message: expect.stringContaining("no name") },
  ],
  [
    "a status that is no number",
    { answer: { afterMs: 1, status: 200, trailers: [{ name: "grpc-status", value: "many" }] } },
    { status: "UNAVAILABLE", message: "the recording has no status of the call" },
  ],
  [
    "no answer",
    { answer: undefined, end: { afterMs: 1, error: "INTERNAL: a reset" } },
    { status: "INTERNAL", message: "a reset" },
  ],
  [
    "an answer that was recorded in part",
    {
      answer: { afterMs: 1, status: 200, trailers: [{ name: "grpc-status", value: "0" }] },
      end: { afterMs: 2, error: "longer than 10 bytes: recorded in part" },
    },
    { status: "UNAVAILABLE", message: "longer than 10 bytes: recorded in part" },
  ],
])("a call with %s fails", async (_, change, expected) => {
  expect((await replay(JSON.stringify(exchange(change)))) as CallError).toMatchObject(expected);
});
