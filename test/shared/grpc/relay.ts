import { type Message, MessageBinary, MessageCodec, protocol } from "@a2agen/a2a-1.0";
import { credentials, Server, ServerCredentials } from "@grpc/grpc-js";
import { onTestFinished } from "vitest";
import { defineService } from "../../../packages/runtime/src/codegen/service.ts";
import {
  addGrpcService,
  createGrpcTransport,
  type GrpcCodecs,
  type GrpcTransportOptions,
  grpcServerOptions,
} from "../../../packages/runtime/src/grpc/index.ts";
import {
  createHost,
  type Host,
  type HostOptions,
  implement,
} from "../../../packages/runtime/src/host/index.ts";
import {
  type CallContext,
  type ClientOf,
  createClient,
  type Method,
  type MethodKind,
} from "../../../packages/runtime/src/service/index.ts";

/** A service with a method of every kind. */
export interface Relay {
  echo(request: Message, context: CallContext): Promise<Message>;
  count(request: Message, context: CallContext): AsyncIterable<Message>;
  gather(requests: AsyncIterable<Message>, context: CallContext): Promise<Message>;
  chat(requests: AsyncIterable<Message>, context: CallContext): AsyncIterable<Message>;
}

function method(name: string, kind: MethodKind): Method {
  return { name, kind, input: MessageCodec, output: MessageCodec, http: [] };
}

export const Relay = defineService<Relay>({
  typeName: "test.Relay",
  protocol,
  methods: {
    echo: method("Echo", "unary"),
    count: method("Count", "server"),
    gather: method("Gather", "client"),
    chat: method("Chat", "bidi"),
  },
});

const binary = { input: MessageBinary, output: MessageBinary };

export const RelayGrpc: GrpcCodecs<Relay> = {
  service: Relay,
  methods: { echo: binary, count: binary, gather: binary, chat: binary },
};

export function say(text: string): Message {
  return { messageId: `m-${text.slice(0, 20)}`, role: "ROLE_USER", parts: [{ text }] };
}

export function textOf({ parts: [part] }: Message): string {
  return part?.text ?? "";
}

/** Answers with what it is told. */
export class Parrot implements Relay {
  echo(request: Message, _context: CallContext): Promise<Message> {
    return Promise.resolve(say(`echo ${textOf(request)}`));
  }

  async *count(request: Message, _context: CallContext): AsyncGenerator<Message, void, undefined> {
    for (let number = 1; number <= Number(textOf(request)); number++) yield say(String(number));
  }

  async gather(requests: AsyncIterable<Message>, _context: CallContext): Promise<Message> {
    const texts: string[] = [];
    for await (const request of requests) texts.push(textOf(request));
    return say(texts.join("+"));
  }

  async *chat(
    requests: AsyncIterable<Message>,
    _context: CallContext,
  ): AsyncGenerator<Message, void, undefined> {
    for await (const request of requests) yield say(`heard ${textOf(request)}`);
  }
}

/** A handler like the parrot but for some methods. */
export function parrotWith(own: Partial<Relay>): Relay {
  return Object.assign(new Parrot(), own);
}

export interface Running {
  readonly host: Host;
  readonly server: Server;
  readonly port: number;
  /** What the hook onError was told. */
  readonly reported: unknown[];
}

/** Serves a handler on a free port, or one that is given, until the test ends. */
export async function serve(
  handler: Relay,
  { at, ...options }: Partial<HostOptions> & { readonly at?: number } = {},
): Promise<Running> {
  const reported: unknown[] = [];
  const host = createHost({
    services: [implement(Relay, handler)],
    onError: (error) => reported.push(error),
    ...options,
  });
  const server = new Server(grpcServerOptions(host));
  addGrpcService(server, host, [RelayGrpc]);
  const port = await listen(server, at);
  onTestFinished(() => server.forceShutdown());
  return { host, server, port, reported };
}

export function listen(server: Server, port = 0): Promise<number> {
  return new Promise((resolve, reject) => {
    server.bindAsync(`127.0.0.1:${port}`, ServerCredentials.createInsecure(), (error, own) => {
      if (error === null) resolve(own);
      else reject(error);
    });
  });
}

/** A client of the server on a port. */
export function connect(port: number, options: Partial<GrpcTransportOptions> = {}): ClientOf<Relay> {
  const transport = createGrpcTransport({
    address: `127.0.0.1:${port}`,
    credentials: credentials.createInsecure(),
    codecs: [RelayGrpc],
    ...options,
  });
  onTestFinished(() => transport.close());
  return createClient(Relay, transport);
}

export async function* send(...texts: readonly string[]): AsyncGenerator<Message, void, undefined> {
  for (const text of texts) yield say(text);
}

/** The error of something that must fail. */
export async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error("expected an error, found none");
}

/** Something that a test waits for. */
export interface Signal {
  readonly promise: Promise<void>;
  readonly resolve: () => void;
}

export function later(): Signal {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

/** A stream whose first message is whatever the promise comes to. */
export function streamOf(first: () => Promise<never>): AsyncIterable<Message> {
  return { [Symbol.asyncIterator]: () => ({ next: first }) };
}
