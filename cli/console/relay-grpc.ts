import { Client, Metadata, type MetadataValue, type StatusObject } from "@grpc/grpc-js";
import { parseAddress } from "../../runtime/grpc/address.ts";
import type { RelayLine, RelayRequest } from "./relay-protocol.ts";

const identity = (bytes: Buffer): Buffer => bytes;

/** Calls a method of gRPC with one message, and yields its answers as they come; never throws. */
export async function* relayGrpc(
  { url, headers, body = "" }: RelayRequest,
  signal: AbortSignal,
): AsyncGenerator<RelayLine, void, undefined> {
  const { origin, pathname } = new URL(url);
  const { name, credentials } = parseAddress(origin, undefined);
  const client = new Client(name, credentials, { "grpc.max_receive_message_length": -1 });
  const call = client.makeServerStreamRequest(
    pathname,
    identity,
    identity,
    Buffer.from(body, "base64"),
    toMetadata(headers),
    {},
  );
  const stop = (): void => call.cancel();
  signal.addEventListener("abort", stop);
  const metadata = new Promise<Metadata>((resolve) => call.on("metadata", resolve));
  const status = new Promise<StatusObject>((resolve) => call.on("status", resolve));
  let hasHead = false;
  try {
    const first = await Promise.race([metadata, status]);
    hasHead = first instanceof Metadata;
    yield { kind: "head", status: 200, headers: first instanceof Metadata ? toEntries(first) : [] };
    for await (const bytes of call) yield { kind: "piece", bytes: (bytes as Buffer).toString("base64") };
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
  yield { kind: "end", trailers: [...own, ...toEntries(trailers)] };
}

/** Headers that grpc-js writes itself. */
const ofLibrary: ReadonlySet<string> = new Set(["content-type", "te", "user-agent"]);

function toMetadata(entries: RelayRequest["headers"]): Metadata {
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
