import { A2AService, type StreamResponse } from "@a2agen/a2a-1.0";
import type { OpenStream } from "@a2agen/runtime/binding";
import { describe, expect, test } from "vitest";
import { createHost, implement, type Limits } from "../../../../packages/runtime/src/host/index.ts";
import {
  createEventBody,
  type EventWriter,
  streamHeaders,
} from "../../../../packages/runtime/src/http/event-body.ts";
import type { BodyStream } from "../../../../packages/runtime/src/http/http-message.ts";
import { CallError, isCallError } from "../../../../packages/runtime/src/service/index.ts";
import { createSignal } from "../../../shared/http/listen.ts";

type Handler = A2AService["subscribeToTask"];

function message(text: string): StreamResponse {
  return { message: { messageId: "m", role: "ROLE_AGENT", parts: [{ text }] } };
}

/** Opens a stream as a binding does. */
async function open(subscribeToTask: Handler, limits: Partial<Limits> = {}): Promise<OpenStream> {
  const agent: Partial<A2AService> = { subscribeToTask };
  const host = createHost({
    services: [implement(A2AService, agent as A2AService)],
    limits,
    // Events here are what a transport has to carry, not streams of an agent.
    checkAnswers: "shape",
    onError: () => undefined,
  });
  const hosted = host.methods.find(({ method }) => method.name === "SubscribeToTask");
  if (hosted === undefined) throw new Error("there is no SubscribeToTask");
  const incoming = {
    binding: "test",
    header: (name: string) => (name.toLowerCase() === "a2a-version" ? "1.0" : undefined),
    query: () => undefined,
    onDisconnect: () => undefined,
  };
  return host.stream(hosted, incoming, () => ({ id: "a" }));
}

const writer: EventWriter = {
  event: (value) => (value as StreamResponse).message?.parts[0]?.text ?? "no text",
  error: ({ status, message }) => `error: ${status} ${message}`,
  maximumBytes: 10,
  toCallError: (error) => (isCallError(error) ? error : new CallError("INTERNAL", String(error))),
};

async function readAll(body: BodyStream): Promise<readonly string[]> {
  const pieces: string[] = [];
  for (let piece = await body.pull(); piece !== undefined; piece = await body.pull()) pieces.push(piece);
  return pieces;
}

describe("the body of a stream", () => {
  test("has its events in order, the one that was pulled already first", async () => {
    const stream = await open(async function* () {
      yield message("a");
      yield message("b");
    });
    const first = await stream.pull();
    const body = createEventBody(stream, first, writer);
    expect(await readAll(body)).toEqual(["a", "b"]);
    expect(await body.pull()).toBe(undefined);
  });

  test("asks the handler for an event only when one is pulled", async () => {
    let asked = 0;
    const stream = await open(async function* () {
      for (;;) {
        asked += 1;
        yield message(String(asked));
      }
    });
    const body = createEventBody(stream, undefined, writer);
    expect([await body.pull(), await body.pull(), asked]).toEqual(["1", "2", 2]);
    body.cancel();
  });

  test("ends with the error of the handler", async () => {
    const stream = await open(async function* () {
      yield message("a");
      throw new CallError("ABORTED", "no more");
    });
    expect(await readAll(createEventBody(stream, undefined, writer))).toEqual([
      "a",
      "error: ABORTED no more",
    ]);
  });

  test("ends with an error, and stops the handler, when an event is too large", async () => {
    const ended = createSignal<unknown>();
    const stream = await open(async function* (_, { signal }) {
      try {
        yield message("x".repeat(10));
        yield message("x".repeat(11));
      } finally {
        ended.resolve(signal.reason);
      }
    });
    expect(await readAll(createEventBody(stream, undefined, writer))).toEqual([
      "x".repeat(10),
      "error: INTERNAL an event is larger than the server sends",
    ]);
    expect(await ended.promise).toMatchObject({ metadata: { bytes: "11", limit: "10" } });
  });

  test("ends with an error when an event cannot be written", async () => {
    const stream = await open(async function* () {
      yield message("a");
      yield message("b");
    });
    const failing: EventWriter = {
      ...writer,
      event: () => {
        throw new TypeError("broken");
      },
    };
    expect(await readAll(createEventBody(stream, undefined, failing))).toEqual([
      "error: INTERNAL TypeError: broken",
    ]);
  });

  test("shows that it is alive while the handler is silent", async () => {
    const goOn = createSignal();
    const stream = await open(
      async function* () {
        await goOn.promise;
        yield message("a");
      },
      { heartbeatMs: 1 },
    );
    const body = createEventBody(stream, undefined, writer);
    expect([await body.pull(), await body.pull()]).toEqual([":\n\n", ":\n\n"]);
    goOn.resolve();
    expect((await readAll(body)).filter((piece) => piece !== ":\n\n")).toEqual(["a"]);
  });

  test("tells the handler when nobody reads on", async () => {
    const ended = createSignal<unknown>();
    const stream = await open(async function* (_, { signal }) {
      signal.addEventListener("abort", () => ended.resolve(signal.reason));
      yield message("a");
      await ended.promise;
    });
    const body = createEventBody(stream, undefined, writer);
    expect(await body.pull()).toBe("a");
    body.cancel();
    expect(await ended.promise).toMatchObject({ status: "CANCELLED", message: "the client has gone" });
    expect(await body.pull()).toBe(undefined);
  });
});

test("proxies neither keep nor collect a stream", () => {
  expect(streamHeaders("text/event-stream")).toEqual({
    "content-type": "text/event-stream",
    "cache-control": "no-cache, no-transform",
    "x-accel-buffering": "no",
  });
});
