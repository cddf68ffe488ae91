import { once } from "node:events";
import type { IncomingMessage, RequestListener } from "node:http";
import { A2AService } from "@a2agen/a2a-1.0";
import { describe, expect, test } from "vitest";
import {
  type HttpTransportOptions,
  type PendingAnswer,
  sendRequest,
} from "../../../../packages/runtime/src/http/outgoing.ts";
import { CallError, type CallOptions, isCallError } from "../../../../packages/runtime/src/service/index.ts";
import { createSignal, listen } from "../../../shared/http/listen.ts";

const { protocol } = A2AService;

interface Sent {
  readonly transport?: Partial<HttpTransportOptions>;
  readonly call?: CallOptions;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

function send(
  url: string,
  { transport = {}, call = {}, headers = {}, body }: Sent = {},
): Promise<PendingAnswer> {
  const request = { verb: "POST", url, headers, ...(body === undefined ? {} : { body }) };
  return sendRequest(request, { transport: { url, ...transport }, call, protocol });
}

/** The error that something ends with, as far as callers look at it. */
async function failure(
  run: Promise<unknown>,
): Promise<{ readonly status: string; readonly message: string; readonly cause: unknown }> {
  const error: unknown = await run.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!isCallError(error)) throw new Error(`expected a CallError, got ${String(error)}`);
  const { status, message, cause } = error;
  return { status, message, cause };
}

async function collect(answer: PendingAnswer): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const { data } of answer.events()) found.push(data);
  return found;
}

/** Serves a listener that is told when its client goes. */
async function listenUntilGone(
  listener: RequestListener,
): Promise<{ readonly url: string; readonly gone: Promise<void> }> {
  const gone = createSignal();
  const { url } = await listen((request, response) => {
    response.on("close", () => gone.resolve());
    listener(request, response);
  });
  return { url, gone: gone.promise };
}

async function readRequest(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  return text;
}

describe("a request", () => {
  test("carries the body, and headers of which the more special ones count", async () => {
    const { url } = await listen((request, response) => {
      const answer = async (): Promise<void> => {
        const body = await readRequest(request);
        const { method, headers } = request;
        const {
          "a2a-version": version,
          "a2a-extensions": extensions,
          accept,
          authorization,
          trace,
        } = headers;
        response.end(JSON.stringify({ method, body, version, extensions, accept, authorization, trace }));
      };
      void answer();
    });
    const answer = await send(url, {
      transport: { headers: async () => ({ Authorization: "first", "a2a-version": "0.1", ACCEPT: "no" }) },
      call: {
        headers: { authorization: "second", Trace: "1" },
        extensions: ["https://a.example/1", "https://b.example/2"],
      },
      headers: { accept: "application/json" },
      body: "grüße",
    });
    expect(JSON.parse(await answer.text())).toEqual({
      method: "POST",
      body: "grüße",
      version: "1.0",
      extensions: "https://a.example/1,https://b.example/2",
      accept: "application/json",
      authorization: "second",
      trace: "1",
    });
  });

  test("tells of the headers of its answer, and calls the fetch that it was given", async () => {
    const seen: unknown[] = [];
    const { url } = await listen((_, response) => response.writeHead(201, { "X-Some": "a" }).end("b"));
    const answer = await send(url, {
      call: { onHeaders: (headers) => seen.push(headers["x-some"]) },
      transport: {
        fetch: (input, init) => {
          seen.push(input);
          return fetch(input, init);
        },
      },
    });
    expect([answer.response.status, await answer.text(), seen]).toEqual([201, "b", [url, "a"]]);
  });

  test.each([
    {
      name: "a line end in a header",
      given: { trace: "a\r\nb: c" },
      want: 'the header "trace" cannot be sent',
    },
    { name: "a header whose name is none", given: { "a b": "c" }, want: 'the header "a b" cannot be sent' },
  ])("is not sent with $name", async ({ given, want }) => {
    const error = await failure(send("http://127.0.0.1:1", { call: { headers: given } }));
    expect(error).toMatchObject({ status: "INVALID_ARGUMENT", message: want });
  });

  test.each([301, 302, 303, 307, 308])("is not sent again when the answer is %i", async (status) => {
    const asked: (string | undefined)[] = [];
    const { url } = await listen((request, response) => {
      asked.push(request.url);
      response.writeHead(status, { location: "/elsewhere" }).end();
    });
    const error = await failure(send(url));
    expect(error).toMatchObject({
      status: "UNAVAILABLE",
      message: `${url}: redirects to "/elsewhere", which is not followed`,
    });
    expect(asked).toEqual(["/"]);
  });

  test("fails when nobody listens", async () => {
    const { url, server } = await listen(() => undefined);
    server.close();
    await once(server, "close");
    const error = await failure(send(url));
    expect(error.status).toBe("UNAVAILABLE");
    expect(error.message).toContain(`${url}: fetch failed: connect ECONNREFUSED`);
    expect(error.cause).toBeInstanceOf(TypeError);
  });

  test("passes on the error of a fetch or of headers that is one of calls already", async () => {
    const error = new CallError("UNAUTHENTICATED", "no token");
    const byFetch = failure(send("http://a.example", { transport: { fetch: () => Promise.reject(error) } }));
    const byHeaders = failure(
      send("http://a.example", { transport: { headers: () => Promise.reject(error) } }),
    );
    const want = { status: "UNAUTHENTICATED", message: "no token", cause: undefined };
    expect([await byFetch, await byHeaders]).toEqual([want, want]);
  });
});

describe("a call that is aborted", () => {
  test("before it begins sends nothing", async () => {
    const reason = new Error("not any more");
    const error = await failure(
      send("http://a.example", {
        call: { signal: AbortSignal.abort(reason) },
        transport: { fetch: () => Promise.reject(new Error("was sent")) },
      }),
    );
    expect(error).toEqual({ status: "CANCELLED", message: "the caller ended the call", cause: reason });
  });

  test("before the answer ends the request", async () => {
    const asked = createSignal();
    const { url, gone } = await listenUntilGone(() => asked.resolve());
    const controller = new AbortController();
    const error = failure(send(url, { call: { signal: controller.signal } }));
    await asked.promise;
    controller.abort("enough");
    expect(await error).toEqual({
      status: "CANCELLED",
      message: "the caller ended the call",
      cause: "enough",
    });
    await gone;
  });

  test("while headers are made", async () => {
    const controller = new AbortController();
    const headers = (): Promise<Record<string, string>> => {
      controller.abort("enough");
      return new Promise(() => undefined);
    };
    const error = await failure(
      send("http://a.example", { call: { signal: controller.signal }, transport: { headers } }),
    );
    expect(error).toEqual({ status: "CANCELLED", message: "the caller ended the call", cause: "enough" });
  });

  test("within the body, whatever the fetch makes of the signal", async () => {
    const controller = new AbortController();
    const deaf = new Response(
      new ReadableStream({ start: (body) => body.enqueue(new TextEncoder().encode("a")) }),
    );
    const answer = await send("http://a.example", {
      call: { signal: controller.signal },
      transport: { fetch: () => Promise.resolve(deaf) },
    });
    const error = failure(answer.text());
    controller.abort("enough");
    expect(await error).toEqual({
      status: "CANCELLED",
      message: "the caller ended the call",
      cause: "enough",
    });
  });

  test("within a stream keeps the events before", async () => {
    const { url, gone } = await listenUntilGone((_, response) => {
      response.writeHead(200).write("data: 1\n\ndata: 2\n\n");
    });
    const controller = new AbortController();
    const answer = await send(url, { call: { signal: controller.signal } });
    const found: string[] = [];
    const error = await failure(
      (async () => {
        for await (const { data } of answer.events()) {
          found.push(data);
          if (found.length === 2) controller.abort("enough");
        }
      })(),
    );
    expect(found).toEqual(["1", "2"]);
    expect(error).toEqual({ status: "CANCELLED", message: "the caller ended the call", cause: "enough" });
    await gone;
  });
});

describe("a time limit", () => {
  /** An answer that begins like this and does not end; its promise resolves when nobody wants it any more. */
  function endless(content: string): { readonly fetch: typeof fetch; readonly gone: Promise<void> } {
    const gone = createSignal();
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode(content)),
      cancel: () => gone.resolve(),
    });
    return { fetch: () => Promise.resolve(new Response(body)), gone: gone.promise };
  }

  const url = "http://a.example";
  const want = { status: "DEADLINE_EXCEEDED", message: `${url}: no answer within 20 ms`, cause: undefined };

  test("ends a request that has no answer", async () => {
    const { url: silent } = await listen(() => undefined);
    const error = await failure(send(silent, { call: { timeoutMs: 20 } }));
    expect(error).toEqual({ ...want, message: `${silent}: no answer within 20 ms` });
  });

  test("ends headers that are not made", async () => {
    const headers = (): Promise<Record<string, string>> => new Promise(() => undefined);
    const error = await failure(send(url, { call: { timeoutMs: 20 }, transport: { headers } }));
    expect(error).toEqual(want);
  });

  test("ends an answer that does not end", async () => {
    const { fetch, gone } = endless("a");
    const answer = await send(url, { call: { timeoutMs: 20 }, transport: { fetch } });
    expect(await failure(answer.text())).toEqual(want);
    await gone;
  });

  test("ends a stream that has comments but no event", async () => {
    const { fetch, gone } = endless(":\n\n:\n\n");
    const answer = await send(url, { call: { timeoutMs: 20 }, transport: { fetch } });
    expect(await failure(collect(answer))).toEqual(want);
    await gone;
  });

  test("is for the first event of a stream only", async () => {
    const { fetch, gone } = endless("data: 1\n\n");
    const controller = new AbortController();
    const answer = await send(url, {
      call: { timeoutMs: 20, signal: controller.signal },
      transport: { fetch },
    });
    const error = await failure(
      (async () => {
        for await (const { data } of answer.events()) {
          expect(data).toBe("1");
          // A timer that is made later and takes longer fires after that of the limit.
          setTimeout(() => controller.abort("enough"), 40);
        }
      })(),
    );
    expect(error).toEqual({ status: "CANCELLED", message: "the caller ended the call", cause: "enough" });
    await gone;
  });
});

describe("an answer", () => {
  const text = "zwölf Boxkämpfer 🥊 jagen Eva\n".repeat(3);

  /** Sends each byte in a piece of its own. */
  function byBytes(content: string): typeof fetch {
    const bytes = [...new TextEncoder().encode(content)];
    return () => {
      const body = new ReadableStream<Uint8Array>({
        pull(controller) {
          const next = bytes.shift();
          if (next === undefined) controller.close();
          else controller.enqueue(Uint8Array.of(next));
        },
      });
      return Promise.resolve(new Response(body));
    };
  }

  test("is read whole, however its characters are cut", async () => {
    const answer = await send("http://a.example", { transport: { fetch: byBytes(text) } });
    expect(await answer.text()).toBe(text);
  });

  test("is read event by event, however its characters are cut", async () => {
    const data = `\ufeff${text.trim().replaceAll("\n", " ")}`;
    const content = `\ufeffdata: ${data}\r\n\r\ndata: ${data}\n\n`;
    const answer = await send("http://a.example", { transport: { fetch: byBytes(content) } });
    expect(await collect(answer)).toEqual([data, data]);
  });

  test("without a body is empty", async () => {
    const { url } = await listen((_, response) => response.writeHead(204).end());
    expect(await (await send(url)).text()).toBe("");
    expect(await collect(await send(url))).toEqual([]);
  });

  test.each([
    { name: "as a text", read: (answer: PendingAnswer) => answer.text(), content: "x".repeat(1001) },
    { name: "as an event", read: collect, content: `data: ${"x".repeat(1001)}\n\n` },
    { name: "as a line without end", read: collect, content: "x".repeat(1001) },
  ])("that is too long is refused $name, and not read on", async ({ read, content }) => {
    const { url, gone } = await listenUntilGone((_, response) => response.write(content));
    const answer = await send(url, { transport: { maximumBytes: 1000 } });
    const error = await failure(read(answer));
    expect(error).toMatchObject({
      status: "RESOURCE_EXHAUSTED",
      message: `${url}: the answer is longer than 1000 bytes`,
    });
    await gone;
  });

  test("may be longer than the limit as a whole when it is a stream", async () => {
    const { url } = await listen((_, response) => response.end("data: 12345\n\n".repeat(100)));
    const answer = await send(url, { transport: { maximumBytes: 20 } });
    expect(await collect(answer)).toHaveLength(100);
  });

  test("that breaks off is an error, as a text", async () => {
    const { url } = await listen((_, response) => {
      response.writeHead(200, { "content-length": 100 }).write("half", () => response.destroy());
    });
    const error = await failure(send(url).then((answer) => answer.text()));
    expect(error.status).toBe("UNAVAILABLE");
    expect(error.message).toContain(`${url}: `);
  });

  test("that breaks off is an error after the events that are complete", async () => {
    const seen = createSignal();
    const { url } = await listen((_, response) => {
      response.write("data: 1\n\ndata: 2\n");
      void seen.promise.then(() => response.destroy());
    });
    const answer = await send(url);
    const found: string[] = [];
    const error = await failure(
      (async () => {
        for await (const { data } of answer.events()) {
          found.push(data);
          seen.resolve();
        }
      })(),
    );
    expect(found).toEqual(["1"]);
    expect(error.status).toBe("UNAVAILABLE");
  });

  test("whose events are not wanted any more ends the request", async () => {
    const { url, gone } = await listenUntilGone((_, response) => response.write("data: 1\n\n"));
    const answer = await send(url);
    for await (const { data } of answer.events()) {
      expect(data).toBe("1");
      break;
    }
    await gone;
  });

  test("that nobody reads is given up by finish", async () => {
    const { url, gone } = await listenUntilGone((_, response) => response.write("x"));
    (await send(url)).finish();
    await gone;
  });
});
