import { type Message, protocol } from "@a2agen/a2a-1.0";
import { describe, expect, test } from "vitest";
import { protocolError } from "../../../../packages/runtime/src/service/call-error.ts";
import {
  type CallContext,
  CallError,
  type CallErrorInit,
  type Protocol,
} from "../../../../packages/runtime/src/service/index.ts";
import { statusNames } from "../../../../packages/runtime/src/service/status.ts";
import { collect } from "../../../shared/collect.ts";
import {
  connect,
  failureOf,
  later,
  Parrot,
  parrotWith,
  type Relay,
  type Signal,
  say,
  send,
  serve,
  streamOf,
  textOf,
} from "../../../shared/grpc/relay.ts";

describe("a call of every kind goes over a socket and back", () => {
  test("one message each way", async () => {
    const { port } = await serve(new Parrot());
    expect(await connect(port).echo(say("hello"))).toEqual(say("echo hello"));
  });

  test("a stream of answers", async () => {
    const { port } = await serve(new Parrot());
    const answers = await collect(connect(port).count(say("100")));
    expect(answers.map(textOf)).toEqual(Array.from({ length: 100 }, (_, index) => String(index + 1)));
  });

  test("a stream without answers", async () => {
    const { port } = await serve(new Parrot());
    expect(await collect(connect(port).count(say("0")))).toEqual([]);
  });

  test("a stream of requests", async () => {
    const { port } = await serve(new Parrot());
    expect(await connect(port).gather(send("a", "b", "c"))).toEqual(say("a+b+c"));
  });

  test("an empty stream of requests", async () => {
    const { port } = await serve(new Parrot());
    expect(await connect(port).gather(send())).toEqual(say(""));
  });

  test("streams both ways, each request answered before the next one", async () => {
    const { port } = await serve(new Parrot());
    const log: string[] = [];
    const heard: Readonly<Record<string, Signal>> = { a: later(), b: later() };
    async function* talk(): AsyncGenerator<Message, void, undefined> {
      for (const text of ["a", "b"]) {
        log.push(`say ${text}`);
        yield say(text);
        await heard[text]?.promise;
      }
    }
    for await (const answer of connect(port).chat(talk())) {
      log.push(textOf(answer));
      heard[textOf(answer).slice("heard ".length)]?.resolve();
    }
    expect(log).toEqual(["say a", "heard a", "say b", "heard b"]);
  });

  test("a handler may answer before the client has said everything", async () => {
    const { port } = await serve(
      parrotWith({
        gather: async (requests) => {
          for await (const request of requests) return say(`enough: ${textOf(request)}`);
          return say("nothing");
        },
        async *chat(requests) {
          for await (const request of requests) {
            yield say(`enough: ${textOf(request)}`);
            return;
          }
        },
      }),
    );
    const stopped = [later(), later()];
    // The library keeps 256 KiB before it looks at what has come.
    const more = "m".repeat(10_000);
    async function* endless(which: number): AsyncGenerator<Message, void, undefined> {
      try {
        for (;;) yield say(more);
      } finally {
        stopped[which]?.resolve();
      }
    }
    const client = connect(port);
    expect(await client.gather(endless(0))).toEqual(say(`enough: ${more}`));
    expect(await collect(client.chat(endless(1)))).toEqual([say(`enough: ${more}`)]);
    await Promise.all(stopped.map(({ promise }) => promise));
  });
});

const uri = "https://example.com/extensions/citations/v1";

describe("a handler knows of its call what the metadata says", () => {
  test("version, extensions, headers and binding; the extensions in use come back", async () => {
    const seen: unknown[] = [];
    const { port } = await serve(
      parrotWith({
        echo: (_request, context) => {
          context.activate(uri);
          expect(() => context.activate("no\r\nuri: at all")).toThrow(TypeError);
          seen.push(summaryOf(context), context.header("X-Trace"), context.header("x-blob-bin"));
          return Promise.resolve(say("done"));
        },
      }),
    );
    const client = connect(port, {
      metadata: () => Promise.resolve({ "X-Trace": "client" }),
      extensions: [uri],
    });
    let headers: Readonly<Record<string, string>> = {};
    await client.echo(say("hello"), {
      extensions: ["urn:example:two"],
      headers: { "x-trace": "call", "x-blob-bin": "AQID" },
      onHeaders: (found) => {
        headers = found;
      },
    });
    expect(seen).toEqual([
      {
        method: "Echo",
        binding: "GRPC",
        version: "1.0",
        extensions: [uri, "urn:example:two"],
        tenant: undefined,
        principal: undefined,
      },
      "call",
      "AQID",
    ]);
    expect(headers["a2a-extensions"]).toBe(uri);
  });

  test("the extensions in use of a stream come before its first event", async () => {
    const { port } = await serve(
      parrotWith({
        async *count(_request, context) {
          context.activate(uri);
          yield say("one");
        },
      }),
    );
    const log: unknown[] = [];
    const options = {
      onHeaders: (found: Readonly<Record<string, string>>) => log.push(found["a2a-extensions"]),
    };
    for await (const answer of connect(port).count(say("1"), options)) log.push(textOf(answer));
    expect(log).toEqual([uri, "one"]);
  });

  test("initial metadata comes before a first event that takes its time", async () => {
    const go = later();
    const { port } = await serve(
      parrotWith({
        async *count() {
          await go.promise;
          yield say("one");
        },
      }),
      { limits: { firstEventMs: 1 } },
    );
    const answers = await collect(connect(port).count(say("1"), { onHeaders: () => go.resolve() }));
    expect(answers.map(textOf)).toEqual(["one"]);
  });

  test("the caller is who the hook says", async () => {
    const { port } = await serve(
      parrotWith({ echo: (_request, { principal }) => Promise.resolve(say(principal?.id ?? "nobody")) }),
      {
        authenticate: ({ header, binding }) => ({ id: `${binding} ${header("Authorization") ?? "?"}` }),
      },
    );
    const answer = await connect(port).echo(say("who"), { headers: { authorization: "Bearer t" } });
    expect(textOf(answer)).toBe("GRPC Bearer t");
  });

  test("the deadline is the client's time limit", async () => {
    const { port } = await serve(
      parrotWith({
        echo: (_request, { signal }) =>
          new Promise((_resolve, reject) => {
            signal.addEventListener("abort", () => reject(signal.reason as Error));
          }),
      }),
    );
    expect(await failureOf(connect(port).echo(say("wait"), { timeoutMs: 50 }))).toMatchObject({
      name: "CallError",
      status: "DEADLINE_EXCEEDED",
      message: `127.0.0.1:${port}: no answer within 50 ms`,
    });
  });
});

function summaryOf({ method, binding, version, extensions, tenant, principal }: CallContext): object {
  return { method, binding, version, extensions, tenant, principal };
}

describe("an error is the same on both sides", () => {
  const errorOf = async (thrown: Error): Promise<unknown> => {
    const { port } = await serve(parrotWith({ echo: () => Promise.reject(thrown) }));
    return failureOf(connect(port).echo(say("fail")));
  };

  test.each(Object.keys(protocol.errors))("%s", async (name) => {
    const row = (protocol as Protocol).errors[name];
    const error = await errorOf(
      protocolError(protocol, name, {
        message: `héllo % "${name}"\n`,
        metadata: { taskId: "t-1", ключ: "ö" },
      }),
    );
    expect(error).toMatchObject({
      name,
      status: row?.grpc,
      reason: row?.reason,
      http: row?.http,
      jsonRpc: row?.jsonRpc,
      message: `héllo % "${name}"\n`,
      metadata: { taskId: "t-1", ключ: "ö" },
      violations: [],
      details: [],
    });
    expect(error).not.toHaveProperty("cause");
  });

  test.each(statusNames)("status %s", async (status) => {
    const error = await errorOf(new CallError(status, "as it is"));
    expect(error).toMatchObject({ name: "CallError", status, reason: status, message: "as it is" });
  });

  test("with violations, time to wait, challenges and details of any type", async () => {
    const init: CallErrorInit = {
      violations: [{ field: "message.parts[1]", description: "expected one member, found none" }],
      retryAfterMs: 1500,
      challenges: ['Bearer scope="a b", Basic'],
      details: [
        { "@type": "type.googleapis.com/example.Custom", list: [1, { deep: null }], ok: true },
        { "@type": "type.googleapis.com/google.protobuf.Duration", value: "3s" },
        { "@type": "type.googleapis.com/example.Bytes", value: "AQID" },
      ],
    };
    expect(await errorOf(new CallError("UNAUTHENTICATED", "who are you", init))).toMatchObject({
      status: "UNAUTHENTICATED",
      ...init,
    });
  });

  test("a text that is too long for a header is cut, and half a surrogate pair replaced", async () => {
    const error = await errorOf(new CallError("NOT_FOUND", `\ud800${"ж".repeat(5000)}`));
    expect(error).toMatchObject({ status: "NOT_FOUND", message: `\ufffd${"ж".repeat(165)}...` });
  });

  test("what a handler throws that is no error stays on the server", async () => {
    const password = "the password is 1234" as unknown as Error;
    const secret = { secret: 1 } as unknown as Error;
    const { port, reported } = await serve(
      parrotWith({
        echo: () => Promise.reject(password),
        count: () => streamOf(() => Promise.reject(secret)),
      }),
    );
    const client = connect(port);
    const internal = {
      name: "CallError",
      status: "INTERNAL",
      message: "internal error",
      details: [],
      metadata: {},
    };
    expect(await failureOf(client.echo(say("x")))).toMatchObject(internal);
    expect(await failureOf(collect(client.count(say("x"))))).toMatchObject(internal);
    expect(reported).toEqual([password, secret]);
  });

  test("events that came before an error are kept", async () => {
    const { port } = await serve(
      parrotWith({
        async *count() {
          yield say("1");
          yield say("2");
          throw new CallError("ABORTED", "no more");
        },
      }),
    );
    const seen: string[] = [];
    const read = async (): Promise<void> => {
      for await (const answer of connect(port).count(say("x"))) seen.push(textOf(answer));
    };
    expect(await failureOf(read())).toMatchObject({ status: "ABORTED", message: "no more" });
    expect(seen).toEqual(["1", "2"]);
  });

  test("a method without a handler is not implemented", async () => {
    const { port } = await serve({ ...new Parrot() } as Relay);
    expect(await failureOf(connect(port).echo(say("x")))).toMatchObject({ status: "UNIMPLEMENTED" });
  });

  test("a handler's answer of the wrong shape is the protocol's error", async () => {
    const { port, reported } = await serve(parrotWith({ echo: () => Promise.resolve({} as Message) }));
    expect(await failureOf(connect(port).echo(say("x")))).toMatchObject({
      name: "InvalidAgentResponseError",
    });
    expect(reported).toHaveLength(1);
  });
});

describe("a request that is not what its type says is refused with its problems", () => {
  const bad: Message = { messageId: "m", role: "ROLE_USER", parts: [{}, {}] as unknown as Message["parts"] };
  const refused = {
    status: "INVALID_ARGUMENT",
    message: expect.stringContaining("invalid parameters: parts[0]") as string,
    violations: [{ field: "parts[0]" }, { field: "parts[1]" }],
  };

  test("with one message", async () => {
    const { port } = await serve(new Parrot());
    const client = connect(port);
    expect(await failureOf(client.echo(bad))).toMatchObject(refused);
    expect(await failureOf(collect(client.count(bad)))).toMatchObject(refused);
  });

  test("in a stream, whatever the handler makes of it", async () => {
    const outcomes: unknown[] = [];
    const { port } = await serve(
      parrotWith({
        gather: async (requests) => {
          outcomes.push(await failureOf(collect(requests)));
          return say("I do not mind");
        },
        async *chat(requests) {
          outcomes.push(await failureOf(collect(requests)));
          yield say("I do not mind");
        },
      }),
    );
    async function* talk(): AsyncGenerator<Message, void, undefined> {
      yield say("good");
      yield bad;
    }
    const client = connect(port);
    expect(await failureOf(client.gather(talk()))).toMatchObject(refused);
    expect(await failureOf(collect(client.chat(talk())))).toMatchObject(refused);
    expect(outcomes).toMatchObject([refused, refused]);
  });

  test("by the client when the value has no binary form", async () => {
    const { port } = await serve(new Parrot());
    const request = { messageId: "m", role: "ROLE_USER", parts: [{ text: 7 }] } as unknown as Message;
    expect(await failureOf(connect(port).echo(request))).toMatchObject({
      status: "INVALID_ARGUMENT",
      violations: [{ field: "parts[0].text" }],
    });
  });
});

describe("a call is checked before its request is read", () => {
  test("a version that the server does not speak", async () => {
    const { port } = await serve(new Parrot());
    const call = (version: string): Promise<unknown> =>
      failureOf(connect(port).echo(say("x"), { headers: { "a2a-version": version } }));
    expect(await call("7.3")).toMatchObject({
      name: "VersionNotSupportedError",
      metadata: { supportedVersions: "1.0" },
    });
    expect(await call("")).toMatchObject({ name: "VersionNotSupportedError" });
  });

  test("the older name of the extensions is read", async () => {
    const { port } = await serve(
      parrotWith({ echo: (_request, { extensions }) => Promise.resolve(say(extensions.join(" "))) }),
    );
    const answer = await connect(port).echo(say("x"), { headers: { "x-a2a-extensions": `${uri}, urn:b:c` } });
    expect(textOf(answer)).toBe(`${uri} urn:b:c`);
  });

  test("the caller, whose challenges come in the metadata", async () => {
    const { port } = await serve(new Parrot(), {
      authenticate: () => {
        throw new CallError("UNAUTHENTICATED", "show me", { challenges: ["Bearer"] });
      },
    });
    const client = connect(port);
    const bad = { messageId: "m", role: "ROLE_USER", parts: [] } as Message;
    const refused = { status: "UNAUTHENTICATED", challenges: ["Bearer"] };
    expect(await failureOf(client.echo(bad))).toMatchObject(refused);
    expect(await failureOf(collect(client.count(bad)))).toMatchObject(refused);
    expect(await failureOf(client.gather(send("a")))).toMatchObject(refused);
    expect(await failureOf(collect(client.chat(send("a"))))).toMatchObject(refused);
  });

  test("parameters that are longer than the server reads", async () => {
    const { port } = await serve(new Parrot(), { limits: { headerBytes: 100 } });
    const extensions = [`urn:long:${"x".repeat(100)}`];
    expect(await failureOf(connect(port).echo(say("x"), { extensions }))).toMatchObject({
      status: "RESOURCE_EXHAUSTED",
      message: "A2A-Extensions: expected at most 100 characters, found 109",
    });
  });

  test.each(["urn:a\r\nx-evil: 1", "urn:a,urn:b", "not a uri", "urn:ü"])(
    "an extension that could be more than a name is not sent: %j",
    async (extension) => {
      const { port } = await serve(new Parrot());
      expect(await failureOf(connect(port).echo(say("x"), { extensions: [extension] }))).toMatchObject({
        status: "INVALID_ARGUMENT",
        message: expect.stringContaining("extensions: expected a URI") as string,
      });
    },
  );

  test("an entry of metadata with a line end is not sent", async () => {
    const { port } = await serve(new Parrot());
    expect(
      await failureOf(connect(port).echo(say("x"), { headers: { "x-a": "1\r\nx-b: 2" } })),
    ).toMatchObject({ status: "INVALID_ARGUMENT" });
  });
});
