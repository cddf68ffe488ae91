import { request as httpRequest } from "node:http";
import { connect } from "node:net";
import { A2AService } from "@a2agen/a2a-1.0";
import { createWebhookReceiver } from "@a2agen/runtime/receiver";
import { afterEach, describe, expect, test } from "vitest";
import type {
  BodyStream,
  HttpHandler,
  HttpRequest,
  HttpResponse,
} from "../../../../packages/runtime/src/http/http-message.ts";
import { CallError, isCallError } from "../../../../packages/runtime/src/service/index.ts";
import { thorough } from "../../../shared/runs.ts";
import { exchange, readAll } from "./exchange.ts";
import { frameworks, type RunningServer } from "./servers.ts";

const limits = { maximumBytes: 1_000_000, timeoutMs: 60_000 };

const running: RunningServer[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.close()));
});

function text(value: string, init: Partial<HttpResponse> = {}): HttpResponse {
  return { status: 200, headers: { "content-type": "text/plain" }, body: value, ...init };
}

/** What a handler reads of a body, or the error in its place. */
async function readBody(request: HttpRequest, bodyLimits = limits): Promise<HttpResponse> {
  try {
    return text(new TextDecoder().decode(await request.body(bodyLimits)));
  } catch (error) {
    if (!isCallError(error)) throw error;
    return text(`${error.status}: ${error.message}`, { status: error.http });
  }
}

function deferred<T = void>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

function streamOf(pull: () => Promise<string | undefined>, cancel: () => void = () => undefined): BodyStream {
  return { pull, cancel };
}

const streamHeaders = { "content-type": "text/event-stream" };

describe.each(frameworks)("$name", ({ name, start }) => {
  const isNode = !name.includes("node-server");

  async function serving(handler: HttpHandler): Promise<RunningServer> {
    const server = await start(handler);
    running.push(server);
    return server;
  }

  test("hands on method, target, headers and body", async () => {
    const { url } = await serving(async (request) =>
      text(
        JSON.stringify({
          method: request.method,
          target: request.target,
          header: request.header("X-Custom"),
          lower: request.header("x-custom"),
          none: request.header("x-none") ?? null,
          proto: request.header("__proto__") ?? request.header("constructor") ?? null,
          body: new TextDecoder().decode(await request.body(limits)),
        }),
      ),
    );
    const response = await fetch(`${url}/a%2Fb/c:d?x=%20y&x=2`, {
      method: "POST",
      headers: { "x-custom": "one", "content-type": "application/json" },
      body: '{"a":"ü"}',
    });
    expect(await response.json()).toEqual({
      method: "POST",
      target: "/a%2Fb/c:d?x=%20y&x=2",
      header: "one",
      lower: "one",
      none: null,
      proto: null,
      body: '{"a":"ü"}',
    });
  });

  test("joins headers of one name", async () => {
    const { port } = await serving(async (request) => text(request.header("a2a-extensions") ?? "none"));
    const answer = await exchange(
      port,
      "GET / HTTP/1.1\r\nHost: x\r\nA2A-Extensions: urn:a\r\na2a-extensions: urn:b\r\nConnection: close\r\n\r\n",
    );
    expect(answer).toMatch(/\r\n\r\nurn:a, urn:b$/);
  });

  test("a request without a body has an empty one", async () => {
    const { url } = await serving(async (request) => text(String((await request.body(limits)).length)));
    expect(await (await fetch(url)).text()).toBe("0");
    expect(await (await fetch(url, { method: "POST" })).text()).toBe("0");
  });

  test("a body of many pieces is put together", async () => {
    const { url } = await serving((request) => readBody(request));
    const pieces = Array.from({ length: 50 }, (_, index) => `${index};`.repeat(200));
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        const piece = pieces.shift();
        if (piece === undefined) controller.close();
        else controller.enqueue(new TextEncoder().encode(piece));
      },
    });
    const want = pieces.join("");
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/a2a+json" },
      body,
      duplex: "half",
    });
    expect(await response.text()).toBe(want);
  });

  test("an answer has its length, status and headers", async () => {
    const { url } = await serving(async () =>
      text("häßlich", { status: 418, headers: { "content-type": "text/plain", "x-answer": "yes" } }),
    );
    const response = await fetch(url);
    expect(response.status).toBe(418);
    expect(response.headers.get("x-answer")).toBe("yes");
    if (isNode) expect(response.headers.get("content-length")).toBe("9");
    expect(await response.text()).toBe("häßlich");
  });

  test("an answer without a body has none", async () => {
    const { url } = await serving(async () => ({ status: 204, headers: {} }));
    const response = await fetch(url);
    expect(response.status).toBe(204);
    expect(response.headers.get("content-length")).toBeNull();
    expect(await response.text()).toBe("");
  });

  test("the answer to HEAD has headers and no body", async () => {
    let cancelled = 0;
    const { port } = await serving(async ({ target }) =>
      target === "/stream"
        ? {
            status: 200,
            headers: streamHeaders,
            body: streamOf(
              async () => "data: 1\n\n",
              () => void cancelled++,
            ),
          }
        : text("whole"),
    );
    const whole = await exchange(port, "HEAD / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    expect(whole).toMatch(/^HTTP\/1.1 200 OK\r\n.*content-type: text\/plain\r\n.*\r\n\r\n$/is);
    const stream = await exchange(port, "HEAD /stream HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    expect(stream).toMatch(/content-type: text\/event-stream\r\n.*\r\n\r\n$/is);
    expect(cancelled).toBe(1);
  });

  test("what no handler takes is not found", async () => {
    const { url } = await serving(async () => undefined);
    const response = await fetch(url, { method: "POST", body: "x" });
    expect(response.status).toBe(404);
  });

  test("a header value cannot end the header", async () => {
    const { port } = await serving(async () =>
      text("", {
        headers: {
          "a2a-extensions": "urn:a\r\nSet-Cookie: stolen=1",
          "x-word": "日本",
          "bad name": "x",
          "x-fine": "tab\tis fine",
        },
      }),
    );
    const answer = await exchange(port, "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    expect(answer).toContain("urn:a??Set-Cookie: stolen=1\r\n");
    expect(answer).toMatch(/\r\nx-word: \?\?\r\n/i);
    expect(answer).toMatch(/\r\nx-fine: tab\tis fine\r\n/i);
    expect(answer).not.toMatch(/\r\nset-cookie/i);
    expect(answer).not.toContain("bad name");
  });

  test("a body that declares too much is refused before it is read", async () => {
    const { port } = await serving((request) => readBody(request, { maximumBytes: 10, timeoutMs: 60_000 }));
    const head =
      "POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/a2a+json\r\nContent-Length: 11\r\nConnection: close\r\n\r\n";
    const answer = await exchange(port, `${head}01234567890`);
    expect(answer).toMatch(/^HTTP\/1.1 413 /);
    expect(answer).toContain("RESOURCE_EXHAUSTED: the body is longer than 10 bytes");
  });

  test("a body that grows too long is refused while it is read", async () => {
    const { port } = await serving((request) => readBody(request, { maximumBytes: 10, timeoutMs: 60_000 }));
    const head =
      "POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/a2a+json\r\nTransfer-Encoding: chunked\r\n\r\n";
    const socket = connect(port, "127.0.0.1");
    socket.write(`${head}6\r\n012345\r\n6\r\n`);
    socket.write("012345\r\n");
    const chunk: Buffer = await new Promise((resolve) => {
      socket.once("data", resolve);
    });
    expect(chunk.toString()).toMatch(/^HTTP\/1.1 413 /);
    socket.destroy();
  });

  test("a client that sends 50 MB to a small limit gets its answer", async () => {
    const { port } = await serving((request) => readBody(request, { maximumBytes: 1000, timeoutMs: 60_000 }));
    const size = 50 * 1024 * 1024;
    const answer = await new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
      const outgoing = httpRequest({
        port,
        host: "127.0.0.1",
        method: "POST",
        headers: { "content-type": "application/a2a+json", "content-length": size },
      });
      // The whole answer is there when the server stops reading; what is sent after that may fail.
      let answered = false;
      outgoing.on("error", (error) => {
        if (!answered) reject(error);
      });
      outgoing.on("response", (response) => {
        answered = true;
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () => {
          resolve({ status: response.statusCode, body: Buffer.concat(chunks).toString() });
          outgoing.destroy();
        });
        response.on("error", reject);
      });
      const piece = Buffer.alloc(1024 * 1024, "x");
      let left = size;
      const send = (): void => {
        while (left > 0) {
          left -= piece.length;
          if (!outgoing.write(piece)) {
            outgoing.once("drain", send);
            return;
          }
        }
        outgoing.end();
      };
      send();
    });
    expect(answer).toEqual({ status: 413, body: "RESOURCE_EXHAUSTED: the body is longer than 1000 bytes" });
  });

  test("a body that does not come in time is refused", async () => {
    const { port } = await serving((request) => readBody(request, { maximumBytes: 1000, timeoutMs: 50 }));
    const socket = connect(port, "127.0.0.1");
    socket.write(
      "POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/a2a+json\r\nContent-Length: 100\r\n\r\n01",
    );
    const chunk: Buffer = await new Promise((resolve) => {
      socket.once("data", resolve);
    });
    expect(chunk.toString()).toMatch(/^HTTP\/1.1 408 /);
    socket.destroy();
  });

  test("a client that goes while it sends its body cancels the read", async () => {
    const seen = deferred<string>();
    const reading = deferred();
    const { port } = await serving(async (request) => {
      const body = request.body(limits);
      reading.resolve();
      seen.resolve(
        await body.then(
          () => "read",
          (error: unknown) => (error instanceof CallError ? error.status : "other"),
        ),
      );
      return text("");
    });
    const socket = connect(port, "127.0.0.1");
    socket.write(
      "POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/a2a+json\r\nContent-Length: 100\r\n\r\n01",
    );
    await reading.promise;
    socket.destroy();
    expect(await seen.promise).toBe("CANCELLED");
  });

  test("a client that goes before the answer is noticed", async () => {
    const gone = deferred();
    const arrived = deferred();
    const { port } = await serving(async (request) => {
      request.onDisconnect(() => gone.resolve());
      arrived.resolve();
      await gone.promise;
      return text("too late");
    });
    const socket = connect(port, "127.0.0.1");
    socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    await arrived.promise;
    socket.destroy();
    await gone.promise;
  });

  test("a client that goes after the answer is not told of", async () => {
    let gone = 0;
    const { port } = await serving(async (request) => {
      request.onDisconnect(() => void gone++);
      return text("answer");
    });
    const answer = await exchange(port, "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    expect(answer).toMatch(/answer/);
    // A second exchange ends after everything that the end of the first one sets off.
    await exchange(port, "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    expect(gone).toBe(0);
  });

  test("a stream is sent piece by piece", async () => {
    const steps: ((piece: string | undefined) => void)[] = [];
    const waiting: (() => void)[] = [];
    const { url } = await serving(async () => ({
      status: 200,
      headers: streamHeaders,
      body: streamOf(
        () =>
          new Promise((resolve) => {
            steps.push(resolve);
            waiting.shift()?.();
          }),
      ),
    }));
    const give = async (piece: string | undefined): Promise<void> => {
      if (steps.length === 0) {
        await new Promise<void>((resolve) => {
          waiting.push(resolve);
        });
      }
      steps.shift()?.(piece);
    };
    // The head comes before the first piece does.
    const response = await fetch(url);
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    for (const piece of ["data: 1\n\n", "data: ü\n\n"]) {
      await give(piece);
      const { value } = await reader.read();
      expect(new TextDecoder().decode(value)).toBe(piece);
    }
    await give(undefined);
    expect((await reader.read()).done).toBe(true);
  });

  test("the source of a stream is cancelled when the client goes", async () => {
    const cancelled = deferred();
    let count = 0;
    const { port } = await serving(async () => ({
      status: 200,
      headers: streamHeaders,
      body: streamOf(
        () => (count++ === 0 ? Promise.resolve("data: 1\n\n") : new Promise(() => undefined)),
        () => cancelled.resolve(),
      ),
    }));
    const socket = connect(port, "127.0.0.1");
    socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    await new Promise((resolve) => {
      socket.once("data", resolve);
    });
    socket.destroy();
    await cancelled.promise;
  });

  test("a slow reader holds the source back", { tags: "thorough" }, async () => {
    const piece = `data: ${"x".repeat(64 * 1024)}\n\n`;
    let pulled = 0;
    let ended = false;
    const total = thorough ? 2000 : 800;
    const { port, url } = await serving(async ({ target }) => {
      if (target === "/small") return text("");
      const body = streamOf(async () => {
        if (pulled >= total) {
          ended = true;
          return undefined;
        }
        pulled++;
        return piece;
      });
      return { status: 200, headers: streamHeaders, body };
    });
    const socket = connect(port, "127.0.0.1");
    socket.write("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    await new Promise((resolve) => {
      socket.once("readable", resolve);
    });
    // Nobody reads. A source that nothing held back would be at its end after this.
    for (let round = 0; round < 20; round++) await (await fetch(`${url}/small`)).text();
    expect(ended).toBe(false);
    expect(pulled * piece.length).toBeLessThan(32 * 1024 * 1024);
    // And goes on when it is read.
    let received = 0;
    socket.on("data", (chunk: Buffer) => {
      received += chunk.length;
    });
    await new Promise((resolve) => {
      socket.once("end", resolve);
    });
    expect(pulled).toBe(total);
    expect(received).toBeGreaterThan(total * piece.length);
  });

  test("connections are used again", async () => {
    const { port } = await serving((request) => readBody(request));
    const socket = connect(port, "127.0.0.1");
    const post = (body: string, connection: string): string =>
      `POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/a2a+json\r\nContent-Length: ${body.length}\r\nConnection: ${connection}\r\n\r\n${body}`;
    socket.write(post("one", "keep-alive") + post("two", "close"));
    const answers = await readAll(socket);
    expect(answers).toMatch(/one.*HTTP\/1.1 200 OK.*two/s);
  });
});

test.each(frameworks)("$name serves a receiver of webhooks", async ({ start }) => {
  const receiver = createWebhookReceiver(A2AService, { path: "/hook" });
  const server = await start(receiver.handler);
  running.push(server);
  const { config } = await receiver.open(`${server.url}/hook`);
  const post = async (token: string): Promise<number> => {
    const headers = { "content-type": "application/json", "x-a2a-notification-token": token };
    const event = {
      statusUpdate: { taskId: "t-1", contextId: "c-1", status: { state: "TASK_STATE_WORKING" } },
    };
    const init = { method: "POST", headers, body: JSON.stringify(event) };
    return (await fetch(config.url, init)).status;
  };
  expect([await post(config.token), await post("wrong")]).toEqual([204, 401]);
});
