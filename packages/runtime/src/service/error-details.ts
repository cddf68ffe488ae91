import { defined, isObject } from "../core/object.ts";
import { CallError, type CallErrorInit, type ErrorDetail, type FieldViolation } from "./call-error.ts";
import type { ClientProtocol, Protocol } from "./protocol.ts";
import { isStatusName, type StatusName } from "./status.ts";

/** The details of google.rpc that an error has in every binding. */
export const errorInfoType = "type.googleapis.com/google.rpc.ErrorInfo";
export const badRequestType = "type.googleapis.com/google.rpc.BadRequest";
export const retryInfoType = "type.googleapis.com/google.rpc.RetryInfo";

/** The domain of reasons that are the names of gRPC statuses. */
const plainDomain = "googleapis.com";

/** An error as a list of JSON objects with `@type`. */
export function toErrorDetails(error: CallError, protocol: Protocol): readonly ErrorDetail[] {
  const { metadata, violations, details, retryAfterMs } = error;
  return [
    {
      "@type": errorInfoType,
      reason: error.reason,
      domain: error.domain ?? protocol.errorDomain ?? plainDomain,
      ...(Object.keys(metadata).length === 0 ? {} : { metadata }),
    },
    ...(violations.length === 0 ? [] : [{ "@type": badRequestType, fieldViolations: violations }]),
    ...(retryAfterMs === undefined
      ? []
      : [{ "@type": retryInfoType, retryDelay: `${retryAfterMs / 1000}s` }]),
    ...details,
  ];
}

/** The facts about an error from the transport, for those that the details lack. */
export interface WireError {
  readonly status: StatusName;
  readonly message: string;
  readonly http?: number;
  readonly jsonRpc?: number;
  readonly cause?: unknown;
  readonly challenges?: readonly string[];
  /** Set when no server sent the error. */
  readonly origin?: "client";
}

/**
 * Makes the error of a call from its details. Its reason identifies the error: the statuses
 * of peers differ.
 */
export function fromErrorDetails(
  details: readonly unknown[],
  wire: WireError,
  protocol: ClientProtocol,
): CallError {
  return makeError(wire, protocol, readDetails(details));
}

/** The same when the reason is known already, as it is from a problem type or a JSON-RPC code. */
export function makeError(
  wire: WireError,
  protocol: ClientProtocol,
  init: Pick<CallErrorInit, "reason" | "domain" | "metadata" | "violations" | "details" | "retryAfterMs">,
): CallError {
  const { domain, ...known } = init;
  const { reason = "" } = known;
  const { challenges, origin, cause } = wire;
  const [name, row] = Object.entries(protocol.errors).find(([, { reason: own }]) => own === reason) ?? [];
  const status = isStatusName(reason) ? reason : wire.status;
  const { http, jsonRpc } = row ?? wire;
  return new CallError(row?.grpc ?? status, wire.message, {
    ...known,
    // A reason of the protocol, or of gRPC, is that whatever domain a peer writes.
    ...(row === undefined && !isStatusName(reason) && defined({ domain })),
    ...defined({ name, http, jsonRpc, challenges, origin, cause }),
  });
}

interface FoundDetails {
  reason?: string;
  domain?: string;
  metadata?: Readonly<Record<string, string>>;
  violations?: readonly FieldViolation[];
  details?: readonly ErrorDetail[];
  retryAfterMs?: number;
}

function readDetails(details: readonly unknown[]): FoundDetails {
  const found: FoundDetails = {};
  const rest: ErrorDetail[] = [];
  for (const detail of details) {
    if (!isDetail(detail)) continue;
    switch (detail["@type"]) {
      case errorInfoType: {
        const { reason, domain, metadata } = detail;
        if (typeof reason === "string") found.reason = reason;
        if (typeof domain === "string") found.domain = domain;
        if (isObject(metadata)) found.metadata = textsOf(metadata);
        continue;
      }
      case badRequestType:
        if (Array.isArray(detail["fieldViolations"])) {
          found.violations = detail["fieldViolations"].flatMap(toViolation);
        }
        continue;
      case retryInfoType: {
        const delay = detail["retryDelay"];
        const seconds = typeof delay === "string" ? Number.parseFloat(delay) : Number.NaN;
        if (Number.isFinite(seconds) && seconds >= 0) found.retryAfterMs = seconds * 1000;
        continue;
      }
    }
    rest.push(detail);
  }
  if (rest.length > 0) found.details = rest;
  return found;
}

/** A violation as peers send it; one without texts says nothing. */
export function toViolation(value: unknown): readonly FieldViolation[] {
  if (!isObject(value)) return [];
  const { field, message, description = message } = value;
  if (typeof field !== "string" && typeof description !== "string") return [];
  return [
    {
      field: typeof field === "string" ? field : "",
      description: typeof description === "string" ? description : "",
    },
  ];
}

/** The members of an object that are text; other values as JSON. */
export function textsOf(value: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, textOf(member)]));
}

/** A text as it is, another JSON value as its text. */
export function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  try {
    return JSON.stringify(value);
  } catch {
    // JSON.parse reads what is nested more deeply than JSON.stringify can write.
    return "(nested too deeply)";
  }
}

export function isDetail(value: unknown): value is ErrorDetail {
  return isObject(value) && typeof value["@type"] === "string";
}
