import { once } from "node:events";
import { connect as connectHttp2 } from "node:http2";
import { type Message, MessageBinary } from "@a2agen/a2a-1.0";
import { credentials } from "@grpc/grpc-js";
import { describe, expect, onTestFinished, test } from "vitest";
import { createGrpcTransport } from "../../../../packages/runtime/src/grpc/index.ts";
import { collect } from "../../../shared/collect.ts";
import {
  connect,
  failureOf,
  later,
  Parrot,
  parrotWith,
  RelayGrpc,
  say,
  send,
  serve,
  streamOf,
  textOf,
} from "../../../shared/grpc/relay.ts";
import { hasten } from "../../../shared/hasten.ts";

describe("a client that goes is known to the handler", () => {
  test("who stops reading a stream: the signal fires and the generator is ended", async () => {
    const ended = later();
    const reasons: unknown[] = [];
    const { port } = await serve(
      parrotWith({
        async *count(_request, { signal }) {
          signal.addEventListener("abort", () => reasons.push(signal.reason));
          try {
            for (let number = 1; ; number++) yield say(String(number));
          } finally {
            ended.resolve();
          }
        },
      }),
    );
    for await (const answer of connect(port).count(say("x"))) if (textOf(answer) === "3") break;
    await ended.promise;
    expect(reasons).toMatchObject([{ status: "CANCELLED", message: "the client has gone" }]);
  });

  test("by its signal, in a call of every kind", async () => {
    const started = Array.from({ length: 4 }, later);
    const told = Array.from({ length: 4 }, later);
    const wait = (which: number, signal: AbortSignal): Promise<never> => {
      signal.addEventListener("abort", () => told[which]?.resolve());
      started[which]?.resolve();
      return new Promise(() => undefined);
    };
    const { port } = await serve(
      parrotWith({
        echo: (_request, { signal }) => wait(0, signal),
        count: (_request, { signal }) => streamOf(() => wait(1, signal)),
        gather: (_requests, { signal }) => wait(2, signal),
        chat: (_requests, { signal }) => streamOf(() => wait(3, signal)),
      }),
    );
    const client = connect(port);
    const calls = [
      (signal: AbortSignal) => client.echo(say("x"), { signal }),
      (signal: AbortSignal) => collect(client.count(say("x"), { signal })),
      (signal: AbortSignal) => client.gather(send("x"), { signal }),
      (signal: AbortSignal) => collect(client.chat(send("x"), { signal })),
    ];
    for (const [which, call] of calls.entries()) {
      const controller = new AbortController();
      const failure = failureOf(call(controller.signal));
      await started[which]?.promise;
      controller.abort("enough");
      expect(await failure).toMatchObject({ status: "CANCELLED", cause: "enough" });
      await told[which]?.promise;
    }
  });

  test("a call whose signal was aborted before is not made", async () => {
    let calls = 0;
    const { port } = await serve(
      parrotWith({
        echo: () => {
          calls++;
          return Promise.resolve(say("x"));
        },
      }),
    );
    const client = connect(port);
    const signal = AbortSignal.abort("before");
    expect(await failureOf(client.echo(say("x"), { signal }))).toMatchObject({
      status: "CANCELLED",
      cause: "before",
    });
    expect(await failureOf(collect(client.count(say("x"), { signal })))).toMatchObject({
      status: "CANCELLED",
    });
    await client.echo(say("x"));
    expect(calls).toBe(1);
  });

  test("the signal does not fire when a call ends as it should", async () => {
    const signals: AbortSignal[] = [];
    const { port } = await serve(
      parrotWith({
        echo: (_request, { signal }) => {
          signals.push(signal);
          return Promise.resolve(say("x"));
        },
        async *count(_request, { signal }) {
          signals.push(signal);
          yield say("1");
        },
      }),
    );
    const client = connect(port);
    await client.echo(say("1"));
    await collect(client.count(say("1")));
    await client.echo(say("2"));
    await collect(client.count(say("2")));
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, false, false, false]);
  });

  test("in the middle of its own stream: the iteration throws", async () => {
    const heard = later();
    const outcome = later();
    const failures: unknown[] = [];
    const { port, reported } = await serve(
      parrotWith({
        gather: async (requests) => {
          const read = async (): Promise<void> => {
            for await (const request of requests) if (textOf(request) === "a") heard.resolve();
          };
          failures.push(await failureOf(read()));
          outcome.resolve();
          return say("x");
        },
      }),
    );
    async function* talk(): AsyncGenerator<Message, void, undefined> {
      yield say("a");
      await new Promise(() => undefined);
    }
    const controller = new AbortController();
    const failure = failureOf(connect(port).gather(talk(), { signal: controller.signal }));
    await heard.promise;
    controller.abort();
    expect(await failure).toMatchObject({ status: "CANCELLED" });
    await outcome.promise;
    expect(failures).toMatchObject([{ status: "CANCELLED", message: "the client has gone" }]);
    expect(reported).toEqual([]);
  });

  test("when the client's time is up", async () => {
    const told = later();
    const heard: unknown[] = [];
    const { port } = await serve(
      parrotWith({
        echo: (request, { signal }) => {
          heard.push(request);
          return new Promise(() => signal.addEventListener("abort", () => told.resolve()));
        },
      }),
    );
    // A call whose time is up before the server has it is not known to a handler.
    for (let timeoutMs = 20; heard.length === 0; timeoutMs *= 2) {
      await failureOf(connect(port).echo(say("x"), { timeoutMs }));
    }
    await told.promise;
  });
});

describe("time limits of the client", () => {
  test("the first event has to come in time, the others have not", async () => {
    const go = later();
    const { port } = await serve(
      parrotWith({
        async *count({ parts: [part] }) {
          if (part?.text === "late") await new Promise(() => undefined);
          yield say("1");
          await go.promise;
          yield say("2");
        },
      }),
    );
    const client = connect(port);
    expect(await failureOf(collect(client.count(say("late"), { timeoutMs: 20 })))).toMatchObject({
      status: "DEADLINE_EXCEEDED",
      message: `127.0.0.1:${port}: no answer within 20 ms`,
    });
    const seen: string[] = [];
    // As long as the first event takes on this machine.
    for (let timeoutMs = 100; seen.length === 0; timeoutMs *= 2) {
      const read = async (): Promise<void> => {
        for await (const answer of client.count(say("x"), { timeoutMs })) {
          seen.push(textOf(answer));
          // Longer than the limit, which the first event has met.
          if (seen.length === 1) setTimeout(go.resolve, 1.1 * timeoutMs);
        }
      };
      await read().catch((error: unknown) => {
        if (seen.length > 0) throw error;
      });
    }
    expect(seen).toEqual(["1", "2"]);
  });
});

describe("a reader that does not read holds its handler back", () => {
  test("and gets everything when it reads on", async () => {
    const total = 2000;
    let produced = 0;
    const { port } = await serve(
      parrotWith({
        async *count() {
          for (; produced < total; produced++) yield say(`${produced} ${"x".repeat(32_768)}`);
        },
      }),
    );
    const iterator = connect(port).count(say("x"))[Symbol.asyncIterator]();
    await iterator.next();
    // Long enough for a server that does not wait to have produced everything.
    const other = connect(port);
    for (let round = 0; round < 300; round++) await other.echo(say("tick"));
    expect(produced).toBeLessThan(total / 4);
    let count = 1;
    while ((await iterator.next()).done !== true) count++;
    expect(count).toBe(total);
  });

  test("a writer that the server does not read is held back as well", async () => {
    const go = later();
    const { port } = await serve(
      parrotWith({
        gather: async (requests) => {
          await go.promise;
          return say(String((await collect(requests)).length));
        },
      }),
    );
    const total = 2000;
    let produced = 0;
    async function* talk(): AsyncGenerator<Message, void, undefined> {
      for (; produced < total; produced++) yield say(`${produced} ${"x".repeat(32_768)}`);
    }
    const client = connect(port);
    const answer = client.gather(talk());
    const other = connect(port);
    for (let round = 0; round < 300; round++) await other.echo(say("tick"));
    expect(produced).toBeLessThan(total / 4);
    go.resolve();
    expect(textOf(await answer)).toBe(String(total));
  });
});

test("more streams than the server holds are refused", async () => {
  const { port } = await serve(
    parrotWith({
      async *count() {
        yield say("1");
        await new Promise(() => undefined);
      },
    }),
    { limits: { streams: 1 } },
  );
  const client = connect(port);
  const first = client.count(say("x"))[Symbol.asyncIterator]();
  await first.next();
  expect(await failureOf(collect(client.count(say("x"))))).toMatchObject({
    status: "RESOURCE_EXHAUSTED",
    retryAfterMs: 1000,
  });
});

test("a request that trickles is given up", async () => {
  const { port } = await serve(new Parrot(), { limits: { bodyMs: 50 } });
  const session = connectHttp2(`http://127.0.0.1:${port}`);
  onTestFinished(() => session.destroy());
  const stream = session.request({
    ":method": "POST",
    ":path": "/test.Relay/Echo",
    "content-type": "application/grpc",
    te: "trailers",
    "a2a-version": "1.0",
  });
  stream.write(Buffer.from([0, 0, 0]));
  const headers = await new Promise((resolve) => stream.once("response", resolve));
  expect(headers).toMatchObject({ "grpc-status": "4" });
  // Calls whose request is there take the time that they need.
  const begun: Message[] = [];
  for (let bodyMs = 50; begun.length === 0; bodyMs *= 2) {
    const { port: other } = await serve(
      parrotWith({
        echo: (request, { signal }) =>
          new Promise((resolve) => {
            begun.push(request);
            signal.addEventListener("abort", () => resolve(say("aborted")));
            setTimeout(() => resolve(request), 4 * bodyMs);
          }),
      }),
      { limits: { bodyMs } },
    );
    const call = connect(other).echo(say("slow"));
    const answer = await call.catch((error: unknown) => error);
    // On a slow machine the request itself may come too late.
    if (begun.length > 0) expect(answer).toEqual(say("slow"));
  }
});

describe("requests of a client that fail", () => {
  test("end the call, and are its error", async () => {
    const { port } = await serve(new Parrot());
    const cause = new Error("no more ideas");
    const talk = (): AsyncIterable<Message> => streamOf(() => Promise.reject(cause));
    const client = connect(port);
    const failed = { status: "CANCELLED", message: "the stream of requests failed", cause };
    expect(await failureOf(client.gather(talk()))).toMatchObject(failed);
    expect(await failureOf(collect(client.chat(talk())))).toMatchObject(failed);
  });

  test("a transport that was closed makes no more calls", async () => {
    const { port } = await serve(new Parrot());
    const transport = createGrpcTransport({
      address: `http://127.0.0.1:${port}`,
      codecs: [RelayGrpc],
    });
    await transport.unary(RelayGrpc.service.methods.echo, say("x"), {});
    await transport.close();
    const closed = transport.unary(RelayGrpc.service.methods.echo, say("x"), {});
    expect(await failureOf(closed)).toMatchObject({ status: "UNAVAILABLE" });
  });
});

test("the stream of a client that takes nothing is broken off a while after it has ended", async () => {
  const text = "x".repeat(256 * 1024);
  const { port } = await serve(
    parrotWith({
      async *count() {
        for (;;) yield say(text);
      },
    }),
    { limits: { idleMs: 100 } },
  );
  // A client of its own, which opens no window for what it does not read.
  const session = connectHttp2(`http://127.0.0.1:${port}`);
  onTestFinished(() => session.destroy());
  const stream = session.request({
    ":method": "POST",
    ":path": "/test.Relay/Count",
    "content-type": "application/grpc",
    te: "trailers",
    "a2a-version": "1.0",
  });
  stream.on("error", () => undefined);
  const message = MessageBinary.encode(say("1"));
  const head = Buffer.alloc(5);
  head.writeUInt32BE(message.length, 1);
  stream.end(Buffer.concat([head, message]));
  await hasten(() => once(stream, "close"));
  expect(stream.rstCode).toBe(8);
});

test("a header with a name that metadata cannot have is not there", async () => {
  const seen: unknown[] = [];
  const { port } = await serve(
    parrotWith({
      async echo(request, context) {
        seen.push(context.header("bad name"), context.header(""), context.header("X-Trace"));
        return request;
      },
    }),
  );
  await connect(port).echo(say("x"), { headers: { "x-trace": "1" } });
  expect(seen).toEqual([undefined, undefined, "1"]);
});

describe("an address with another scheme than its server", () => {
  test("is told to a client that speaks TLS to a server in clear", async () => {
    const { port } = await serve(new Parrot());
    const client = connect(port, { credentials: credentials.createSsl() });
    expect(await failureOf(client.echo(say("x")))).toMatchObject({
      status: "UNAVAILABLE",
      message: expect.stringContaining("does not speak TLS at this address: name it as http://host:port"),
    });
  });
});
