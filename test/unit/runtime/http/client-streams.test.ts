import { createHost, type HostOptions, implement } from "@a2agen/runtime/host";
import { createClient } from "@a2agen/runtime/service";
import { createWebSocketServer, createWebSocketTransport } from "@a2agen/runtime/websocket";
import { describe, expect, onTestFinished, test } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import { toNodeListener } from "../../../../packages/runtime/src/adapters/node.ts";
import { createJsonRpcTransport } from "../../../../packages/runtime/src/jsonrpc/index.ts";
import { createRestTransport } from "../../../../packages/runtime/src/rest/index.ts";
import { createHttpHandler } from "../../../../packages/runtime/src/server/index.ts";
import { Bookshop } from "../../../generated/proto/bookshop/v1/bookshop_service.ts";
import type { Advice, Book, Question } from "../../../generated/proto/bookshop/v1/bookshop_types.ts";
import { listen } from "../../../shared/http/listen.ts";
import { choose } from "../../../shared/runs.ts";

interface Seen {
  readonly questions: string[];
  /** Why the questions ended. */
  readonly ends: unknown[];
}

interface Shop {
  readonly url: string;
  readonly seen: Seen;
  close(): Promise<void>;
}

async function start(handler: Partial<Bookshop> = {}, options: Partial<HostOptions> = {}): Promise<Shop> {
  const seen: Seen = { questions: [], ends: [] };
  const shop: Partial<Bookshop> = {
    async importBooks(books) {
      let count = 0;
      for await (const _ of books) count++;
      return { count };
    },
    async *consult(questions) {
      try {
        for await (const { text = "" } of questions) {
          seen.questions.push(text);
          if (text === "bye") return;
          yield { text: `about ${text}` };
        }
        seen.ends.push("end");
      } catch (error) {
        seen.ends.push(error);
        throw error;
      }
    },
    ...handler,
  };
  const host = createHost({ services: [implement(Bookshop, shop as Bookshop)], ...options });
  const handle = createHttpHandler(host, { jsonRpc: "/rpc" });
  const { url, server } = await listen(toNodeListener(handle));
  const webSocket = createWebSocketServer(host, { WebSocketServer, path: "/ws" });
  webSocket.attach(server);
  onTestFinished(async () => {
    await host.close({ graceMs: 0 });
    await webSocket.close({ graceMs: 0 });
  });
  return { url, seen, close: () => host.close({ graceMs: 0 }) };
}

const { protocol } = Bookshop;
const bindings = {
  JSONRPC: (url: string) => createJsonRpcTransport(protocol, { url: `${url}/rpc` }),
  "HTTP+JSON": (url: string) => createRestTransport(protocol, { url }),
  WEBSOCKET: (url: string) =>
    createWebSocketTransport(protocol, { url: `${url.replace("http", "ws")}/ws`, WebSocket }),
};

function connect(url: string, binding: keyof typeof bindings) {
  const transport = bindings[binding](url);
  onTestFinished(() => transport.close());
  return createClient(Bookshop, transport as never);
}

/** Opens a consultation by hand: the identifier of its stream, and its events. */
async function open(url: string, text: string, headers: Record<string, string> = {}) {
  const response = await ask(url, { text }, headers);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  onTestFinished(() => reader?.cancel());
  return { id: response.headers.get("stream-id") ?? "", next: async () => (await reader?.read())?.value };
}

function ask(url: string, body: object, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${url}/v1/consultations`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
}

async function told(response: Response): Promise<string> {
  return `${response.status} ${(await response.text()).replace(/.*"status":"(\w+)","message":"([^"]*)".*/s, "$1 $2")}`;
}

describe.each(choose(Object.keys(bindings) as (keyof typeof bindings)[]))(
  "a client's stream over %s",
  (binding) => {
    test("goes both ways: each message may depend on the answer to the one before", async () => {
      const { url, seen } = await start();
      const answers: string[] = [];
      let answered = (): void => undefined;
      async function* questions(): AsyncGenerator<Question, void, undefined> {
        for (const text of ["one", "two", "three"]) {
          const answer = new Promise<void>((resolve) => {
            answered = resolve;
          });
          yield { text };
          await answer;
        }
      }
      for await (const { text = "" } of connect(url, binding).consult(questions())) {
        answers.push(text);
        answered();
      }
      expect(answers).toEqual(["about one", "about two", "about three"]);
      expect(seen.ends).toEqual(["end"]);
    });

    test("has one answer to many messages, and to none", async () => {
      const { url } = await start();
      const client = connect(url, binding);
      async function* books(count: number): AsyncGenerator<Book, void, undefined> {
        for (let i = 0; i < count; i++) yield { title: `Book ${i}` };
      }
      expect(await client.importBooks(books(40))).toEqual({ count: 40 });
      expect(await client.importBooks(books(0))).toEqual({});
    });

    test("ends for the handler when its client goes, and for the client when it fails", async () => {
      const { url, seen } = await start();
      async function* endless(): AsyncGenerator<Question, void, undefined> {
        yield { text: "one" };
        await new Promise(() => undefined);
      }
      for await (const _ of connect(url, binding).consult(endless())) break;
      await expect.poll(() => seen.ends).toMatchObject([{ status: "CANCELLED" }]);
      async function* broken(): AsyncGenerator<Question, void, undefined> {
        yield { text: "one" };
        throw new Error("no more");
      }
      const read = async (): Promise<void> => {
        for await (const _ of connect(url, binding).consult(broken()));
      };
      await expect(read()).rejects.toMatchObject({ status: "CANCELLED", cause: { message: "no more" } });
    });

    test("fails with the error of a message that is refused", async () => {
      const { url } = await start();
      async function* wrong(): AsyncGenerator<Question, void, undefined> {
        yield { text: "one" };
        yield { text: 2 } as never;
      }
      const read = async (): Promise<void> => {
        for await (const _ of connect(url, binding).consult(wrong()));
      };
      await expect(read()).rejects.toMatchObject({ status: "INVALID_ARGUMENT" });
    });

    test("ends when the server goes", async () => {
      const { url, close } = await start();
      async function* endless(): AsyncGenerator<Question, void, undefined> {
        yield { text: "one" };
        await new Promise(() => undefined);
      }
      const answers: Advice[] = [];
      for await (const answer of connect(url, binding).consult(endless())) {
        answers.push(answer);
        void close();
      }
      expect(answers).toEqual([{ text: "about one" }]);
    });
  },
);

describe("a further message", () => {
  test("is acknowledged, and its stream goes on after one that is malformed", async () => {
    const { url } = await start();
    const { id, next } = await open(url, "one");
    expect(await next()).toBe('data: {"text":"about one"}\n\n');
    const headers = { "stream-id": id };
    expect(await told(await ask(url, { text: 5 }, headers))).toMatch(/^400 INVALID_ARGUMENT/);
    const taken = await ask(url, { text: "two" }, headers);
    expect([taken.status, await taken.text()]).toEqual([200, "{}"]);
    expect(await next()).toBe('data: {"text":"about two"}\n\n');
  });

  const notOpen =
    "404 NOT_FOUND no such stream is open here: it has ended, or another process of the server has it";

  test("to a stream that has ended, or of another process, is refused", async () => {
    const one = await start();
    const two = await start();
    const { id, next } = await open(one.url, "one");
    await next();
    expect(await told(await ask(two.url, { text: "two" }, { "stream-id": id }))).toBe(notOpen);
    await ask(one.url, { text: "bye" }, { "stream-id": id });
    expect(await next()).toBeUndefined();
    expect(await told(await ask(one.url, { text: "two" }, { "stream-id": id }))).toBe(notOpen);
    expect(await told(await ask(one.url, { text: "two" }, { "stream-id": "guessed" }))).toBe(notOpen);
  });

  test("is taken of the caller who opened the stream alone, after the same checks", async () => {
    const { url, seen } = await start(
      {},
      {
        authenticate: ({ header }) => {
          const id = header("authorization");
          return id === undefined ? undefined : { id };
        },
        authorize: ({ principal }) => principal?.id !== "mallory",
      },
    );
    const { id } = await open(url, "one", { authorization: "alice" });
    const send = async (authorization: string): Promise<string> =>
      told(await ask(url, { text: `of ${authorization}` }, { "stream-id": id, authorization }));
    expect(await send("bob")).toBe(notOpen);
    expect(await send("mallory")).toMatch(/^403 PERMISSION_DENIED/);
    expect(await told(await ask(url, { text: "of nobody" }, { "stream-id": id }))).toBe(notOpen);
    expect(await send("alice")).toBe("200 {}");
    expect(seen.questions).toEqual(["one", "of alice"]);
  });

  test("waits while as many as may wait for the handler, and the next one is refused", async () => {
    let goOn = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const { url } = await start(
      {
        async *consult(questions) {
          await held;
          for await (const { text = "" } of questions) yield { text };
        },
      },
      { limits: { waitingMessages: 2 } },
    );
    const { id } = await open(url, "one");
    const headers = { "stream-id": id };
    expect(await told(await ask(url, { text: "two" }, headers))).toBe("200 {}");
    let isTaken = false;
    const third = ask(url, { text: "three" }, headers).then((response) => {
      isTaken = true;
      return response;
    });
    await expect.poll(async () => (await ask(url, { text: "four" }, headers)).status).toBe(429);
    expect(isTaken).toBe(false);
    goOn();
    expect((await third).status).toBe(200);
  });

  test("is refused when those that wait are too many bytes in all, or it is too large itself", async () => {
    const { url } = await start(
      {
        async *consult() {
          await new Promise(() => undefined);
          yield {};
        },
      },
      { limits: { waitingBytes: 200, bodyBytes: 1000 } },
    );
    const { id } = await open(url, "a".repeat(150));
    const send = async (length: number): Promise<number> =>
      (await ask(url, { text: "a".repeat(length) }, { "stream-id": id })).status;
    expect(await send(100)).toBe(503);
    expect(await send(2000)).toBe(413);
  });

  test("counts among what its caller has waiting in all streams, the first message too", async () => {
    const { url } = await start(
      {
        async *consult() {
          await new Promise(() => undefined);
          yield {};
        },
      },
      {
        limits: { callerWaitingBytes: 300 },
        authenticate: ({ header }) => ({ id: header("authorization") ?? "" }),
      },
    );
    const { id } = await open(url, "a".repeat(200), { authorization: "alice" });
    const send = async (authorization: string, headers: Record<string, string> = {}): Promise<number> => {
      const response = await ask(url, { text: "a".repeat(200) }, { ...headers, authorization });
      onTestFinished(() => response.body?.cancel());
      return response.status;
    };
    expect(await send("alice", { "stream-id": id })).toBe(503);
    expect(await send("alice")).toBe(503);
    expect(await send("bob")).toBe(200);
  });
});
