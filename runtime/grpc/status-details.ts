import { BinaryReader, BinaryWriter } from "@bufbuild/protobuf/wire";
import { readAny, writeAny } from "../binary/any.ts";
import { readDuration, writeDuration } from "../binary/duration.ts";
import { readMessageBody } from "../binary/message-body.ts";
import type { TypeRegistry } from "../binary/type-registry.ts";
import { base64ToBytes, bytesToBase64 } from "../core/base64.ts";
import type { JsonAny } from "../core/json.ts";
import type { ErrorDetail } from "../service/call-error.ts";
import { badRequestType, errorInfoType, retryInfoType } from "../service/error-details.ts";

/** A google.rpc.Status; its details in JSON, with `@type`. */
export interface RpcStatus {
  readonly code: number;
  readonly message: string;
  readonly details: readonly ErrorDetail[];
}

/** Most bytes of a status: as base64, beside the text, it stays within the 8 KiB of headers that peers take. */
const maximumBytes = 5000;

const structType = "type.googleapis.com/google.protobuf.Struct";

export interface StatusInit {
  /** The types that details may have beside those of google.rpc and the well-known ones. */
  readonly types?: TypeRegistry | undefined;
  /** Told of details that could not be written: the error is sent without them. */
  readonly onDropped?: (error: unknown) => void;
}

/**
 * Writes a google.rpc.Status. Details of a type that is not known are a google.protobuf.Struct with
 * their `@type` in it, unless they are `{"@type", "value"}` with the bytes in base64. Details for which
 * there is no room are left out, the last violations of a request first.
 */
export function encodeStatus({ code, message, details }: RpcStatus, init: StatusInit = {}): Uint8Array {
  const writer = new BinaryWriter();
  if (code !== 0) writer.uint32(8).int32(code);
  if (message !== "") writer.uint32(18).string(message);
  let room = maximumBytes - Buffer.byteLength(message);
  for (const detail of details) {
    try {
      const bytes = packDetail(detail, room - overhead, init.types);
      room -= bytes.length + overhead;
      if (room >= 0) writer.uint32(26).bytes(bytes);
      else room += bytes.length + overhead;
    } catch (error) {
      init.onDropped?.(error);
    }
  }
  return writer.finish();
}

/** Tag and length of a field whose length takes two bytes. */
const overhead = 3;

/** Writes the google.protobuf.Any of a detail. */
function packDetail(detail: ErrorDetail, room: number, types: TypeRegistry | undefined): Uint8Array {
  const url = detail["@type"];
  const space = room - url.length - 2 * overhead;
  switch (url) {
    case errorInfoType:
      return packAny(url, writeErrorInfo(detail, space));
    case badRequestType:
      return packAny(url, writeBadRequest(detail, space));
    case retryInfoType:
      return packAny(url, writeRetryInfo(detail));
  }
  const raw = rawBytes(detail);
  if (raw !== undefined) return packAny(url, raw);
  const writer = new BinaryWriter();
  // The writer checks what it is given, and what it does not know it refuses.
  const any = isKnown(url, types) ? detail : { "@type": structType, value: detail };
  writeAny(any as JsonAny, writer, types);
  return writer.finish();
}

function packAny(url: string, bytes: Uint8Array): Uint8Array {
  const writer = new BinaryWriter().uint32(10).string(url);
  if (bytes.length > 0) writer.uint32(18).bytes(bytes);
  return writer.finish();
}

function isKnown(url: string, types: TypeRegistry | undefined): boolean {
  const name = nameOf(url);
  return name.startsWith("google.protobuf.") || types?.types.has(name) === true;
}

function nameOf(url: string): string {
  return url.slice(url.lastIndexOf("/") + 1);
}

/** The bytes of a detail as `decodeStatus` keeps those of unknown types. */
function rawBytes(detail: ErrorDetail): Uint8Array | undefined {
  const { "@type": url, value, ...rest } = detail;
  if (typeof value !== "string" || Object.keys(rest).length > 0 || nameOf(url).startsWith("google.protobuf."))
    return undefined;
  try {
    return base64ToBytes(value);
  } catch {
    // A text that is no base64 is a value like others.
    return undefined;
  }
}

function writeErrorInfo({ reason, domain, metadata }: ErrorDetail, room: number): Uint8Array {
  const writer = new BinaryWriter();
  if (typeof reason === "string") writer.uint32(10).string(reason);
  if (typeof domain === "string") writer.uint32(18).string(domain);
  let left = room - String(reason).length - String(domain).length - 2 * overhead;
  for (const [key, value] of Object.entries((metadata ?? {}) as Readonly<Record<string, unknown>>)) {
    const entry = new BinaryWriter().uint32(10).string(key).uint32(18).string(String(value)).finish();
    left -= entry.length + overhead;
    if (left < 0) break;
    writer.uint32(26).bytes(entry);
  }
  return writer.finish();
}

function writeBadRequest({ fieldViolations }: ErrorDetail, room: number): Uint8Array {
  const writer = new BinaryWriter();
  let left = room;
  for (const { field, description } of fieldViolations as readonly Readonly<Record<string, unknown>>[]) {
    const entry = new BinaryWriter();
    if (typeof field === "string" && field !== "") entry.uint32(10).string(field);
    if (typeof description === "string" && description !== "") entry.uint32(18).string(description);
    const bytes = entry.finish();
    left -= bytes.length + overhead;
    if (left < 0) break;
    writer.uint32(10).bytes(bytes);
  }
  return writer.finish();
}

function writeRetryInfo({ retryDelay }: ErrorDetail): Uint8Array {
  const writer = new BinaryWriter().uint32(10).fork();
  writeDuration(retryDelay as string, writer);
  return writer.join().finish();
}

/**
 * Reads a google.rpc.Status. Details of a type that is not known are kept as `{"@type", "value"}` with
 * their bytes in base64. Throws for bytes that are no message.
 */
export function decodeStatus(bytes: Uint8Array, types?: TypeRegistry): RpcStatus {
  const state: { code: number; message: string; details: ErrorDetail[] } = {
    code: 0,
    message: "",
    details: [],
  };
  return readAll(bytes, "google.rpc.Status", {
    state,
    readField: (reader, tag) => {
      if (tag === 8) state.code = reader.int32();
      else if (tag === 18) state.message = reader.string();
      else if (tag === 26) state.details.push(unpackDetail(reader.bytes(), types));
      else return false;
      return true;
    },
  });
}

function unpackDetail(bytes: Uint8Array, types: TypeRegistry | undefined): ErrorDetail {
  const state: { url: string; value: Uint8Array } = { url: "", value: new Uint8Array(0) };
  const { url, value } = readAll(bytes, "google.protobuf.Any", {
    state,
    readField: (reader, tag) => {
      if (tag === 10) state.url = reader.string();
      else if (tag === 18) state.value = reader.bytes();
      else return false;
      return true;
    },
  });
  try {
    switch (url) {
      case errorInfoType:
        return readErrorInfo(value);
      case badRequestType:
        return readBadRequest(value);
      case retryInfoType:
        return readRetryInfo(value);
    }
    if (isKnown(url, types)) {
      const detail = readAny(new BinaryReader(bytes), bytes.length, types) as ErrorDetail;
      return url === structType && isDetail(detail["value"]) ? detail["value"] : detail;
    }
  } catch {
    // A detail that its type refuses is kept like one of an unknown type.
  }
  return { "@type": url, value: bytesToBase64(value) };
}

function readErrorInfo(bytes: Uint8Array): ErrorDetail {
  const metadata: Record<string, string> = {};
  const state = { reason: "", domain: "" };
  readAll(bytes, "google.rpc.ErrorInfo", {
    state,
    readField: (reader, tag) => {
      if (tag === 10) state.reason = reader.string();
      else if (tag === 18) state.domain = reader.string();
      else if (tag === 26) {
        const [key = "", value = ""] = readTexts(reader.bytes());
        Object.defineProperty(metadata, key, { value, enumerable: true, configurable: true, writable: true });
      } else return false;
      return true;
    },
  });
  const { reason, domain } = state;
  return {
    "@type": errorInfoType,
    reason,
    domain,
    ...(Object.keys(metadata).length > 0 ? { metadata } : {}),
  };
}

function readBadRequest(bytes: Uint8Array): ErrorDetail {
  const fieldViolations: object[] = [];
  readAll(bytes, "google.rpc.BadRequest", {
    state: undefined,
    readField: (reader, tag) => {
      if (tag !== 10) return false;
      const [field = "", description = ""] = readTexts(reader.bytes());
      fieldViolations.push({ field, description });
      return true;
    },
  });
  return { "@type": badRequestType, fieldViolations };
}

function readRetryInfo(bytes: Uint8Array): ErrorDetail {
  const state = { retryDelay: "0s" };
  readAll(bytes, "google.rpc.RetryInfo", {
    state,
    readField: (reader, tag) => {
      if (tag !== 10) return false;
      state.retryDelay = readDuration(reader, reader.uint32());
      return true;
    },
  });
  return { "@type": retryInfoType, ...state };
}

/** Reads a message whose fields 1 and 2 are strings. */
function readTexts(bytes: Uint8Array): readonly (string | undefined)[] {
  const texts: (string | undefined)[] = [undefined, undefined];
  return readAll(bytes, "a message of two texts", {
    state: texts,
    readField: (reader, tag) => {
      if (tag !== 10 && tag !== 18) return false;
      texts[tag === 10 ? 0 : 1] = reader.string();
      return true;
    },
  });
}

interface ReadInit<State> {
  readonly state: State;
  readonly readField: (reader: BinaryReader, tag: number) => boolean;
}

function readAll<State>(bytes: Uint8Array, typeName: string, { state, readField }: ReadInit<State>): State {
  return readMessageBody(new BinaryReader(bytes), bytes.length, { typeName, state, readField });
}

function isDetail(value: unknown): value is ErrorDetail {
  return (
    typeof value === "object" && value !== null && "@type" in value && typeof value["@type"] === "string"
  );
}
