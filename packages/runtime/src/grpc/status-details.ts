import { readAny, writeAny } from "../binary/any.ts";
import { BinaryReader } from "../binary/reader.ts";
import { createTypeRegistry, type TypeRegistry } from "../binary/type-registry.ts";
import { BinaryWriter } from "../binary/writer.ts";
import { base64ToBytes, bytesToBase64 } from "../core/base64.ts";
import type { JsonAny } from "../core/json.ts";
import { isObject } from "../core/object.ts";
import { isWellFormed } from "../core/well-formed.ts";
import type { ErrorDetail } from "../service/call-error.ts";
import { badRequestType, errorInfoType, retryInfoType } from "../service/error-details.ts";
import {
  BadRequestBinary,
  ErrorInfoBinary,
  RetryInfoBinary,
} from "./generated/google/rpc/error_details_binary.ts";
import { PackedAnyBinary, StatusBinary } from "./generated/google/rpc/status_binary.ts";

/** A google.rpc.Status; its details in JSON, with `@type`. */
export interface RpcStatus {
  readonly code: number;
  readonly message: string;
  readonly details: readonly ErrorDetail[];
}

/**
 * Most bytes of a status: as base64, beside the text, it stays within the 8 KiB of headers that peers take.
 */
const maximumBytes = 5000;

/** Tag and length of a field whose length takes two bytes. */
const overhead = 3;

const structType = "type.googleapis.com/google.protobuf.Struct";
const rpcUrls: ReadonlySet<string> = new Set([errorInfoType, badRequestType, retryInfoType]);
const rpcTypes = createTypeRegistry([ErrorInfoBinary, BadRequestBinary, RetryInfoBinary]);

export interface StatusInit {
  /** The types that details may have beside those of google.rpc and the well-known ones. */
  readonly types?: TypeRegistry | undefined;
  /** Is given the error of each detail that could not be written: the status is sent without it. */
  readonly onDropped?: (error: unknown) => void;
}

/**
 * Writes a google.rpc.Status. Details of an unknown type are a google.protobuf.Struct with their `@type` in
 * it, unless they are `{"@type", "value"}` with the bytes in base64. Details for which there is no room are
 * left out, the last violations of a request first.
 */
export function encodeStatus(
  { code, message, details }: RpcStatus,
  { types, onDropped }: StatusInit = {},
): Uint8Array {
  let room = maximumBytes - new TextEncoder().encode(message).length;
  const packed: string[] = [];
  for (const detail of details) {
    try {
      const space = room - detail["@type"].length - 3 * overhead;
      const bytes = packDetail(shorten(detail, space), types);
      const left = room - bytes.length - overhead;
      if (left < 0) continue;
      room = left;
      packed.push(bytesToBase64(bytes));
    } catch (error) {
      onDropped?.(error);
    }
  }
  return StatusBinary.encode({ code, message: toText(message), details: packed });
}

/** A detail of google.rpc with its first metadata or violations, as many as there is room for. */
function shorten(detail: ErrorDetail, room: number): ErrorDetail {
  const { "@type": url, reason, domain, metadata, fieldViolations } = detail;
  if (url === errorInfoType) {
    const info = { reason: toText(reason), domain: toText(domain) };
    const entries = Object.entries(isObject(metadata) ? metadata : {});
    const texts = entries.map(([key, value]) => ({ [toText(key)]: toText(String(value)) }));
    const left = room - ErrorInfoBinary.encode(info).length;
    const kept = fitting(texts, left, (entry) => ErrorInfoBinary.encode({ ...noInfo, metadata: entry }));
    return { "@type": url, ...info, metadata: Object.fromEntries(kept.flatMap(Object.entries)) };
  }
  if (url === badRequestType && Array.isArray(fieldViolations)) {
    const texts = fieldViolations.map(({ field, description }: Readonly<Record<string, unknown>>) => ({
      field: toText(field),
      description: toText(description),
    }));
    const kept = fitting(texts, room, (entry) => BadRequestBinary.encode({ fieldViolations: [entry] }));
    return { "@type": url, fieldViolations: kept };
  }
  return detail;
}

const noInfo = { reason: "", domain: "" };

/** The first entries that fit, by the bytes of each. */
function fitting<T>(entries: readonly T[], room: number, write: (entry: T) => Uint8Array): readonly T[] {
  let left = room;
  const end = entries.findIndex((entry) => {
    left -= write(entry).length;
    return left < 0;
  });
  return end === -1 ? entries : entries.slice(0, end);
}

/** A text that has a form in UTF-8; empty for another value. */
function toText(value: unknown): string {
  if (typeof value !== "string") return "";
  return isWellFormed(value) ? value : value.replaceAll(/\p{Surrogate}/gu, "\ufffd");
}

/** Writes the google.protobuf.Any of a detail. */
function packDetail(detail: ErrorDetail, types: TypeRegistry | undefined): Uint8Array {
  const url = detail["@type"];
  const raw = rawValue(detail);
  if (raw !== undefined) return PackedAnyBinary.encode({ typeUrl: url, value: raw });
  const writer = new BinaryWriter();
  const known = registryFor(url, types);
  // The writer checks the detail, and refuses what it does not know.
  const any = known === undefined ? { "@type": structType, value: detail } : detail;
  writeAny(any as JsonAny, writer, known ?? types);
  return writer.finish();
}

/** The types among which the one of a detail is; undefined for an unknown type. */
function registryFor(url: string, types: TypeRegistry | undefined): TypeRegistry | undefined {
  if (rpcUrls.has(url)) return rpcTypes;
  const name = nameOf(url);
  if (types?.types.has(name) === true) return types;
  return name.startsWith("google.protobuf.") ? (types ?? rpcTypes) : undefined;
}

function nameOf(url: string): string {
  return url.slice(url.lastIndexOf("/") + 1);
}

/** The base64 of a detail as `decodeStatus` keeps those of unknown types. */
function rawValue(detail: ErrorDetail): string | undefined {
  const { "@type": url, value, ...rest } = detail;
  if (typeof value !== "string" || Object.keys(rest).length > 0) return undefined;
  if (rpcUrls.has(url) || nameOf(url).startsWith("google.protobuf.")) return undefined;
  try {
    base64ToBytes(value);
    return value;
  } catch {
    // Text that is no base64 is a value like others.
    return undefined;
  }
}

/**
 * Reads a google.rpc.Status. Details of an unknown type are kept as `{"@type", "value"}` with their bytes in
 * base64. Throws for bytes that are no message.
 */
export function decodeStatus(bytes: Uint8Array, types?: TypeRegistry): RpcStatus {
  const { code, message, details = [] } = StatusBinary.decode(bytes);
  return { code, message, details: details.map((detail) => unpackDetail(base64ToBytes(detail), types)) };
}

function unpackDetail(bytes: Uint8Array, types: TypeRegistry | undefined): ErrorDetail {
  const { typeUrl, value } = PackedAnyBinary.decode(bytes);
  try {
    const known = registryFor(typeUrl, types);
    if (known !== undefined) {
      const detail = readAny(new BinaryReader(bytes), bytes.length, known) as ErrorDetail;
      return typeUrl === structType && isDetail(detail["value"]) ? detail["value"] : detail;
    }
  } catch {
    // A detail that its type refuses is kept like one of an unknown type.
  }
  return { "@type": typeUrl, value };
}

function isDetail(value: unknown): value is ErrorDetail {
  return isObject(value) && typeof value["@type"] === "string";
}
