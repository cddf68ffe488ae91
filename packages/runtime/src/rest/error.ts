import { defined, isObject, own } from "../core/object.ts";
import { excerptOf, fromForeignAnswer, transportFacts } from "../http/answer-error.ts";
import { CallError, type CallErrorInit } from "../service/call-error.ts";
import {
  badRequestType,
  errorInfoType,
  fromErrorDetails,
  makeError,
  textsOf,
  toErrorDetails,
  toViolation,
  type WireError,
} from "../service/error-details.ts";
import type { ClientProtocol, ErrorCodes, Protocol } from "../service/protocol.ts";
import { supportedVersions } from "../service/service-parameters.ts";
import { fromGrpcCode, fromHttpStatus, isStatusName, type StatusName } from "../service/status.ts";

/** Members of problem details that are no metadata. */
const reserved: ReadonlySet<string> = new Set([
  "type",
  "title",
  "status",
  "detail",
  "instance",
  "reason",
  "code",
  "errors",
  "violations",
  "details",
  "metadata",
]);

/** `type` of problem details that say no more than the HTTP status (RFC 9457 4.2.1). */
const blankType = "about:blank";

/**
 * The JSON text of an error, in the form of the protocol: problem details of RFC 9457 (draft 11.6)
 * `{"error": {code, status, message, details}}` (A2A 1.0 11.6), or the error object of JSON-RPC, as SDKs
 * of 0.3 write it.
 */
export function writeError(error: CallError, protocol: Protocol): string {
  switch (protocol.errorBody) {
    case "problem+json":
      return JSON.stringify(toProblem(error, protocol));
    case "json-rpc":
      return JSON.stringify({
        code: error.jsonRpc,
        message: error.message,
        data: toErrorDetails(error, protocol),
      });
    case "status":
      return JSON.stringify({
        error: {
          code: error.http,
          status: error.status,
          message: error.message,
          details: toErrorDetails(error, protocol),
        },
      });
  }
}

/**
 * Metadata stands beside the standard members, under `metadata` where its name is taken; problems of fields
 * are `errors`, and the supported versions a list (draft 6.4, 6.5). An error without a type has
 * `reason`, and `code` where that is not the name of its gRPC status.
 */
function toProblem(error: CallError, protocol: Protocol): object {
  const { reason, status, violations, details } = error;
  const row = Object.values(protocol.errors).find((candidate) => candidate.reason === reason);
  const type = row?.problemType;
  const entries = Object.entries(error.metadata);
  const hidden = entries.filter(([name]) => reserved.has(name));
  return {
    ...Object.fromEntries(
      entries
        .filter(([name]) => !reserved.has(name))
        .map(([name, text]) => [name, name === supportedVersions ? text.split(", ") : text]),
    ),
    type: type ?? blankType,
    title: row?.title ?? titleOf(status),
    status: error.http,
    detail: error.message,
    ...(type === undefined ? { reason } : {}),
    ...(type === undefined && reason !== status ? { code: status } : {}),
    ...(violations.length === 0
      ? {}
      : { errors: violations.map(({ field, description }) => ({ field, message: description })) }),
    ...(details.length === 0 ? {} : { details }),
    ...(hidden.length === 0 ? {} : { metadata: Object.fromEntries(hidden) }),
  };
}

/** "INVALID_ARGUMENT" as "Invalid Argument". */
function titleOf(status: StatusName): string {
  const words = status.toLowerCase().split("_");
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(" ");
}

/** Makes the error of a call from an answer with an error status and its body, whatever the form of that. */
export function readError(
  { url, response, body }: { url: string; response: Response; body: string },
  protocol: ClientProtocol,
): CallError {
  const value = tryJson(body);
  const facts = { http: response.status, ...transportFacts(response) };
  return fromErrorValue(value, facts, protocol) ?? fromForeignAnswer(url, response, body);
}

/** Makes the error of a call from an event of a stream that says that it is one. */
export function readErrorEvent(data: string, protocol: ClientProtocol): CallError {
  const error = fromErrorValue(tryJson(data), {}, protocol);
  if (error !== undefined) return error;
  return new CallError("UNKNOWN", `the server ended the stream with an error: ${excerptOf(data)}`);
}

/** The facts about an error that only the transport knows. */
export interface ErrorFacts extends Pick<CallErrorInit, "challenges" | "retryAfterMs"> {
  /** The status of the answer; absent for an error within a stream. */
  readonly http?: number;
}

/**
 * Reads `{"error": ...}`, problem details, a google.rpc.Status, and the error object of JSON-RPC,
 * alone or within an answer. Its reason identifies the error, or else its problem type or its
 * JSON-RPC code; never by the HTTP status. Undefined for JSON that is no error.
 */
export function fromErrorValue(
  value: unknown,
  facts: ErrorFacts,
  protocol: ClientProtocol,
): CallError | undefined {
  if (!isObject(value)) return undefined;
  const inner = own(value, "error");
  if (isObject(inner)) return fromStatus(inner, facts, protocol);
  if (typeof inner === "string") {
    const text = own(value, "message") ?? own(value, "error_description");
    return fromStatus({ message: typeof text === "string" ? text : inner }, facts, protocol);
  }
  if (isProblem(value)) return fromProblem(value, facts, protocol);
  const { code, message } = { code: own(value, "code"), message: own(value, "message") };
  const isStatus = typeof message === "string" && (typeof code === "number" || facts.http !== undefined);
  return isStatus ? fromStatus(value, facts, protocol) : undefined;
}

type Body = Readonly<Record<string, unknown>>;

function isProblem(value: Body): boolean {
  const { type, title, detail, status } = value;
  return (
    (typeof type === "string" && (typeof title === "string" || typeof status === "number")) ||
    (typeof title === "string" && typeof status === "number") ||
    typeof detail === "string"
  );
}

function fromStatus(body: Body, facts: ErrorFacts, protocol: ClientProtocol): CallError {
  const code = own(body, "code");
  const number = typeof code === "number" ? code : undefined;
  const isHttp = number !== undefined && number >= 400 && number < 600;
  const http = facts.http ?? (isHttp ? number : undefined);
  const row =
    number !== undefined && number < 0
      ? Object.values(protocol.errors).find(({ jsonRpc }) => jsonRpc === number)
      : undefined;
  const message = own(body, "message");
  const wire = toWire(facts, {
    status: statusOf(own(body, "status"), { number, http }),
    message: typeof message === "string" && message !== "" ? message : "the server answered with an error",
    http,
  });
  const details = own(body, "details") ?? own(body, "data");
  const error = fromErrorDetails(toDetails(details), wire, protocol);
  return withFacts(error, wire, { facts, protocol, row });
}

function statusOf(
  name: unknown,
  { number, http }: { readonly number: number | undefined; readonly http: number | undefined },
): StatusName {
  if (typeof name === "string" && isStatusName(name)) return name;
  if (number !== undefined && number > 0 && number <= 16) return fromGrpcCode(number);
  if (number !== undefined && number < 0) return jsonRpcStatus(number);
  return http === undefined ? "UNKNOWN" : fromHttpStatus(http);
}

function jsonRpcStatus(code: number): StatusName {
  switch (code) {
    case -32700:
    case -32600:
    case -32602:
      return "INVALID_ARGUMENT";
    case -32601:
      return "UNIMPLEMENTED";
    case -32603:
      return "INTERNAL";
  }
  return "UNKNOWN";
}

/** Details as a list; an object of a peer without `@type` is metadata. */
function toDetails(details: unknown): readonly unknown[] {
  if (Array.isArray(details)) return details;
  if (!isObject(details)) return [];
  if (typeof details["@type"] === "string") return [details];
  const { reason, fieldViolations, ...metadata } = details;
  return [
    { "@type": errorInfoType, reason, metadata },
    ...(fieldViolations === undefined ? [] : [{ "@type": badRequestType, fieldViolations }]),
  ];
}

function fromProblem(body: Body, facts: ErrorFacts, protocol: ClientProtocol): CallError {
  const { type, title, status, detail, reason, code, errors, details, metadata } = body;
  const violations = Array.isArray(errors) ? errors : body["violations"];
  const http = facts.http ?? (typeof status === "number" ? status : undefined);
  const text = [detail, title].find((candidate) => typeof candidate === "string" && candidate !== "");
  const wire = toWire(facts, {
    status:
      typeof code === "string" && isStatusName(code)
        ? code
        : http === undefined
          ? "UNKNOWN"
          : fromHttpStatus(http),
    message: typeof text === "string" ? text : "the server answered with an error",
    http,
  });
  const row = typeof type === "string" ? rowOfType(type, protocol) : undefined;
  const beside = Object.fromEntries(
    Object.entries(body)
      .filter(([name]) => !reserved.has(name))
      .map(([name, member]) => [name, isListOfTexts(member) ? member.join(", ") : member]),
  );
  const error = fromErrorDetails(toDetails(details), wire, protocol);
  const ownReason = typeof reason === "string" ? reason : undefined;
  const known = ownReason ?? row?.reason ?? (error.reason === error.status ? undefined : error.reason);
  return makeError(wire, protocol, {
    ...defined({ reason: known }),
    metadata: {
      ...error.metadata,
      ...textsOf(beside),
      ...(isObject(metadata) ? textsOf(metadata) : {}),
    },
    violations: Array.isArray(violations) ? violations.flatMap(toViolation) : error.violations,
    details: error.details,
    ...retryOf(error, facts),
  });
}

function isListOfTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === "string");
}

/** The error that a problem type means: by its URI, else by the last part of that. */
function rowOfType(type: string, protocol: ClientProtocol): ErrorCodes | undefined {
  const rows = Object.values(protocol.errors);
  const name = type.slice(type.lastIndexOf("/") + 1);
  const reason = name
    .replace(/-error$/, "")
    .replaceAll("-", "_")
    .toUpperCase();
  return rows.find(({ problemType }) => problemType === type) ?? rows.find((row) => row.reason === reason);
}

function toWire(
  { challenges }: ErrorFacts,
  { status, message, http }: { status: StatusName; message: string; http: number | undefined },
): WireError {
  return defined({ status, message, http, challenges });
}

/** Adds what only the transport knows, and the error of a code where the details name none. */
function withFacts(
  error: CallError,
  wire: WireError,
  { facts, protocol, row }: { facts: ErrorFacts; protocol: ClientProtocol; row: ErrorCodes | undefined },
): CallError {
  const isNamed = Object.hasOwn(protocol.errors, error.name);
  const retry = retryOf(error, facts);
  if (retry.retryAfterMs === error.retryAfterMs && (row === undefined || isNamed)) return error;
  const { metadata, violations, details } = error;
  const reason = isNamed ? error.reason : (row?.reason ?? error.reason);
  return makeError(wire, protocol, { reason, metadata, violations, details, ...retry });
}

/** Takes the retry time of the details before that of the header. */
function retryOf(error: CallError, facts: ErrorFacts): Pick<CallErrorInit, "retryAfterMs"> {
  const retryAfterMs = error.retryAfterMs ?? facts.retryAfterMs;
  return defined({ retryAfterMs });
}

/** The JSON value of a text; undefined if it is not JSON. */
export function tryJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Undefined is no JSON value: the caller says what came instead.
    return undefined;
  }
}
