import { Metadata, type MetadataValue } from "@grpc/grpc-js";
import type { CallOptions } from "../service/call-context.ts";
import { type CallError, clientError } from "../service/call-error.ts";
import { activatedHeaders, parameterHeaders } from "../service/parameter-headers.ts";
import type { ClientProtocol, Protocol } from "../service/protocol.ts";
import { isUri, show } from "../service/service-parameters.ts";

/** The entries of one name joined with ", ", binary ones in base64; names in any case. */
export function readEntry(metadata: Metadata, name: string): string | undefined {
  // The library throws for a name that metadata cannot have.
  if (!/^[:\w.-]+$/.test(name)) return undefined;
  const values = metadata.get(name);
  return values.length === 0 ? undefined : joinValues(values);
}

/** All entries, names in lower case. */
export function toHeaders(metadata: Metadata): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(metadata.toJSON()).map(([name, values]) => [name, joinValues(values)]),
  );
}

function joinValues(values: readonly MetadataValue[]): string {
  return values.map((value) => (typeof value === "string" ? value : value.toString("base64"))).join(", ");
}

/**
 * The metadata of a call: what the client always sends, the version and the extensions of the protocol
 * (specification 10.2), and what the caller adds. Values of names that end with "-bin" are in base64.
 * Throws a CallError for what metadata cannot carry.
 */
export function toMetadata(
  own: Readonly<Record<string, string>>,
  call: CallOptions,
  protocol: ClientProtocol,
): Metadata {
  for (const uri of call.extensions ?? []) {
    if (!isUri(uri)) throw invalid(`extensions: expected a URI, found ${show(uri)}`);
  }
  const metadata = new Metadata();
  for (const headers of [own, parameterHeaders(call, protocol), call.headers ?? {}]) {
    for (const [name, value] of Object.entries(headers)) setEntry(metadata, name, value);
  }
  return metadata;
}

function setEntry(metadata: Metadata, name: string, value: string): void {
  try {
    metadata.set(name, name.toLowerCase().endsWith("-bin") ? Buffer.from(value, "base64") : value);
  } catch (cause) {
    throw invalid(`metadata ${show(name)}: expected visible ASCII characters, found ${show(value)}`, cause);
  }
}

function invalid(message: string, cause?: unknown): CallError {
  return clientError("INVALID_ARGUMENT", message, cause === undefined ? {} : { cause });
}

/** Names the extensions in use; undefined when there is nothing to say. */
export function activatedMetadata(activated: readonly string[], protocol: Protocol): Metadata | undefined {
  const headers = activatedHeaders(activated, protocol);
  if (headers === undefined) return undefined;
  const metadata = new Metadata();
  for (const [name, value] of Object.entries(headers)) metadata.set(name, value);
  return metadata;
}
