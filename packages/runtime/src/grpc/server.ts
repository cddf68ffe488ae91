import {
  type handleUnaryCall,
  Metadata,
  type Server,
  type sendUnaryData,
  type UntypedHandleCall,
} from "@grpc/grpc-js";
import type { TypeRegistry } from "../binary/type-registry.ts";
import { isPromise } from "../core/object.ts";
import type { Host } from "../host/host.ts";
import type { OpenStream, StreamStep } from "../host/open-stream.ts";
import type { Buffered } from "../host/send-buffer.ts";
import { CallError } from "../service/call-error.ts";
import { type GrpcStatus, toGrpcStatus, toRequestError } from "./error.ts";
import { type GrpcCodecs, type GrpcMethod, listMethods } from "./grpc-codecs.ts";
import { bindingName, GrpcCall, type ServerCall } from "./incoming.ts";
import { activatedMetadata } from "./metadata.ts";
import { bytesOnly, type MethodDefinition } from "./method-definition.ts";
import { type Served, type ServedPath, ServedPaths } from "./served-paths.ts";
import { type AnswerStream, MessageWriter, type RequestSource, RequestStream, toBuffer } from "./stream.ts";
import { observeUnknownMethods } from "./unknown-methods.ts";
import { breakOffLater, releaseWhenTaken } from "./unread-answers.ts";

/** Options of the services that `addGrpcService` adds. */
export interface GrpcServiceOptions {
  /** The types that google.protobuf.Any may carry in messages and in the details of errors. */
  readonly types?: TypeRegistry;
}

/**
 * Adds the services of a host to a server of grpc-js (specification 10). Each needs its binary codecs; a
 * TypeError says which are missing. Versions whose services have the same name share its methods: calls are
 * told apart by the version that they name. The hosts of a family are added in any order; the codecs of an
 * extension that are given with one of them count for all. Make the server with
 * `new Server(grpcServerOptions(host))`, so that it keeps the host's limits. `host.close()` ends the calls;
 * then close the server.
 */
export function addGrpcService(
  server: Server,
  host: Host,
  codecs: readonly GrpcCodecs[],
  { types }: GrpcServiceOptions = {},
): void {
  const paths = servedPaths.get(server) ?? new ServedPaths();
  if (!servedPaths.has(server)) observeUnknownMethods(server, host);
  servedPaths.set(server, paths);
  const definition: Record<string, MethodDefinition> = {};
  const handlers: Record<string, UntypedHandleCall> = {};
  for (const own of paths.add(host, listMethods(codecs), types)) {
    const { path, method } = own[0].codecs;
    definition[path] = defineMethod(own[0].codecs);
    handlers[path] = createHandler(method.kind, (call) => chooseServed(own, call));
  }
  server.addService(definition, handlers);
}

/** Takes the services of all hosts off a server, so that others can be added; open calls go on. */
export function removeGrpcServices(server: Server): void {
  for (const path of servedPaths.get(server)?.list() ?? []) server.unregister(path);
  servedPaths.set(server, new ServedPaths());
}

const servedPaths = new WeakMap<Server, ServedPaths>();

/** The library moves bytes only: a request is decoded when its caller is known. */
function defineMethod({ path, method: { kind } }: GrpcMethod): MethodDefinition {
  return {
    path,
    requestStream: kind === "client" || kind === "bidi",
    responseStream: kind === "server" || kind === "bidi",
    ...bytesOnly,
  };
}

/**
 * The host of the version that a call names; of one that names none the version that this means. The first
 * host answers the others.
 */
function chooseServed(served: ServedPath, call: ServerCall): Served {
  const [first] = served;
  if (served.length === 1) return first;
  const incoming = new GrpcCall(call);
  return served.find(({ host }) => host.speaks(incoming)) ?? first;
}

function createHandler(
  kind: GrpcMethod["method"]["kind"],
  choose: (call: ServerCall) => Served,
): UntypedHandleCall {
  switch (kind) {
    case "unary": {
      const handle: handleUnaryCall<Buffer, Buffer> = (call, callback) => {
        const served = choose(call);
        void answerOnce(served, call, { callback, read: () => readMessage(served, call.request) });
      };
      return handle;
    }
    case "client":
      return (call: RequestSource & ServerCall, callback: sendUnaryData<Buffer>) => {
        const served = choose(call);
        const incoming = new GrpcCall(call);
        const requests = new RequestStream(call, incoming, (bytes) => readMessage(served, bytes));
        void answerOnce(served, call, { callback, incoming, requests, read: readFrom(requests, served) });
      };
    case "server":
      return (call: AnswerStream & { readonly request: Buffer }) => {
        const served = choose(call);
        void answerStream(served, call, { read: () => readMessage(served, call.request) });
      };
    case "bidi":
      return (call: RequestSource & AnswerStream) => {
        const served = choose(call);
        const incoming = new GrpcCall(call);
        const requests = new RequestStream(call, incoming, (bytes) => readMessage(served, bytes));
        void answerStream(served, call, { incoming, requests, read: readFrom(requests, served) });
      };
  }
}

/** A client's stream; with its first message where that names the tenant. */
function readFrom(requests: RequestStream, { host: { protocol, limits } }: Served): () => unknown {
  return () => (protocol.tenantField === undefined ? requests : requests.begin(limits));
}

/** Decodes a request; throws a CallError. */
function readMessage({ host, codecs, types }: Served, bytes: Buffer): unknown {
  const { bodyBytes } = host.limits;
  if (bytes.length > bodyBytes) {
    throw new CallError(
      "RESOURCE_EXHAUSTED",
      `the message is longer than ${bodyBytes} bytes, the most that the server reads`,
      { http: 413 },
    );
  }
  try {
    return codecs.input.decode(bytes, types);
  } catch (error) {
    throw toRequestError(error);
  }
}

function writeMessage({ host, codecs, types }: Served, value: unknown): Uint8Array {
  const bytes = codecs.output.encode(value, types);
  if (bytes.length <= host.limits.eventBytes) return bytes;
  throw new CallError("INTERNAL", "a message is larger than the server sends", {
    metadata: { bytes: String(bytes.length), limit: String(host.limits.eventBytes) },
  });
}

interface AnswerInit {
  readonly read: () => unknown;
  readonly incoming?: GrpcCall;
  readonly requests?: RequestStream;
}

/** Throws a CallError when a parameter of the protocol is longer than the server reads. */
function checkParameters({ host, hosted }: Served, incoming: GrpcCall): void {
  try {
    incoming.checkParameters(host.protocol, host.limits);
  } catch (error) {
    host.observeRefusal(incoming, host.toCallError(error, hosted.method, incoming), hosted);
    throw error;
  }
}

async function answerOnce(
  served: Served,
  call: ServerCall,
  {
    callback,
    read,
    incoming = new GrpcCall(call),
    requests,
  }: AnswerInit & { readonly callback: sendUnaryData<Buffer> },
): Promise<void> {
  const { host, hosted } = served;
  try {
    checkParameters(served, incoming);
    const answer = await host.unary(hosted, incoming, read);
    if (requests?.failure !== undefined) throw requests.failure;
    const making = host.buffer(answer, () =>
      served.answers.encode(answer.value, () => writeMessage(served, answer.value)),
    );
    const { answer: encoded, release } = isPromise(making) ? await making : making;
    incoming.finish();
    releaseWhenTaken(call, {
      bytes: encoded.length,
      stallMs: host.limits.stallMs,
      release() {
        release();
        encoded.release();
      },
    });
    const metadata = activatedMetadata(answer.call.named, host.protocol);
    if (metadata !== undefined) call.sendMetadata(metadata);
    callback(null, toBuffer(encoded.bytes));
  } catch (error) {
    incoming.finish();
    const metadata = activatedMetadata(host.activatedFor(incoming), host.protocol);
    if (metadata !== undefined) call.sendMetadata(metadata);
    callback(toStatus(error, served));
  }
}

async function answerStream(
  served: Served,
  call: AnswerStream,
  { read, incoming = new GrpcCall(call), requests }: AnswerInit,
): Promise<void> {
  const { host, hosted } = served;
  let hasBegun = false;
  try {
    checkParameters(served, incoming);
    const stream = await host.stream(hosted, incoming, read);
    stream.onAbort(() => breakOffLater(call));
    const first = await stream.first(host.limits.firstEventMs);
    // Sent even when there is nothing to say: the client learns that the call has begun.
    if (first?.kind !== "error") {
      call.sendMetadata(activatedMetadata(stream.call.named, host.protocol) ?? new Metadata());
      hasBegun = true;
    }
    await sendSteps(served, { stream, first, writer: new MessageWriter(call) });
    if (requests?.failure !== undefined) throw requests.failure;
    incoming.finish();
    call.end();
  } catch (error) {
    incoming.finish();
    const metadata = activatedMetadata(host.activatedFor(incoming), host.protocol);
    if (!hasBegun && metadata !== undefined) call.sendMetadata(metadata);
    // The library takes the status of a stream as an event.
    call.emit("error", toStatus(error, served));
  }
}

interface SendInit {
  readonly stream: OpenStream;
  /** The step that was pulled already. */
  readonly first: StreamStep | undefined;
  readonly writer: MessageWriter;
}

/** Writes the events of a stream to its end; throws the error that ends it. */
async function sendSteps(served: Served, { stream, first, writer }: SendInit): Promise<void> {
  let step = first ?? (await stream.pull());
  for (;;) {
    switch (step.kind) {
      case "event": {
        const { answer, release } = await encodeEvent(served, stream, step.value);
        try {
          const written = writer.write(answer);
          if (written !== undefined) await written;
        } finally {
          release();
        }
        break;
      }
      case "heartbeat":
        // HTTP/2 has its own sign of life.
        break;
      case "end":
        return;
      case "error":
        throw step.error;
    }
    step = await stream.pull();
  }
}

async function encodeEvent(
  served: Served,
  stream: OpenStream,
  value: unknown,
): Promise<Buffered<Uint8Array>> {
  try {
    return await stream.buffer(value, () => writeMessage(served, value));
  } catch (cause) {
    const { host, hosted } = served;
    const error = host.toCallError(cause, hosted.method, stream.call);
    stream.cancel(error);
    throw error;
  }
}

function toStatus(error: unknown, { host, hosted, types }: Served): GrpcStatus {
  const { method } = hosted;
  const call = { method: method.name, binding: bindingName };
  return toGrpcStatus(host.toCallError(error, method, call), host.protocol, {
    types,
    onDropped: (cause) => host.report(cause, call),
  });
}
