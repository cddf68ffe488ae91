import type { ClientProtocol, ErrorCodes, ErrorRow, Protocol } from "./protocol.ts";
import { type StatusName, statusTable } from "./status.ts";

/** One problem of a request, as in google.rpc.BadRequest. */
export interface FieldViolation {
  /** `message.parts[1].file`; empty for the request itself. */
  readonly field: string;
  /** What was expected and what came. */
  readonly description: string;
}

/** The facts of an error, besides its status and text. */
export interface CallErrorInit {
  /** Name of the error, "TaskNotFoundError". */
  readonly name?: string;
  /** In UPPER_SNAKE_CASE; the status when absent. */
  readonly reason?: string;
  /** Whose reason it is, of an error that is not the protocol's: the URI of an extension. */
  readonly domain?: string;
  /** Context for programs: the task's identifier, a limit, what is supported. */
  readonly metadata?: Readonly<Record<string, string>>;
  /** The problems of the request, field by field. */
  readonly violations?: readonly FieldViolation[];
  /** Further details with an `@type`, in JSON. */
  readonly details?: readonly ErrorDetail[];
  /** Milliseconds after which the client may try again. */
  readonly retryAfterMs?: number;
  /** Values of WWW-Authenticate. */
  readonly challenges?: readonly string[];
  /** HTTP status, where it is not that of the status: 405 or 413, say. Statuses below 400 are left out. */
  readonly http?: number;
  /** JSON-RPC code, where it is not that of the status. */
  readonly jsonRpc?: number;
  /** Headers that an HTTP answer carries beside the usual ones: `Allow`, say. */
  readonly headers?: Readonly<Record<string, string>>;
  /** "client" for an error that the client side made: see `CallError.origin`. */
  readonly origin?: "client";
  readonly cause?: unknown;
}

/** One detail of an error: a message of google.rpc, or of your own, in its JSON form. */
export interface ErrorDetail {
  /** Type URL, "type.googleapis.com/google.rpc.ErrorInfo". */
  readonly "@type": string;
  readonly [key: string]: unknown;
}

/**
 * The error of a call, the same on every binding, on the side of the server as on that of the client.
 * A handler throws it to tell its client something; anything else that it throws is an internal error
 * of which the client learns nothing.
 */
export class CallError extends Error {
  /** Recognise the error by this: two copies of the package may be loaded. */
  readonly code = "ERR_A2AGEN_CALL";
  override readonly name: string;
  // Declared alone: a field would be written out twice.
  /** The status that gRPC, HTTP and JSON-RPC codes follow from. */
  declare readonly status: StatusName;
  declare readonly reason: string;
  /** Whose reason it is, where it is not the protocol's: the URI of an extension. */
  declare readonly domain: string | undefined;
  declare readonly metadata: Readonly<Record<string, string>>;
  declare readonly violations: readonly FieldViolation[];
  declare readonly details: readonly ErrorDetail[];
  /** Milliseconds after which the client may try again; undefined if the server does not say. */
  declare readonly retryAfterMs: number | undefined;
  declare readonly challenges: readonly string[];
  declare readonly http: number;
  declare readonly jsonRpc: number;
  declare readonly headers: Readonly<Record<string, string>>;
  /**
   * "client" for an error that a client made itself: no connection, no answer in time, an answer that
   * cannot be read. Its text may name addresses, so that a server whose handler rethrows it does not
   * pass it on (`Host.toCallError`). Undefined for what a server sent and for what a handler made.
   */
  declare readonly origin: "client" | undefined;

  constructor(status: StatusName, message: string, init: CallErrorInit = {}) {
    super(message, "cause" in init ? { cause: init.cause } : undefined);
    this.name = init.name ?? "CallError";
    this.status = status;
    this.reason = init.reason ?? status;
    this.domain = init.domain;
    this.metadata = init.metadata ?? {};
    this.violations = init.violations ?? [];
    this.details = init.details ?? [];
    this.retryAfterMs = init.retryAfterMs;
    this.challenges = init.challenges ?? [];
    this.http = isErrorStatus(init.http) ? init.http : statusTable[status].http;
    this.jsonRpc = init.jsonRpc ?? statusTable[status].jsonRpc;
    this.headers = init.headers ?? {};
    this.origin = init.origin;
  }
}

/** Peers say of errors what they like, and a server that passes it on could not send it. */
function isErrorStatus(http: number | undefined): http is number {
  return http !== undefined && Number.isInteger(http) && http >= 400 && http < 600;
}

/** Makes an error of the client side, which no server sent. */
export function clientError(status: StatusName, message: string, init: CallErrorInit = {}): CallError {
  return new CallError(status, message, { ...init, origin: "client" });
}

/** Whether a value is the error of a call, and the one with this name if one is given. */
export function isCallError(error: unknown, name?: string): error is CallError {
  try {
    return (
      error instanceof Error &&
      "code" in error &&
      error.code === "ERR_A2AGEN_CALL" &&
      isComplete(error as CallError) &&
      (name === undefined || error.name === name)
    );
  } catch {
    // A proxy may throw at every look: it is no error of a call.
    return false;
  }
}

/** Whether an error has all that bindings send; with only the code it would fail while being sent. */
function isComplete({
  message,
  status,
  violations,
  details,
  challenges,
  headers,
}: Partial<CallError>): boolean {
  return (
    typeof message === "string" &&
    typeof status === "string" &&
    Object.hasOwn(statusTable, status) &&
    [violations, details, challenges].every(Array.isArray) &&
    typeof headers === "object"
  );
}

/** Makes an error of the protocol; the text defaults to the row's description, or else to its name. */
export function protocolError(
  protocol: ClientProtocol,
  name: string,
  init: Omit<CallErrorInit, "name" | "reason" | "http" | "jsonRpc"> & { readonly message?: string } = {},
): CallError {
  const row: (ErrorCodes & Partial<ErrorRow>) | undefined = Object.hasOwn(protocol.errors, name)
    ? protocol.errors[name]
    : undefined;
  if (row === undefined) throw new TypeError(`the profile ${protocol.name} has no error ${name}`);
  const { grpc, http, jsonRpc, reason, description } = row;
  return new CallError(grpc, init.message ?? description ?? name, { ...init, name, reason, http, jsonRpc });
}

/** Functions that make the errors of a protocol, by name. */
export type ErrorFactories<Name extends string> = {
  readonly [N in Name]: (message?: string, init?: ProtocolErrorInit) => CallError;
};

/** The facts of a protocol's error, besides its text. */
export type ProtocolErrorInit = Pick<CallErrorInit, "metadata" | "details" | "violations" | "cause">;

/**
 * Makes the functions by which handlers make the errors of a protocol: `throw errors.TaskNotFoundError()`.
 */
export function defineErrors<const P extends Protocol>(
  protocol: P,
): ErrorFactories<Extract<keyof P["errors"], string>> {
  return Object.fromEntries(
    Object.keys(protocol.errors).map((name) => [
      name,
      (message?: string, init?: ProtocolErrorInit) =>
        protocolError(protocol, name, { ...init, ...(message !== undefined && { message }) }),
    ]),
  ) as ErrorFactories<Extract<keyof P["errors"], string>>;
}
