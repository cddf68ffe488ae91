import {
  type ChannelCredentials,
  type ChannelOptions,
  Client,
  type ClientDuplexStream,
  type ClientReadableStream,
  type CallOptions as GrpcCallOptions,
  type Metadata,
} from "@grpc/grpc-js";
import type { TypeRegistry } from "../binary/type-registry.ts";
import { errorMessage } from "../core/object.ts";
import { longestTimer } from "../core/time.ts";
import type { AnswerWarning } from "../service/answer-warning.ts";
import type { CallOptions } from "../service/call-context.ts";
import { type CallError, clientError, isCallError } from "../service/call-error.ts";
import { invalidAnswer } from "../service/invalid-answer.ts";
import type { ClientMethod } from "../service/method.ts";
import type { ClientProtocol } from "../service/protocol.ts";
import { invalidRequest, isUnknownEvent } from "../service/request-error.ts";
import type { ClientTransport } from "../service/transport.ts";
import { parseAddress } from "./address.ts";
import { CallWatch, type ClientCall, checkSignal } from "./call-watch.ts";
import { isBinaryError } from "./error.ts";
import { type GrpcCodecs, type GrpcMethod, listMethods } from "./grpc-codecs.ts";
import { bindingName } from "./incoming.ts";
import { toMetadata } from "./metadata.ts";
import { identity } from "./method-definition.ts";
import { writeRequests } from "./request-writer.ts";
import { toBuffer } from "./stream.ts";

/** Options of a gRPC transport. */
export interface GrpcTransportOptions {
  /**
   * Where the interface is, from the agent card. `https://host:port` and `host:port` are spoken to over
   * TLS, `http://host:port` in clear; the path of a URL is left out. Names for the resolvers of grpc-js
   * (`dns:///host:port`, `unix:/path`) need TLS as well unless `credentials` say otherwise.
   */
  readonly address: string;
  /** How the channel is secured; by the scheme of the address when absent. */
  readonly credentials?: ChannelCredentials;
  /** The binary codecs of the services that are called. */
  readonly codecs: readonly GrpcCodecs[];
  /**
   * What the server speaks, for services whose own protocol is another: those of extensions, which are
   * called with the version and the errors of the protocol that they extend. That of each service when
   * absent.
   */
  readonly protocol?: ClientProtocol;
  /**
   * Sent with every call, or made for each one: credentials, traces. Values of names that end with
   * "-bin" are in base64.
   */
  readonly metadata?: Entries | (() => Entries | Promise<Entries>);
  /** URIs of extensions that every call wants to use, beside its own. */
  readonly extensions?: readonly string[];
  /**
   * Options of grpc-js. Default: messages of up to 50 MiB are received, over a connection that no other
   * transport shares.
   */
  readonly channelOptions?: ChannelOptions;
  /** The types that google.protobuf.Any may carry in messages and in the details of errors. */
  readonly types?: TypeRegistry;
  /** Called for each deviation of an answer from the protocol that can still be read. */
  readonly onWarning?: (warning: AnswerWarning) => void;
}

type Entries = Readonly<Record<string, string>>;

const defaultMaximumBytes = 50 * 1024 * 1024;

/**
 * Makes the transport of the gRPC binding (specification 10). It connects when the first call is made.
 * Throws a TypeError for an address with a scheme that gRPC does not have.
 */
export function createGrpcTransport(options: GrpcTransportOptions): ClientTransport {
  return new GrpcTransport(options);
}

class GrpcTransport implements ClientTransport {
  readonly binding: string = bindingName;
  readonly #options: GrpcTransportOptions;
  readonly #methods: ReadonlyMap<ClientMethod, GrpcMethod>;
  readonly #client: Client;

  constructor(options: GrpcTransportOptions) {
    this.#options = options;
    this.#methods = new Map(listMethods(options.codecs).map((entry) => [entry.method, entry]));
    const { name, credentials } = parseAddress(options.address, options.credentials);
    this.#client = new Client(name, credentials, {
      "grpc.max_receive_message_length": defaultMaximumBytes,
      // In the common pool, a connection that has failed makes those of later clients fail untried.
      "grpc.use_local_subchannel_pool": 1,
      ...options.channelOptions,
    });
  }

  async unary(method: ClientMethod, request: unknown, options: CallOptions): Promise<unknown> {
    const { entry, metadata, deadline } = await this.#prepare(method, options);
    const bytes = this.#encode(entry, request);
    const answer = await this.#single(entry, options, (callback) =>
      this.#client.makeUnaryRequest(entry.path, identity, identity, bytes, metadata, deadline, callback),
    );
    return this.#decode(entry, answer);
  }

  async clientStream(
    method: ClientMethod,
    requests: AsyncIterable<unknown>,
    options: CallOptions,
  ): Promise<unknown> {
    const { entry, metadata, deadline } = await this.#prepare(method, options);
    const answer = await this.#single(entry, options, (callback, watching) => {
      const { path } = entry;
      const call = this.#client.makeClientStreamRequest(
        path,
        identity,
        identity,
        metadata,
        deadline,
        callback,
      );
      watching((watch) => {
        void writeRequests(call, requests, { watch, encode: (request) => this.#encode(entry, request) });
      });
      return call;
    });
    return this.#decode(entry, answer);
  }

  async *stream(
    method: ClientMethod,
    request: unknown,
    options: CallOptions,
  ): AsyncGenerator<unknown, void, undefined> {
    const { entry, metadata } = await this.#prepare(method, options);
    const bytes = this.#encode(entry, request);
    const call = this.#open(() =>
      this.#client.makeServerStreamRequest(entry.path, identity, identity, bytes, metadata, {}),
    );
    yield* this.#answers(entry, call, this.#watch(entry, call, options));
  }

  async *bidiStream(
    method: ClientMethod,
    requests: AsyncIterable<unknown>,
    options: CallOptions,
  ): AsyncGenerator<unknown, void, undefined> {
    const { entry, metadata } = await this.#prepare(method, options);
    const call = this.#open(() =>
      this.#client.makeBidiStreamRequest(entry.path, identity, identity, metadata, {}),
    );
    const watch = this.#watch(entry, call, options);
    void writeRequests(call, requests, { watch, encode: (request) => this.#encode(entry, request) });
    yield* this.#answers(entry, call, watch);
  }

  close(): Promise<void> {
    this.#client.close();
    return Promise.resolve();
  }

  async #prepare(
    method: ClientMethod,
    options: CallOptions,
  ): Promise<{
    readonly entry: GrpcMethod;
    readonly metadata: Metadata;
    readonly deadline: GrpcCallOptions;
  }> {
    const entry = this.#methods.get(method) ?? this.#findSame(method);
    if (entry === undefined) {
      throw new TypeError(`codecs: no binary codecs for ${method.name}; give those of its service`);
    }
    const { timeoutMs, extensions = [] } = options;
    // The library silently fails on deadlines that are too far away.
    const isLimit = timeoutMs !== undefined && timeoutMs <= longestTimer;
    const deadline = isLimit ? { deadline: Date.now() + timeoutMs } : {};
    checkSignal(options);
    const { metadata: own = {}, extensions: always = [] } = this.#options;
    const entries = await this.#ask(own);
    const all = [...new Set([...always, ...extensions])];
    const metadata = toMetadata(entries, { ...options, extensions: all }, this.#protocolOf(entry));
    checkSignal(options);
    return { entry, metadata, deadline };
  }

  /** The method for a client's table of the service, which has its own methods. */
  #findSame({ name, input, output }: ClientMethod): GrpcMethod | undefined {
    return [...this.#methods.values()].find(
      ({ method: own }) =>
        own.name === name && own.input.typeName === input.typeName && own.output.typeName === output.typeName,
    );
  }

  async #ask(own: Entries | (() => Entries | Promise<Entries>)): Promise<Entries> {
    if (typeof own !== "function") return own;
    try {
      return await own();
    } catch (cause) {
      throw this.#unavailable(cause);
    }
  }

  /** Makes a call that has one answer. */
  #single(
    entry: GrpcMethod,
    options: CallOptions,
    start: (
      callback: (error: Error | null, answer?: Buffer) => void,
      watching: (listener: (watch: CallWatch) => void) => void,
    ) => ClientCall,
  ): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      let begin: ((watch: CallWatch) => void) | undefined;
      const call = this.#open(() =>
        start(
          (error, answer) => {
            watch.done();
            if (error === null && answer !== undefined) resolve(answer);
            else reject(watch.explain(error));
          },
          (listener) => {
            begin = listener;
          },
        ),
      );
      const watch = this.#watch(entry, call, options);
      begin?.(watch);
    });
  }

  /** The answers of a stream, decoded; events of kinds that this version does not know are skipped. */
  async *#answers(
    entry: GrpcMethod,
    call: ClientReadableStream<Buffer> | ClientDuplexStream<Buffer, Buffer>,
    watch: CallWatch,
  ): AsyncGenerator<unknown, void, undefined> {
    watch.startClock();
    try {
      for await (const bytes of call) {
        watch.stopClock();
        let answer: unknown;
        try {
          answer = this.#decode(entry, bytes as Buffer);
        } catch (error) {
          if (!isUnknownEvent(error, bytes)) throw error;
          const message = "an event of an unknown kind was skipped";
          this.#options.onWarning?.({ method: entry.method.name, path: "", message });
          continue;
        }
        yield answer;
      }
    } catch (error) {
      throw watch.explain(error);
    } finally {
      watch.finish();
    }
  }

  #watch(entry: GrpcMethod, call: ClientCall, options: CallOptions): CallWatch {
    const { address, types } = this.#options;
    return new CallWatch(call, { address, types, protocol: this.#protocolOf(entry), options });
  }

  #protocolOf({ service }: GrpcMethod): ClientProtocol {
    return this.#options.protocol ?? service.protocol;
  }

  /** Starts a call; a channel that was closed is UNAVAILABLE. */
  #open<Started>(start: () => Started): Started {
    try {
      return start();
    } catch (cause) {
      throw this.#unavailable(cause);
    }
  }

  #unavailable(cause: unknown): CallError {
    if (isCallError(cause)) return cause;
    const message = errorMessage(cause);
    return clientError("UNAVAILABLE", `${this.#options.address}: ${message}`, { cause });
  }

  #encode({ method, input }: GrpcMethod, request: unknown): Buffer {
    try {
      return toBuffer(input.encode(request, this.#options.types));
    } catch (cause) {
      if (!isBinaryError(cause)) throw cause;
      const result = method.input.tryDecode(request);
      throw invalidRequest(result.ok ? [] : result.issues, cause, { origin: "client" });
    }
  }

  #decode(entry: GrpcMethod, bytes: Buffer): unknown {
    const { method, output } = entry;
    const { types, onWarning } = this.#options;
    try {
      return output.decode(bytes, types, {
        lenient: true,
        onWarning: ({ path, message }) => onWarning?.({ method: method.name, path, message }),
      });
    } catch (cause) {
      const text = errorMessage(cause);
      const message = `${method.name}: the answer is not what the method returns: ${text}`;
      throw invalidAnswer(this.#protocolOf(entry), message, cause);
    }
  }
}
