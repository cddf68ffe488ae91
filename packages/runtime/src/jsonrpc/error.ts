import { defined, isObject } from "../core/object.ts";
import type { CallError, CallErrorInit, ErrorDetail } from "../service/call-error.ts";
import {
  badRequestType,
  errorInfoType,
  fromErrorDetails,
  isDetail,
  makeError,
  retryInfoType,
  textOf,
  textsOf,
  toErrorDetails,
  type WireError,
} from "../service/error-details.ts";
import type { ClientProtocol, Protocol } from "../service/protocol.ts";
import {
  fromGrpcCode,
  fromHttpStatus,
  isStatusName,
  type StatusName,
  statusNames,
  statusTable,
} from "../service/status.ts";
import { framingCodes } from "./envelope.ts";

/** The error object of JSON-RPC 2.0 (A2A 9.5). */
export interface JsonRpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/**
 * An error as it is sent. `data` is a list of details with `@type`, with google.rpc.Status among them
 * where neither reason nor code determines the status. In profiles that want an object, it is the metadata
 * of the error with `reason`, and beside it where needed `code` (the status by name),
 * `fieldViolations`, `retryDelay` ("1.5s"), `details`, and `metadata` with what has one of these names.
 */
export function toErrorObject(error: CallError, protocol: Protocol): JsonRpcError {
  const code = error.jsonRpc;
  const message = error.message === "" ? defaultText(code, protocol) : error.message;
  switch (protocol.jsonRpcErrorData) {
    case "details":
      return {
        code,
        message,
        data: [...toErrorDetails(error, protocol), ...toStatusDetail(error, protocol)],
      };
    case "object":
      return { code, message, data: toDataObject(error, protocol) };
  }
}

const statusType = "type.googleapis.com/google.rpc.Status";

function toStatusDetail(error: CallError, protocol: Protocol): readonly ErrorDetail[] {
  if (tellsStatus(error, protocol)) return [];
  return [{ "@type": statusType, code: statusTable[error.status].grpc }];
}

/** Whether the status of an error follows from its reason or its code. */
function tellsStatus({ reason, status, jsonRpc }: CallError, protocol: Protocol): boolean {
  if (reason === status || statusOf(jsonRpc, 0) === status) return true;
  return Object.values(protocol.errors).some((row) => row.reason === reason || row.jsonRpc === jsonRpc);
}

const reserved: ReadonlySet<string> = new Set([
  "reason",
  "code",
  "fieldViolations",
  "retryDelay",
  "details",
  "metadata",
  "@type",
]);

function toDataObject(error: CallError, protocol: Protocol): object {
  const { reason, status, violations, retryAfterMs, details } = error;
  const entries = Object.entries(error.metadata);
  const hidden = entries.filter(([name]) => reserved.has(name));
  return {
    ...Object.fromEntries(entries.filter(([name]) => !reserved.has(name))),
    reason,
    ...(tellsStatus(error, protocol) ? {} : { code: status }),
    ...(violations.length === 0 ? {} : { fieldViolations: violations }),
    ...(retryAfterMs !== undefined && { retryDelay: `${retryAfterMs / 1000}s` }),
    ...(details.length === 0 ? {} : { details }),
    ...(hidden.length === 0 ? {} : { metadata: Object.fromEntries(hidden) }),
  };
}

/** The facts about an error that the HTTP answer has beside the error object. */
export interface ErrorTransport extends Pick<CallErrorInit, "challenges" | "retryAfterMs"> {
  /** Its status. */
  readonly http: number;
}

/**
 * Makes the error of a call from an error object, whichever form its data has. Its reason
 * identifies the error, or else its code.
 */
export function fromErrorObject(
  value: unknown,
  transport: ErrorTransport,
  protocol: ClientProtocol,
): CallError {
  const { code, message, data } = isObject(value) ? value : { message: value };
  const jsonRpc = typeof code === "number" ? code : undefined;
  const { details: found, status } = takeStatus(toDetails(data));
  const wire: WireError = defined({
    status: status ?? statusOf(jsonRpc, transport.http),
    message: typeof message === "string" && message !== "" ? message : defaultText(jsonRpc, protocol),
    http: transport.http >= 400 ? transport.http : undefined,
    jsonRpc,
    challenges: transport.challenges,
  });
  const error = fromErrorDetails(withRetry(found, transport), wire, protocol);
  const row = Object.values(protocol.errors).find((candidate) => candidate.jsonRpc === jsonRpc);
  if (row === undefined || Object.hasOwn(protocol.errors, error.name)) return error;
  const { metadata, violations, details, retryAfterMs } = error;
  return makeError(wire, protocol, {
    reason: row.reason,
    metadata,
    violations,
    details,
    ...defined({ retryAfterMs }),
  });
}

/** The status that a code of JSON-RPC itself stands for, or that of HTTP for other codes. */
function statusOf(code: number | undefined, http: number): StatusName {
  if (code === framingCodes.parse || code === framingCodes.request) return "INVALID_ARGUMENT";
  const own = statusNames.find((name) => statusTable[name].jsonRpc === code);
  if (own !== undefined && code !== serverError) return own;
  return http >= 400 ? fromHttpStatus(http) : "UNKNOWN";
}

/** What JSON-RPC has for errors that it has no code for. */
const serverError = statusTable.UNKNOWN.jsonRpc;

function defaultText(code: number | undefined, protocol: ClientProtocol): string {
  const text = code === undefined ? undefined : protocol.jsonRpcMessages[code];
  return text ?? "the server answered with an error";
}

/** The data of an error in the form of a list of details; what has no known form is metadata. */
function toDetails(data: unknown): readonly unknown[] {
  if (data === undefined || data === null) return [];
  const list: readonly unknown[] = Array.isArray(data) ? data : [data];
  if (list.some(isDetail)) return list;
  if (!isObject(data)) return [{ "@type": errorInfoType, metadata: { data: textOf(data) } }];
  const { reason, code, fieldViolations, retryDelay, details, metadata, ...rest } = data;
  const grpc = typeof code === "string" && isStatusName(code) ? statusTable[code].grpc : undefined;
  const others = {
    ...rest,
    ...(reason === undefined || typeof reason === "string" ? {} : { reason }),
    ...(code === undefined || grpc !== undefined ? {} : { code }),
    ...(metadata === undefined || isObject(metadata) ? metadata : { metadata }),
  };
  return [
    { "@type": errorInfoType, reason, metadata: textsOf(others) },
    { "@type": badRequestType, fieldViolations },
    ...(grpc === undefined ? [] : [{ "@type": statusType, code: grpc }]),
    ...(retryDelay === undefined ? [] : [{ "@type": retryInfoType, retryDelay }]),
    ...(Array.isArray(details) ? (details as readonly unknown[]) : []),
  ];
}

/** Takes the status out of a list of details. */
function takeStatus(details: readonly unknown[]): {
  readonly details: readonly unknown[];
  readonly status: StatusName | undefined;
} {
  const found = findDetail(details, statusType);
  if (typeof found?.["code"] !== "number") return { details, status: undefined };
  return { details: details.filter((detail) => detail !== found), status: fromGrpcCode(found["code"]) };
}

function findDetail(details: readonly unknown[], type: string): ErrorDetail | undefined {
  return details.filter(isDetail).find((detail) => detail["@type"] === type);
}

/** Adds the retry time of the header if the details have none. */
function withRetry(details: readonly unknown[], { retryAfterMs }: ErrorTransport): readonly unknown[] {
  if (retryAfterMs === undefined || findDetail(details, retryInfoType) !== undefined) return details;
  return [...details, { "@type": retryInfoType, retryDelay: `${retryAfterMs / 1000}s` }];
}
