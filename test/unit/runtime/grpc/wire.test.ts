import { type Message, MessageBinary } from "@a2agen/a2a-1.0";
import {
  Client,
  credentials,
  Metadata,
  Server,
  type ServerUnaryCall,
  type ServerWritableStream,
  type ServiceError,
  type sendUnaryData,
  status,
} from "@grpc/grpc-js";
import { describe, expect, onTestFinished, test } from "vitest";
import { protocolError } from "../../../../packages/runtime/src/service/call-error.ts";
import { CallError } from "../../../../packages/runtime/src/service/index.ts";
import { collect } from "../../../shared/collect.ts";
import {
  connect,
  failureOf,
  listen,
  Parrot,
  parrotWith,
  Relay,
  say,
  serve,
} from "../../../shared/grpc/relay.ts";

function same(bytes: Buffer): Buffer {
  return bytes;
}

function metadataOf(entries: Readonly<Record<string, string>>): Metadata {
  const metadata = new Metadata();
  for (const [name, value] of Object.entries(entries)) metadata.set(name, value);
  return metadata;
}

const version = { "a2a-version": "1.0" };

/** messageId = 1, role = 4 (ROLE_USER), parts = 5 with text = 1, as the proto has them. */
const hello = Buffer.from("0a076d2d68656c6c6f20012a070a0568656c6c6f", "hex");
const echoHello = Buffer.from("0a0c6d2d6563686f2068656c6c6f20012a0c0a0a6563686f2068656c6c6f", "hex");

describe("our server, with a client that knows bytes only", () => {
  const rawClient = (port: number): Client => {
    const client = new Client(`127.0.0.1:${port}`, credentials.createInsecure());
    onTestFinished(() => client.close());
    return client;
  };

  interface Outcome {
    readonly error: ServiceError | null;
    readonly answer: Buffer | undefined;
    readonly headers: unknown;
  }

  const call = (port: number, bytes: Buffer, metadata: Metadata): Promise<Outcome> =>
    new Promise((resolve) => {
      let headers: unknown;
      rawClient(port)
        .makeUnaryRequest("/test.Relay/Echo", same, same, bytes, metadata, (error, answer) => {
          // The status is there before the initial metadata of an answer without a message.
          setImmediate(() => resolve({ error, answer, headers }));
        })
        .on("metadata", (found: Metadata) => {
          headers = found.get("a2a-extensions");
        });
    });

  test("an answer is the message, and nothing else", async () => {
    const { port } = await serve(new Parrot());
    expect(await call(port, hello, metadataOf(version))).toEqual({
      error: null,
      answer: echoHello,
      headers: [],
    });
  });

  test("the extensions in use are initial metadata", async () => {
    const { port } = await serve(
      parrotWith({
        echo: (request, context) => {
          for (const uri of context.extensions) context.activate(uri);
          return new Parrot().echo(request, context);
        },
      }),
    );
    const metadata = metadataOf(version);
    metadata.add("A2A-Extensions", "urn:a:b");
    metadata.add("A2A-Extensions", "urn:c:d, urn:a:b");
    expect(await call(port, hello, metadata)).toMatchObject({ headers: ["urn:a:b,urn:c:d"] });
  });

  test("an error has a google.rpc.Status in its trailers", async () => {
    const { port } = await serve(
      parrotWith({
        echo: () =>
          Promise.reject(
            protocolError(Relay.protocol, "TaskNotFoundError", { message: "no", metadata: { taskId: "t" } }),
          ),
      }),
    );
    const { error } = await call(port, hello, metadataOf(version));
    expect(error).toMatchObject({ code: status.NOT_FOUND, details: "no" });
    const [details] = error?.metadata.get("grpc-status-details-bin") ?? [];
    // code 5, message "no", details: Any { type_url, value: ErrorInfo { reason, domain, metadata } }
    const info = [
      field(1, "TASK_NOT_FOUND"),
      field(2, "a2a-protocol.org"),
      field(3, field(1, "taskId") + field(2, "t")),
    ];
    const any = field(1, "type.googleapis.com/google.rpc.ErrorInfo") + field(2, info.join(""));
    expect((details as Buffer).toString("latin1")).toBe(`\u0008\u0005${field(2, "no")}${field(3, any)}`);
  });

  test("without credentials the challenges are metadata", async () => {
    const { port } = await serve(new Parrot(), {
      authenticate: () => {
        throw new CallError("UNAUTHENTICATED", "who", { challenges: ['Bearer scope="a"', "Basic\r\nx: y"] });
      },
    });
    const { error } = await call(port, hello, metadataOf(version));
    expect(error).toMatchObject({ code: status.UNAUTHENTICATED });
    expect(error?.metadata.get("www-authenticate")).toEqual(['Bearer scope="a", Basicx: y']);
  });

  test("a call without a version is refused, and told which there is", async () => {
    const { port } = await serve(new Parrot());
    const { error } = await call(port, hello, new Metadata());
    expect(error).toMatchObject({ code: status.FAILED_PRECONDITION });
    expect(error?.details).toContain("supported: 1.0");
  });

  test("a method that is not there is not implemented", async () => {
    const { port } = await serve(new Parrot());
    const error = await new Promise((resolve) => {
      rawClient(port).makeUnaryRequest(
        "/test.Relay/Nothing",
        same,
        same,
        hello,
        metadataOf(version),
        resolve,
      );
    });
    expect(error).toMatchObject({ code: status.UNIMPLEMENTED });
  });

  test("an extension name that no URI can be is refused", async () => {
    const { port } = await serve(new Parrot());
    const { error } = await call(
      port,
      hello,
      metadataOf({ ...version, "a2a-extensions": 'urn:a, "><script>' }),
    );
    expect(error).toMatchObject({ code: status.INVALID_ARGUMENT });
  });
});

/** A length-delimited field whose number and length take a byte each. */
function field(number: number, content: string): string {
  return String.fromCharCode((number << 3) | 2, content.length) + content;
}

describe("our client, with a server that knows bytes only", () => {
  type Answer = (request: { readonly bytes: Buffer | undefined; readonly metadata: Metadata }) => {
    readonly error?: { readonly code: number; readonly details: string; readonly metadata?: Metadata };
    readonly answers?: readonly Buffer[];
  };

  const rawServer = async (answer: Answer): Promise<number> => {
    const server = new Server();
    const bytesOnly = {
      requestSerialize: same,
      requestDeserialize: same,
      responseSerialize: same,
      responseDeserialize: same,
    };
    server.addService(
      {
        echo: { path: "/test.Relay/Echo", requestStream: false, responseStream: false, ...bytesOnly },
        count: { path: "/test.Relay/Count", requestStream: false, responseStream: true, ...bytesOnly },
      },
      {
        echo: (call: ServerUnaryCall<Buffer, Buffer>, callback: sendUnaryData<Buffer>) => {
          const { error, answers } = answer({ bytes: call.request, metadata: call.metadata });
          callback(error ?? null, answers?.[0]);
        },
        count: (call: ServerWritableStream<Buffer, Buffer>) => {
          const { error, answers = [] } = answer({ bytes: call.request, metadata: call.metadata });
          for (const bytes of answers) call.write(bytes);
          if (error === undefined) call.end();
          else call.emit("error", error);
        },
      },
    );
    onTestFinished(() => server.forceShutdown());
    return listen(server);
  };

  test("a request is the message, with version and extensions in its metadata", async () => {
    const seen: unknown[] = [];
    const port = await rawServer(({ bytes, metadata }) => {
      const { "user-agent": _agent, ...entries } = metadata.getMap();
      seen.push(bytes?.toString("hex"), entries);
      return { answers: [echoHello] };
    });
    const client = connect(port, { metadata: { Authorization: "Bearer t" }, extensions: ["urn:a:b"] });
    expect(await client.echo(say("hello"), { extensions: ["urn:c:d", "urn:a:b"] })).toEqual(
      say("echo hello"),
    );
    expect(seen).toEqual([
      hello.toString("hex"),
      { "a2a-version": "1.0", "a2a-extensions": "urn:a:b,urn:c:d", authorization: "Bearer t" },
    ]);
  });

  const errorFrom = async (code: number, details?: string | Buffer): Promise<unknown> => {
    const metadata = new Metadata();
    if (details !== undefined)
      metadata.set("grpc-status-details-bin", Buffer.from(details as string, "latin1"));
    const port = await rawServer(() => ({ error: { code, details: "sent", metadata } }));
    const client = connect(port);
    const error = await failureOf(client.echo(say("x")));
    const streamed = await failureOf(collect(client.count(say("x"))));
    expect({ ...(streamed as CallError), cause: undefined }).toEqual({
      ...(error as CallError),
      cause: undefined,
    });
    return error;
  };

  test("an error is known by its reason, whatever the status", async () => {
    const info = field(1, "UNSUPPORTED_OPERATION") + field(2, "a2a-protocol.org");
    const any = field(1, "type.googleapis.com/google.rpc.ErrorInfo") + field(2, info);
    expect(await errorFrom(status.UNIMPLEMENTED, field(3, any))).toMatchObject({
      name: "UnsupportedOperationError",
      status: "FAILED_PRECONDITION",
      message: "sent",
    });
  });

  test("details of unknown types are kept", async () => {
    const any = field(1, "example.com/some.Type") + field(2, "\u0001\u0002\u0003");
    expect(await errorFrom(status.ABORTED, field(3, any))).toMatchObject({
      status: "ABORTED",
      details: [{ "@type": "example.com/some.Type", value: "AQID" }],
    });
  });

  test("details that cannot be read leave the status as it is", async () => {
    expect(await errorFrom(status.ABORTED, "\u001a\u00ff")).toMatchObject({
      status: "ABORTED",
      message: "sent",
    });
  });

  test("an error without details is known by its status, and a number without a name is UNKNOWN", async () => {
    expect(await errorFrom(status.RESOURCE_EXHAUSTED)).toMatchObject({
      name: "CallError",
      status: "RESOURCE_EXHAUSTED",
      message: "sent",
    });
    expect(await errorFrom(77)).toMatchObject({ status: "UNKNOWN" });
    expect(await errorFrom(status.CANCELLED)).toMatchObject({ status: "CANCELLED" });
  });

  test("an answer that lacks what must be there is the protocol's error, with every problem as its cause", async () => {
    const port = await rawServer(() => ({ answers: [Buffer.from("0a016d20012a00", "hex")] }));
    const client = connect(port);
    const invalid = {
      name: "InvalidAgentResponseError",
      status: "INTERNAL",
      cause: { code: "ERR_A2AGEN_DECODE", issues: [{ path: "parts[0]" }] },
    };
    expect(await failureOf(client.echo(say("x")))).toMatchObject(invalid);
    expect(await failureOf(collect(client.count(say("x"))))).toMatchObject(invalid);
  });

  test("an answer that is no message is the protocol's error", async () => {
    const port = await rawServer(() => ({ answers: [Buffer.from("0aff", "hex")] }));
    expect(await failureOf(connect(port).echo(say("x")))).toMatchObject({
      name: "InvalidAgentResponseError",
      cause: { code: "ERR_A2AGEN_BINARY" },
    });
  });

  test("an answer that can be read all the same is read, and told of", async () => {
    // A role of a later version of the protocol.
    const bytes = Buffer.from("0a016d20632a050a03616263", "hex");
    expect(() => MessageBinary.decode(bytes)).toThrow("role");
    const port = await rawServer(() => ({ answers: [bytes, bytes] }));
    const warnings: unknown[] = [];
    const client = connect(port, { onWarning: (warning) => warnings.push(warning) });
    const read = { messageId: "m", role: "#99", parts: [{ text: "abc" }] } as unknown as Message;
    expect(await client.echo(say("x"))).toEqual(read);
    expect(await collect(client.count(say("x")))).toEqual([read, read]);
    expect(warnings).toMatchObject([
      { method: "Echo", path: "role" },
      { method: "Count", path: "role" },
      { method: "Count", path: "role" },
    ]);
  });
});
