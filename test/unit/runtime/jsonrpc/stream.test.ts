import { once } from "node:events";
import { type IncomingMessage, request as sendRaw } from "node:http";
import { errors, type StreamResponse } from "@a2agen/a2a-1.0";
import { describe, expect, test } from "vitest";
import { CallError } from "../../../../packages/runtime/src/service/index.ts";
import { createSignal } from "../../../shared/http/listen.ts";
import { domain, errorInfo, post, serve } from "./serve.ts";

const subscribe = { jsonrpc: "2.0", id: "s", method: "SubscribeToTask", params: { id: "task-1" } };

function update(text: string): StreamResponse {
  return {
    artifactUpdate: { taskId: "task-1", contextId: "c", artifact: { artifactId: "a", parts: [{ text }] } },
  };
}

function frame(result: unknown): string {
  return `data: ${JSON.stringify({ jsonrpc: "2.0", id: "s", result })}\n\n`;
}

function errorFrame(error: object): string {
  return `data: ${JSON.stringify({ jsonrpc: "2.0", id: "s", error })}\n\n`;
}

async function* iterate(
  events: readonly StreamResponse[],
  error?: unknown,
): AsyncGenerator<StreamResponse, void, undefined> {
  yield* events;
  // eslint-disable-next-line typescript/only-throw-error -- handlers may throw anything
  if (error !== undefined) throw error;
}

/** Opens a stream and leaves its body unread. */
async function open(url: string): Promise<IncomingMessage> {
  const headers = { "content-type": "application/json", "a2a-version": "1.0" };
  const raw = sendRaw(url, { method: "POST", headers });
  raw.on("error", () => undefined);
  raw.end(JSON.stringify(subscribe));
  const [response] = (await once(raw, "response")) as [IncomingMessage];
  return response;
}

/** Reads until a text has come. */
async function readUntil(response: IncomingMessage, wanted: string): Promise<string> {
  let text = "";
  response.setEncoding("utf8");
  for await (const chunk of response.iterator({ destroyOnReturn: false })) {
    text += String(chunk);
    if (text.includes(wanted)) return text;
  }
  throw new Error(`the answer ended without ${wanted}: ${text}`);
}

describe("a stream", () => {
  test("is an event for each result, and ends with the last", async () => {
    const events = [update("a\nb\u2028"), update("ü🥊")];
    const url = await serve({ subscribeToTask: () => iterate(events) });
    const { status, type, body, headers } = await post(url, JSON.stringify(subscribe));
    expect([status, type, headers.get("cache-control"), headers.get("x-accel-buffering")]).toEqual([
      200,
      "text/event-stream",
      "no-cache, no-transform",
      "no",
    ]);
    expect(body).toBe(events.map(frame).join(""));
  });

  test("without results is empty", async () => {
    const { status, type, body } = await post(
      await serve({ subscribeToTask: () => iterate([]) }),
      JSON.stringify(subscribe),
    );
    expect([status, type, body]).toEqual([200, "text/event-stream", ""]);
  });

  test("names the extensions in use, as far as its handler has said so", async () => {
    const url = await serve({
      async *subscribeToTask(_, context) {
        context.activate("https://a.example/1");
        yield update("a");
        context.activate("https://b.example/2");
      },
    });
    const { headers } = await post(url, JSON.stringify(subscribe));
    expect(headers.get("a2a-extensions")).toBe("https://a.example/1");
  });

  test("begins before its first result when that takes long, and shows that it is alive", async () => {
    const goOn = createSignal();
    const url = await serve(
      {
        async *subscribeToTask() {
          await goOn.promise;
          yield update("a");
        },
      },
      { limits: { firstEventMs: 1, heartbeatMs: 1 } },
    );
    const response = await open(url);
    expect(response.statusCode).toBe(200);
    expect(await readUntil(response, ":\n\n")).toMatch(/^(:\n\n)+$/);
    goOn.resolve();
    const rest = await readUntil(response, "data: ");
    expect(rest.replaceAll(":\n\n", "")).toBe(frame(update("a")));
  });

  const notFound = {
    code: -32001,
    message: "no such task",
    data: [{ "@type": errorInfo, reason: "TASK_NOT_FOUND", domain }],
  };
  const internal = {
    code: -32603,
    message: "internal error",
    data: [{ "@type": errorInfo, reason: "INTERNAL", domain }],
  };
  const cases: { name: string; error: unknown; want: object }[] = [
    { name: "of the protocol", error: errors.TaskNotFoundError("no such task"), want: notFound },
    { name: "of no known kind", error: new TypeError("secret"), want: internal },
  ];

  test.each(cases)(
    "that fails before its first result is a plain answer: an error $name",
    async ({ error, want }) => {
      const url = await serve({ subscribeToTask: () => iterate([], error) }, { onError: () => undefined });
      const { status, type, body } = await post(url, JSON.stringify(subscribe));
      expect([status, type]).toEqual([200, "application/json"]);
      expect(JSON.parse(body)).toEqual({ jsonrpc: "2.0", id: "s", error: want });
    },
  );

  test.each(cases)("that fails later ends with an event: an error $name", async ({ error, want }) => {
    const url = await serve(
      { subscribeToTask: () => iterate([update("a")], error) },
      { onError: () => undefined },
    );
    const { status, type, body } = await post(url, JSON.stringify(subscribe));
    expect([status, type]).toEqual([200, "text/event-stream"]);
    expect(body).toBe(`${frame(update("a"))}${errorFrame(want)}`);
  });

  test("that fails at once has the HTTP status of its error", async () => {
    const error = new CallError("UNAUTHENTICATED", "who?", { challenges: ["Bearer"] });
    const url = await serve({ subscribeToTask: () => iterate([], error) });
    const { status, headers } = await post(url, JSON.stringify(subscribe));
    expect([status, headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
  });

  test("whose request is invalid is a plain answer", async () => {
    const url = await serve({ subscribeToTask: () => iterate([]) });
    const { type, body } = await post(url, JSON.stringify({ ...subscribe, params: {} }));
    expect(type).toBe("application/json");
    expect(JSON.parse(body)).toMatchObject({ id: "s", error: { code: -32602 } });
  });

  test("with a result of another shape ends with an event that says so", async () => {
    const bad = { task: { id: 1 } } as unknown as StreamResponse;
    const url = await serve(
      { subscribeToTask: () => iterate([update("a"), bad, update("b")]) },
      { onError: () => undefined },
    );
    const { body } = await post(url, JSON.stringify(subscribe));
    const [first, second, ...rest] = body.split("\n\n");
    expect([first, rest]).toEqual([frame(update("a")).trim(), [""]]);
    expect(second).toMatch(/^data: \{"jsonrpc":"2\.0","id":"s","error":\{"code":-32006,/);
  });

  test("with a result larger than allowed ends with an event that says so", async () => {
    const ended = createSignal();
    const url = await serve(
      {
        async *subscribeToTask() {
          try {
            yield update("a");
            yield update("x".repeat(500));
            yield update("b");
          } finally {
            ended.resolve();
          }
        },
      },
      { limits: { eventBytes: 400 } },
    );
    const { body } = await post(url, JSON.stringify(subscribe));
    const [first, second, ...rest] = body.split("\n\n");
    expect([first, rest]).toEqual([frame(update("a")).trim(), [""]]);
    expect(JSON.parse(second?.slice(6) ?? "")).toMatchObject({
      error: { code: -32603, message: "an event is larger than the server sends" },
    });
    await ended.promise;
  });

  test("cannot be asked for by a notification", async () => {
    const url = await serve({ subscribeToTask: () => iterate([update("a")]) });
    const { status, type, body } = await post(url, JSON.stringify({ ...subscribe, id: undefined }));
    expect([status, type]).toEqual([200, "application/json"]);
    expect(JSON.parse(body)).toMatchObject({
      id: null,
      error: {
        code: -32600,
        message:
          "Request payload validation error: SubscribeToTask answers with a stream; give the request an id",
      },
    });
  });

  test("whose client goes stops its handler", async () => {
    const ended = createSignal<unknown>();
    const url = await serve({
      async *subscribeToTask(_, { signal }) {
        yield update("a");
        await once(signal, "abort");
        ended.resolve(signal.reason);
      },
    });
    const response = await open(url);
    await readUntil(response, "data: ");
    response.destroy();
    expect(await ended.promise).toMatchObject({ status: "CANCELLED", message: "the client has gone" });
  });

  test("is held back by a client that does not read", async () => {
    let made = 0;
    const ended = createSignal();
    const event = update("x".repeat(64 * 1024));
    const url = await serve({
      async *subscribeToTask() {
        try {
          for (; made < 10_000; made++) yield event;
        } finally {
          ended.resolve();
        }
      },
    });
    const response = await open(url);
    // The buffers of both sides are full when nothing is made from one turn to many later ones.
    let before = -1;
    while (before !== made) {
      before = made;
      for (let turn = 0; turn < 200; turn++) await new Promise((resolve) => setImmediate(resolve));
    }
    expect(made).toBeLessThan(1000);
    response.destroy();
    await ended.promise;
  });

  test("leaves other calls alone while it is open", async () => {
    const goOn = createSignal();
    const url = await serve({
      async *subscribeToTask() {
        yield update("a");
        await goOn.promise;
      },
      getTask: async ({ id }) => ({ id, status: { state: "TASK_STATE_WORKING" } }),
    });
    const response = await open(url);
    await readUntil(response, "data: ");
    const other = await post(url, JSON.stringify({ ...subscribe, method: "GetTask" }));
    expect(JSON.parse(other.body)).toMatchObject({ result: { id: "task-1" } });
    goOn.resolve();
    await once(response.resume(), "end");
  });

  test("is one of so many as the server allows", async () => {
    const goOn = createSignal();
    const url = await serve(
      {
        async *subscribeToTask() {
          yield update("a");
          await goOn.promise;
        },
      },
      { limits: { streams: 1 } },
    );
    const response = await open(url);
    await readUntil(response, "data: ");
    const { status, headers, body } = await post(url, JSON.stringify(subscribe));
    expect([status, headers.get("retry-after")]).toEqual([503, "1"]);
    expect(JSON.parse(body)).toMatchObject({ id: "s", error: { code: -32000 } });
    goOn.resolve();
    await once(response.resume(), "end");
  });
});
