import { createServer } from "node:http";
import { connect as connectHttp2, createServer as createHttp2Server } from "node:http2";
import { type AddressInfo, connect } from "node:net";
import express from "express";
import fastify from "fastify";
import { Hono } from "hono";
import { afterEach, describe, expect, test } from "vitest";
import { toFetchHandler, toHono } from "../../../../packages/runtime/src/adapters/index.ts";
import { toExpress, toFastify, toNodeListener } from "../../../../packages/runtime/src/adapters/node.ts";
import type {
  BodyStream,
  HttpHandler,
  HttpResponse,
} from "../../../../packages/runtime/src/http/http-message.ts";
import { exchange } from "./exchange.ts";
import { listen } from "./servers.ts";

const cleanups: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  await Promise.all(cleanups.splice(0).map((cleanup) => cleanup()));
});

const limits = { maximumBytes: 1000, timeoutMs: 60_000 };

/** Takes what is below /mine, and tells what it got. */
const mine: HttpHandler = async (request) => {
  if (!request.target.startsWith("/mine")) return undefined;
  const body = new TextDecoder().decode(await request.body(limits));
  return {
    status: 200,
    headers: { "content-type": "text/plain" },
    body: `${request.method} ${request.target} ${body}`,
  };
};

const broken: HttpHandler = () => Promise.reject(new Error("secret"));

function post(body: string, contentType = "application/json"): RequestInit {
  return { method: "POST", headers: { "content-type": contentType }, body };
}

describe("node:http", () => {
  async function serving(...listener: Parameters<typeof toNodeListener>): Promise<string> {
    const server = await listen(createServer(toNodeListener(...listener)));
    cleanups.push(server.close);
    return server.url;
  }

  test("what no handler takes is answered with a JSON error", async () => {
    const url = await serving(mine);
    const response = await fetch(`${url}/other`);
    expect(response.status).toBe(404);
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(await response.json()).toEqual({
      error: { code: 404, status: "NOT_FOUND", message: "this path is not served" },
    });
  });

  test("a handler that rejects is answered with an internal error", async () => {
    const response = await fetch(await serving(broken));
    expect(response.status).toBe(500);
    expect(await response.json()).toEqual({
      error: { code: 500, status: "INTERNAL", message: "internal error" },
    });
  });

  test("a target that is a whole URL is as good as its path", async () => {
    const { port } = new URL(await serving(mine));
    const head = "Host: x\r\nConnection: close\r\n\r\n";
    expect(await exchange(Number(port), `GET http://x:80/mine?a=1 HTTP/1.1\r\n${head}`)).toMatch(
      /GET \/mine\?a=1 $/,
    );
    expect(await exchange(Number(port), `GET http://x HTTP/1.1\r\n${head}`)).toMatch(/^HTTP\/1.1 404/);
    expect(await exchange(Number(port), `OPTIONS * HTTP/1.1\r\n${head}`)).toMatch(/^HTTP\/1.1 404/);
  });

  test("hands on what it does not take when there is something next", async () => {
    const listener = toNodeListener(mine);
    const server = await listen(
      createServer((request, response) => listener(request, response, () => response.end("next"))),
    );
    cleanups.push(server.close);
    expect(await (await fetch(`${server.url}/other`)).text()).toBe("next");
    expect(await (await fetch(`${server.url}/mine`)).text()).toBe("GET /mine ");
  });

  describe("a client that asks before it sends its body", () => {
    async function asking(length: number, isListening: boolean): Promise<string> {
      const server = createServer(
        toNodeListener(async (request) => {
          try {
            return { status: 200, headers: {}, body: String((await request.body(limits)).length) };
          } catch {
            return { status: 413, headers: {}, body: "too much" };
          }
        }),
      );
      if (isListening) {
        server.on(
          "checkContinue",
          toNodeListener(
            async (request) => {
              try {
                return { status: 200, headers: {}, body: String((await request.body(limits)).length) };
              } catch {
                return { status: 413, headers: {}, body: "too much" };
              }
            },
            { expectContinue: true },
          ),
        );
      }
      const running = await listen(server);
      cleanups.push(running.close);
      const socket = connect(running.port, "127.0.0.1");
      socket.write(
        `POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: ${length}\r\nConnection: close\r\n\r\n`,
      );
      let received = "";
      let sent = false;
      return new Promise((resolve, reject) => {
        socket.on("data", (chunk) => {
          received += chunk.toString();
          if (received.includes("100 Continue") && !sent) {
            sent = true;
            socket.write("x".repeat(length));
          }
        });
        socket.on("error", reject);
        socket.on("end", () => {
          socket.end();
          resolve(received);
        });
      });
    }

    test.each([false, true])("is told to, once (own listener: %s)", async (isListening) => {
      const received = await asking(10, isListening);
      expect(received.match(/HTTP\/1.1 \d+/g)).toEqual(["HTTP/1.1 100", "HTTP/1.1 200"]);
      expect(received).toMatch(/\r\n\r\n10$/);
    });

    test("is never told to when the body is too long", async () => {
      const received = await asking(1001, true);
      expect(received.match(/HTTP\/1.1 \d+/g)).toEqual(["HTTP/1.1 413"]);
      expect(received).toMatch(/too much$/);
    });
  });

  test("an answer to a body that nobody reads closes the connection when much is left of it", async () => {
    const { port } = new URL(await serving(async () => ({ status: 401, headers: {}, body: "who are you?" })));
    const head = (length: number): string =>
      `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n`;
    // A short one is skipped, and the next request is answered.
    const both = await exchange(
      Number(port),
      `${head(10)}0123456789GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    );
    expect(both.match(/who are you\?/g)).toHaveLength(2);
    const long = await exchange(Number(port), head(200_000) + "x".repeat(200_000));
    expect(long).toMatch(/connection: close/i);
    expect(long).toMatch(/who are you\?$/);
  });
});

describe("node:http2", () => {
  async function request(
    handler: HttpHandler,
    headers: Record<string, string>,
    body?: string,
  ): Promise<{ headers: Record<string, unknown>; body: string }> {
    const server = createHttp2Server(toNodeListener(handler));
    await new Promise<void>((resolve) => {
      server.listen(0, "127.0.0.1", resolve);
    });
    const session = connectHttp2(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    try {
      return await new Promise((resolve, reject) => {
        const stream = session.request(headers);
        let received: Record<string, unknown> = {};
        let text = "";
        stream.setEncoding("utf8");
        stream.on("response", (head) => {
          received = head;
        });
        stream.on("data", (chunk: string) => {
          text += chunk;
        });
        stream.on("error", reject);
        stream.on("end", () => resolve({ headers: received, body: text }));
        stream.end(body);
      });
    } finally {
      session.destroy();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
    }
  }

  test("answers through the compatibility API", async () => {
    const answer = await request(
      mine,
      { ":path": "/mine?x=1", ":method": "POST", "content-type": "application/json" },
      "body",
    );
    expect(answer.body).toBe("POST /mine?x=1 body");
    expect(answer.headers[":status"]).toBe(200);
    expect(answer.headers["content-length"]).toBe("19");
  });

  test("sends streams, and keeps bad header values out", async () => {
    const pieces = ["a", "b", "c"];
    const answer = await request(
      async () => ({
        status: 200,
        headers: { "x-bad": "a\r\nb: c" },
        body: { pull: async () => pieces.shift(), cancel: () => undefined },
      }),
      { ":path": "/" },
    );
    expect(answer.body).toBe("abc");
    expect(answer.headers["x-bad"]).toBe("a??b: c");
  });

  test("refuses a body that is too long", async () => {
    const answer = await request(
      async (incoming) => {
        try {
          await incoming.body(limits);
        } catch {
          return { status: 413, headers: {}, body: "too long" };
        }
        return undefined;
      },
      { ":path": "/", ":method": "POST" },
      "x".repeat(60_000),
    );
    expect(answer.headers[":status"]).toBe(413);
    expect(answer.body).toBe("too long");
  });
});

describe("Express", () => {
  async function serving(app: express.Express): Promise<string> {
    const server = await listen(createServer(app));
    cleanups.push(server.close);
    return server.url;
  }

  test("what the handler does not take goes on", async () => {
    const app = express();
    app.use(toExpress(mine));
    app.get("/other", (_request, response) => void response.send("next"));
    const url = await serving(app);
    expect(await (await fetch(`${url}/other`)).text()).toBe("next");
    expect(await (await fetch(`${url}/mine`)).text()).toBe("GET /mine ");
  });

  test("mounted on a path, the handler sees what follows it", async () => {
    const app = express();
    app.use("/agents/one", toExpress(mine));
    const url = await serving(app);
    expect(await (await fetch(`${url}/agents/one/mine?x=1`)).text()).toBe("GET /mine?x=1 ");
    expect((await fetch(`${url}/mine`)).status).toBe(404);
  });

  test("a handler that rejects reaches the application's own error handler", async () => {
    const app = express();
    app.use(toExpress(broken));
    app.use(((error, _request, response, _next) => {
      response.status(500).send(`caught ${String(error)}`);
    }) as express.ErrorRequestHandler);
    const response = await fetch(await serving(app));
    expect(await response.text()).toBe("caught Error: secret");
  });

  test.each([
    {
      name: "json",
      parser: express.json(),
      type: "application/json",
      body: ' {"a": [1, "ü"]} ',
      want: '{"a":[1,"ü"]}',
    },
    {
      name: "text",
      parser: express.text({ type: "*/*" }),
      type: "application/json",
      body: ' {"a":1}',
      want: ' {"a":1}',
    },
    {
      name: "raw",
      parser: express.raw({ type: "*/*" }),
      type: "application/json",
      body: ' {"a":1}',
      want: ' {"a":1}',
    },
  ])("a body that express.$name() has parsed is used", async ({ parser, type, body, want }) => {
    const app = express();
    app.use(parser, toExpress(mine));
    const response = await fetch(`${await serving(app)}/mine`, post(body, type));
    expect(await response.text()).toBe(`POST /mine ${want}`);
  });

  test("a body that was read and is gone is an internal error, not an endless wait", async () => {
    const app = express();
    app.use((request, _response, next) => {
      request.resume();
      request.on("end", () => next());
    });
    app.use(toExpress(mine));
    app.use(((error, _request, response, _next) => {
      response.status(500).send((error as Error).message);
    }) as express.ErrorRequestHandler);
    const response = await fetch(`${await serving(app)}/mine`, post("{}"));
    expect(response.status).toBe(500);
    expect(await response.text()).toBe("internal error");
  });
});

describe("Fastify", () => {
  test("under a prefix the handler sees what follows it", async () => {
    const app = fastify();
    cleanups.push(() => app.close());
    await app.register(toFastify(mine), { prefix: "/agents/one" });
    const url = await app.listen({ port: 0, host: "127.0.0.1" });
    expect(await (await fetch(`${url}/agents/one/mine?x=1`, post("b"))).text()).toBe("POST /mine?x=1 b");
    expect((await fetch(`${url}/agents/one`)).status).toBe(404);
    expect((await fetch(`${url}/mine`)).status).toBe(404);
  });

  test("the routes of the application come first and keep their parsers", async () => {
    const app = fastify();
    cleanups.push(() => app.close());
    await app.register(toFastify(mine));
    app.post("/own", (request, reply) => reply.send({ got: request.body }));
    app.get("/", (_request, reply) => reply.send("root"));
    app.setNotFoundHandler((_request, reply) => reply.code(404).send("nothing"));
    const url = await app.listen({ port: 0, host: "127.0.0.1" });
    expect(await (await fetch(`${url}/own`, post('{"a":1}'))).json()).toEqual({ got: { a: 1 } });
    expect(await (await fetch(`${url}/`)).text()).toBe("root");
    expect(await (await fetch(`${url}/mine`, post('{"a":1}'))).text()).toBe('POST /mine {"a":1}');
    expect(await (await fetch(`${url}/mine`, post("not json", "text/x-any"))).text()).toBe(
      "POST /mine not json",
    );
    const other = await fetch(`${url}/other`, post("{}"));
    expect([other.status, await other.text()]).toEqual([404, "nothing"]);
  });

  test("headers that hooks have set are sent", async () => {
    const app = fastify();
    cleanups.push(() => app.close());
    app.addHook("onRequest", async (_request, reply) => {
      reply.header("x-hook", "yes").header("x-list", ["a", "b"]);
    });
    await app.register(toFastify(mine));
    const url = await app.listen({ port: 0, host: "127.0.0.1" });
    const response = await fetch(`${url}/mine`);
    expect(response.headers.get("x-hook")).toBe("yes");
    expect(response.headers.get("x-list")).toBe("a, b");
    expect(await response.text()).toBe("GET /mine ");
  });

  test("a handler that rejects reaches the application's own error handler", async () => {
    const app = fastify();
    cleanups.push(() => app.close());
    app.setErrorHandler((error, _request, reply) => reply.code(500).send(`caught ${String(error)}`));
    await app.register(toFastify(broken));
    const url = await app.listen({ port: 0, host: "127.0.0.1" });
    expect(await (await fetch(url)).text()).toBe("caught Error: secret");
  });
});

describe("Hono", () => {
  test("what the handler does not take goes on", async () => {
    const app = new Hono();
    app.use(toHono(mine));
    app.get("/other", (context) => context.text("next"));
    expect(await (await app.request("/other")).text()).toBe("next");
    expect(await (await app.request("/mine?x=1", post("b"))).text()).toBe("POST /mine?x=1 b");
    expect((await app.request("/nothing")).status).toBe(404);
  });

  test("a base path is taken off", async () => {
    const app = new Hono();
    app.use("/agents/one/*", toHono(mine, { basePath: "/agents/one/" }));
    expect(await (await app.request("/agents/one/mine?x=1")).text()).toBe("GET /mine?x=1 ");
    expect((await app.request("/agents/one?x")).status).toBe(404);
    expect((await app.request("/agents/oneself/mine")).status).toBe(404);
    expect((await app.request("/mine")).status).toBe(404);
  });

  test("answers pass through the middleware before it", async () => {
    const app = new Hono();
    app.use(async (context, next) => {
      await next();
      context.header("x-after", "yes");
    });
    app.use(toHono(mine));
    const response = await app.request("/mine");
    expect(response.headers.get("x-after")).toBe("yes");
    expect(await response.text()).toBe("GET /mine ");
  });
});

function streamOf(...pieces: string[]): BodyStream {
  return { pull: async () => pieces.shift(), cancel: () => undefined };
}

describe("the Fetch API alone", () => {
  const handler = toFetchHandler(async (request) => {
    try {
      const body = await request.body(limits);
      return { status: 200, headers: {}, body: `${request.target} ${body.length}` };
    } catch (error) {
      return { status: 400, headers: {}, body: (error as Error).message };
    }
  });

  test.each([
    { url: "http://x", want: "/ 0" },
    { url: "https://x:1/a?b#c", want: "/a?b 0" },
    { url: "http://x/a/../b%2e/c?d=e#f", want: "/b%2e/c?d=e 0" },
    { url: "http://x?q=http://y/z", want: "/?q=http://y/z 0" },
  ])("the target of $url", async ({ url, want }) => {
    expect(await (await handler(new Request(url))).text()).toBe(want);
  });

  test("a body longer than it declares is refused", async () => {
    const request = new Request("http://x/", {
      method: "POST",
      headers: { "content-length": "3" },
      body: "x".repeat(1001),
    });
    const response = await handler(request);
    expect([response.status, await response.text()]).toEqual([400, "the body is longer than 1000 bytes"]);
  });

  test("a body that was read already is an internal error", async () => {
    const request = new Request("http://x/", { method: "POST", body: "x" });
    await request.text();
    const response = await handler(request);
    expect([response.status, await response.text()]).toEqual([400, "internal error"]);
  });

  test("a request whose signal was aborted has lost its client", async () => {
    let gone = 0;
    const controller = new AbortController();
    const listening = toFetchHandler(async (request) => {
      request.onDisconnect(() => void gone++);
      return { status: 200, headers: {}, body: streamOf("") };
    });
    const response = await listening(new Request("http://x/", { signal: controller.signal }));
    expect(gone).toBe(0);
    controller.abort();
    expect(gone).toBe(1);
    expect(await response.text()).toBe("");
    await listening(new Request("http://x/", { signal: controller.signal }));
    expect(gone).toBe(2);
  });

  test.each<{ name: string; body: HttpResponse["body"]; method?: string }>([
    { name: "a text", body: "all" },
    { name: "nothing", body: undefined },
    { name: "a stream", body: streamOf("all") },
    { name: "the head of a stream", body: streamOf("all"), method: "HEAD" },
  ])(
    "a client that has had $name is not gone when its signal is aborted",
    async ({ body, method = "GET" }) => {
      let gone = 0;
      const controller = new AbortController();
      const handle = toFetchHandler(async (request) => {
        request.onDisconnect(() => void gone++);
        return { status: 200, headers: {}, ...(body !== undefined && { body }) };
      });
      const response = await handle(new Request("http://x/", { signal: controller.signal, method }));
      await response.text();
      // Deno does so after every answer.
      controller.abort();
      expect(gone).toBe(0);
    },
  );
});
