import { status as grpcStatus, Metadata, type ServiceError } from "@grpc/grpc-js";
import type { TypeRegistry } from "../binary/type-registry.ts";
import { errorCode } from "../core/object.ts";
import { CallError } from "../service/call-error.ts";
import { fromErrorDetails, toErrorDetails } from "../service/error-details.ts";
import type { ClientProtocol, Protocol } from "../service/protocol.ts";
import { invalidRequest, isDecodeError } from "../service/request-error.ts";
import { fromGrpcCode, statusTable } from "../service/status.ts";
import { decodeStatus, encodeStatus, type RpcStatus, type StatusInit } from "./status-details.ts";

/** The trailer that carries a google.rpc.Status (specification 10.6). */
const detailsEntry = "grpc-status-details-bin";

/** The metadata that carries what WWW-Authenticate does over HTTP. */
const challengesEntry = "www-authenticate";

/** Most characters of an error's text in its percent-encoded form: peers take 8 KiB of headers in all. */
const maximumText = 1000;

/** A status as grpc-js sends it. */
export interface GrpcStatus {
  readonly code: number;
  readonly details: string;
  readonly metadata: Metadata;
}

/** The status and the trailers of an error. */
export function toGrpcStatus(error: CallError, protocol: Protocol, init?: StatusInit): GrpcStatus {
  const code = statusTable[error.status].grpc;
  const message = toStatusText(error.message);
  const metadata = new Metadata();
  const bytes = encodeStatus({ code, message, details: toErrorDetails(error, protocol) }, init);
  metadata.set(detailsEntry, Buffer.from(bytes));
  if (error.challenges.length > 0) {
    // A character that metadata does not take would fail the whole answer.
    metadata.set(challengesEntry, error.challenges.join(", ").replaceAll(/[^ -~]/g, ""));
  }
  return { code, details: message, metadata };
}

/** A text that the library can percent-encode, short enough for a header. */
function toStatusText(text: string): string {
  const whole = text.replaceAll(/\p{Surrogate}/gu, "\ufffd");
  if (whole.length * 9 <= maximumText) return whole;
  let end = 0;
  let length = 0;
  for (const character of whole) {
    length += encodeURI(character).length;
    if (length > maximumText) return `${whole.slice(0, end)}...`;
    end += character.length;
  }
  return whole;
}

/** Whether an error is one that grpc-js made of a status. */
export function isServiceError(error: unknown): error is ServiceError {
  return (
    error instanceof Error &&
    "code" in error &&
    typeof error.code === "number" &&
    "details" in error &&
    typeof error.details === "string" &&
    "metadata" in error
  );
}

/**
 * Makes the error of a call from what grpc-js says. A server's own error is known by its details or
 * its status; what went wrong on the way is UNAVAILABLE, with the library's error as cause.
 */
export function fromServiceError(
  error: ServiceError,
  protocol: ClientProtocol,
  types: TypeRegistry | undefined,
): CallError {
  const status = readStatus(error.metadata, types);
  const challenges = error.metadata.get(challengesEntry).map(String);
  const wire = {
    status: wasCutOff(error) ? ("UNAVAILABLE" as const) : fromGrpcCode(error.code),
    message: error.details === "" ? (status?.message ?? "") : withHint(error.details),
    ...(challenges.length === 0 ? {} : { challenges }),
    ...(status === undefined ? { cause: error } : {}),
    ...(status === undefined && isOfLibrary(error) ? { origin: "client" as const } : {}),
  };
  return fromErrorDetails(status?.details ?? [], wire, protocol);
}

/** OpenSSL's text for an answer that is not TLS, with the way out. */
function withHint(details: string): string {
  if (!details.includes("wrong version number")) return details;
  return `${details}; the server does not speak TLS at this address: name it as http://host:port, or give credentials`;
}

/** Statuses that grpc-js makes itself, of what goes wrong on the way; their texts name addresses. */
const ofLibrary: ReadonlySet<number> = new Set([
  grpcStatus.CANCELLED,
  grpcStatus.UNKNOWN,
  grpcStatus.DEADLINE_EXCEEDED,
  grpcStatus.PERMISSION_DENIED,
  grpcStatus.RESOURCE_EXHAUSTED,
  grpcStatus.UNIMPLEMENTED,
  grpcStatus.INTERNAL,
  grpcStatus.UNAVAILABLE,
  grpcStatus.UNAUTHENTICATED,
]);

/** Whether an error without details can be the library's own: it does not say of which side it is. */
function isOfLibrary({ code }: ServiceError): boolean {
  return ofLibrary.has(code);
}

/**
 * Whether a call ended without a status of the server: its HTTP/2 stream was reset or cut off, which
 * the library calls CANCELLED or INTERNAL and distinguishes by the text only.
 */
function wasCutOff({ code, details }: ServiceError): boolean {
  if (code === grpcStatus.CANCELLED) return details === "Call cancelled";
  return code === grpcStatus.INTERNAL && details.includes("Call ended without gRPC status");
}

function readStatus(metadata: Metadata, types: TypeRegistry | undefined): RpcStatus | undefined {
  const [bytes] = metadata.get(detailsEntry);
  if (bytes === undefined || typeof bytes === "string") return undefined;
  try {
    return decodeStatus(bytes, types);
  } catch {
    // Details that cannot be read leave the status as it is.
    return undefined;
  }
}

/** Whether bytes are no message, or a value has no binary form. */
export function isBinaryError(error: unknown): error is Error {
  return errorCode(error) === "ERR_A2AGEN_BINARY";
}

/** The client's error for a message that cannot be read; other errors as they are. */
export function toRequestError(error: unknown): unknown {
  if (isDecodeError(error)) return invalidRequest(error.issues, error);
  if (!isBinaryError(error)) return error;
  return new CallError("INVALID_ARGUMENT", `invalid parameters: ${error.message}`, {
    violations: [{ field: "", description: error.message }],
    cause: error,
  });
}
