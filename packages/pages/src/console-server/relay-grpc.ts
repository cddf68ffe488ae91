import { grpcCodecs } from "@a2agen/exchange/grpc-codecs.ts";
import { errorMessage } from "@a2agen/runtime/internal";
import { parseAddress } from "@a2agen/runtime/internal/grpc";
import { decodeStatus, type GrpcMethod, listMethods } from "@a2agen/runtime/internal/wire";
import { Client, Metadata, type MetadataValue, type StatusObject } from "@grpc/grpc-js";
import type { RelayedMessage, RelayGrpcRequest, RelayLine } from "./relay-protocol.ts";

const identity = (bytes: Buffer): Buffer => bytes;

/** Calls a method of gRPC with one message, and yields its answers as they come; never throws. */
export async function* relayGrpc(
  request: RelayGrpcRequest,
  signal: AbortSignal,
): AsyncGenerator<RelayLine, void, undefined> {
  const { origin, pathname } = new URL(request.url);
  const method = findMethod(request.protocol, pathname);
  if (method === undefined) {
    yield { kind: "error", message: `${request.protocol} has no method at ${pathname}` };
    return;
  }
  let message: Uint8Array;
  try {
    message = method.input.encode(request.message);
  } catch (error) {
    yield { kind: "error", message: `the message cannot be written: ${errorMessage(error)}` };
    return;
  }
  yield { kind: "sent", bytes: toBase64(message) };
  const { name, credentials } = parseAddress(origin, undefined);
  const client = new Client(name, credentials, {
    "grpc.max_receive_message_length": -1,
    // A connection that has failed makes those of later clients fail untried.
    "grpc.use_local_subchannel_pool": 1,
  });
  const call = client.makeServerStreamRequest(
    pathname,
    identity,
    identity,
    Buffer.from(message),
    toMetadata(request.headers),
    {},
  );
  // The status says what it was; without a listener it would end the command.
  call.on("error", () => undefined);
  const stop = (): void => call.cancel();
  signal.addEventListener("abort", stop);
  const metadata = new Promise<Metadata>((resolve) => call.on("metadata", resolve));
  const status = new Promise<StatusObject>((resolve) => call.on("status", resolve));
  let hasHead = false;
  try {
    const first = await Promise.race([metadata, status]);
    hasHead = first instanceof Metadata;
    yield { kind: "head", status: 200, headers: first instanceof Metadata ? toEntries(first) : [] };
    for await (const bytes of call) {
      const piece = bytes as Buffer;
      yield { kind: "piece", bytes: piece.toString("base64"), message: read(method, piece) };
    }
  } catch {
    // The status says what it was.
    if (!hasHead) await status;
  } finally {
    signal.removeEventListener("abort", stop);
    call.cancel();
  }
  const { code, details, metadata: trailers } = await status;
  client.close();
  const own = [["grpc-status", String(code)] as const, ["grpc-message", details] as const];
  yield { kind: "end", trailers: [...own, ...toEntries(trailers)], details: readDetails(trailers) };
}

function findMethod(protocol: string, path: string): GrpcMethod | undefined {
  const codecs = grpcCodecs.filter(({ service }) => service.protocol.name === protocol);
  return listMethods(codecs).find((method) => method.path === path);
}

function read({ output }: GrpcMethod, bytes: Uint8Array): RelayedMessage {
  try {
    return { value: output.decode(bytes, undefined, { lenient: true }) };
  } catch (error) {
    return { problem: errorMessage(error) };
  }
}

function readDetails(trailers: Metadata): readonly object[] {
  const [bytes] = trailers.get("grpc-status-details-bin");
  try {
    return bytes instanceof Buffer ? decodeStatus(bytes).details : [];
  } catch {
    // Details that cannot be read leave the status as it is.
    return [];
  }
}

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64");
}

/** Headers that grpc-js writes itself. */
const ofLibrary: ReadonlySet<string> = new Set(["content-type", "te", "user-agent"]);

function toMetadata(entries: RelayGrpcRequest["headers"]): Metadata {
  const metadata = new Metadata();
  for (const [name, value] of entries) {
    if (ofLibrary.has(name)) continue;
    metadata.add(name, name.endsWith("-bin") ? Buffer.from(value, "base64") : value);
  }
  return metadata;
}

function toEntries(metadata: Metadata): (readonly [string, string])[] {
  return Object.entries(metadata.toJSON()).flatMap(([name, values]) =>
    values.map((value) => [name, textOf(value)] as const),
  );
}

function textOf(value: MetadataValue): string {
  return typeof value === "string" ? value : value.toString("base64");
}
