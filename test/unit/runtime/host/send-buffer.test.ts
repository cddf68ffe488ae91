import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { isWellFormed } from "../../../../packages/runtime/src/core/well-formed.ts";
import type { HttpRequest, HttpResponse } from "../../../../packages/runtime/src/http/http-message.ts";
import { createJsonRpcHandler } from "../../../../packages/runtime/src/jsonrpc/index.ts";
import { createRestHandler } from "../../../../packages/runtime/src/rest/index.ts";
import { createTestHost, makeTask, makeUpdate, message } from "./agent.ts";

const large = "x".repeat(200_000);
const kib = 1024;

/** A host whose large answers are counted as they are made. */
function createLargeHost(limits: Parameters<typeof createTestHost>[1] = {}) {
  let made = 0;
  const { host } = createTestHost(
    {
      getTask: async ({ id }) => (id === "small" ? makeTask(id) : { ...makeTask(id), metadata: { large } }),
      async *sendStreamingMessage() {
        for (let index = 0; ; index++) yield makeUpdate(index, large);
      },
    },
    {
      authenticate: ({ header }) => {
        const id = header("x-caller");
        return id === undefined ? undefined : { id };
      },
      ...limits,
    },
  );
  const handle = createRestHandler(host);
  const get = async (id: string, caller?: string, onDisconnect?: HttpRequest["onDisconnect"]) => {
    const answer = await handle(requestOf("GET", `/tasks/${id}`, { caller, onDisconnect }));
    if (answer === undefined) throw new Error("expected an answer");
    made++;
    return answer;
  };
  return { host, get, madeSoFar: () => made };
}

interface RequestInit {
  readonly caller?: string | undefined;
  readonly body?: string;
  readonly onDisconnect?: HttpRequest["onDisconnect"] | undefined;
}

function requestOf(method: string, target: string, init: RequestInit = {}): HttpRequest {
  const { caller, body = "", onDisconnect = () => undefined } = init;
  const headers: Readonly<Record<string, string | undefined>> = {
    "a2a-version": "1.0",
    "content-type": "application/json",
    "x-caller": caller,
  };
  return {
    method,
    target,
    header: (name) => headers[name.toLowerCase()],
    body: async () => new TextEncoder().encode(body),
    onDisconnect,
  };
}

/** All that a client that reads gets. */
async function read({ body }: HttpResponse): Promise<string> {
  if (typeof body !== "object") return body ?? "";
  let text = "";
  for (let piece = await body.pull(); piece !== undefined; piece = await body.pull()) text += piece;
  return text;
}

function drop({ body }: HttpResponse): void {
  if (typeof body === "object") body.cancel();
}

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date", "performance"],
  });
});

afterEach(() => {
  vi.useRealTimers();
});

/** Lets the time pass, and all that can be done by then be done. */
async function pass(ms = 0): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
  await new Promise((resolve) => setImmediate(resolve));
}

test("a large answer comes in pieces of 64 KiB that make it up, and no piece splits a character", async () => {
  const text = `${"x".repeat(64 * kib - 60)}${"😀".repeat(50_000)}`;
  const { host } = createTestHost({ getTask: async ({ id }) => ({ ...makeTask(id), metadata: { text } }) });
  const answer = await createRestHandler(host)(requestOf("GET", "/tasks/t1"));
  const body = answer?.body;
  if (typeof body !== "object") throw new Error("expected pieces");
  const pieces: string[] = [];
  for (let piece = await body.pull(); piece !== undefined; piece = await body.pull()) pieces.push(piece);
  expect(JSON.parse(pieces.join(""))).toEqual({ ...makeTask("t1"), metadata: { text } });
  expect(pieces.length).toBe(3);
  expect(pieces.every((piece) => piece.length <= 64 * kib && isWellFormed(piece))).toBe(true);
});

test("large answers wait for room that others have not given back; small ones do not", async () => {
  const { get, madeSoFar } = createLargeHost({ limits: { unsentBytes: 500 * kib } });
  const first = await get("1");
  const second = await get("2");
  const third = get("3");
  await pass();
  expect(madeSoFar()).toBe(2);
  expect(await read(await get("small"))).toContain('"small"');
  expect((await read(first)).length).toBeGreaterThan(200_000);
  const fourth = get("4");
  drop(await third);
  drop(second);
  expect((await read(await fourth)).length).toBeGreaterThan(200_000);
});

test("an answer larger than the room is sent when nothing else waits", async () => {
  const { get } = createLargeHost({ limits: { unsentBytes: 1, callerUnsentBytes: 1 } });
  const first = await get("1", "ada");
  const second = get("2", "ada");
  expect((await read(first)).length).toBeGreaterThan(200_000);
  expect((await read(await second)).length).toBeGreaterThan(200_000);
});

test("a caller has a share of its own and holds up no other one", async () => {
  const { get, madeSoFar } = createLargeHost({ limits: { callerUnsentBytes: 300 * kib } });
  const first = await get("1", "ada");
  const waiting = get("2", "ada");
  const other = await get("3", "bob");
  await pass();
  expect(madeSoFar()).toBe(2);
  drop(first);
  drop(other);
  drop(await waiting);
});

test("one that waits too long fails, with an error that says so", async () => {
  const { get } = createLargeHost({ limits: { unsentBytes: 300 * kib, stallMs: 60 } });
  const first = await get("1");
  const waiting = get("2");
  await pass(30);
  const second = await waiting;
  expect([second.status, second.headers["retry-after"]]).toEqual([503, "1"]);
  expect(await read(second)).toContain("too many large answers wait for clients that do not read them");
  // Its reader has stalled, and has lost its room.
  await pass(60);
  drop(await get("3"));
  drop(first);
});

test("nothing is made for a client that has gone while its answer waited", async () => {
  const { get } = createLargeHost({ limits: { unsentBytes: 300 * kib } });
  const first = await get("1");
  let leave: () => void = () => undefined;
  const second = get("2", undefined, (listener) => {
    leave = listener;
  });
  await pass();
  leave();
  drop(first);
  expect(await read(await second)).toContain("the client has gone");
});

test("events count like answers, and a stream whose client takes nothing ends", async () => {
  const { host, get, madeSoFar } = createLargeHost({ limits: { unsentBytes: 300 * kib, stallMs: 400 } });
  const request = { jsonrpc: "2.0", id: 1, method: "SendStreamingMessage", params: message };
  const body = JSON.stringify(request);
  const answer = await createJsonRpcHandler(host)(requestOf("POST", "/", { body }));
  const stream = answer?.body;
  if (typeof stream !== "object") throw new Error("expected a stream");
  const ended = vi.fn<() => void>();
  stream.onAbort?.(ended);
  expect((await stream.pull())?.length).toBe(64 * kib);
  const waiting = get("1");
  await pass();
  expect(madeSoFar()).toBe(0);
  // A client that takes pieces slowly is not stalled.
  await pass(399);
  expect((await stream.pull())?.length).toBe(64 * kib);
  await pass(399);
  expect(ended).not.toHaveBeenCalled();
  await pass(1000);
  expect(ended).toHaveBeenCalledOnce();
  drop(await waiting);
  stream.cancel();
});
