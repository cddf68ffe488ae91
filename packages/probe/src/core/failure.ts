import { base64ToBytes, isObject } from "@a2agen/runtime/internal";
import { decodeStatus } from "@a2agen/runtime/internal/wire";
import type { ErrorRow, FieldViolation, Protocol } from "@a2agen/runtime/service";
import { fromGrpcCode } from "@a2agen/runtime/service";
import type { Subject } from "./subject.ts";

/** What an error is about, as its code says. */
export type FailureKind = "validation" | "method" | "auth" | "internal" | "other";

/** An error as it came, whatever the binding. */
export interface Failure {
  /** The errors of the protocol, by their names in 1.0, that it may be: one where it says which. */
  readonly names: readonly string[];
  /** Whether it says which, and is not only one that has the same code. */
  readonly isNamed: boolean;
  readonly kind: FailureKind;
  /** As the binding writes it: "-32001", "404", "NOT_FOUND". */
  readonly code: string;
  readonly message: string;
  readonly reason: string | undefined;
  readonly domain: string | undefined;
  /** Of the ErrorInfo. */
  readonly metadata: Readonly<Record<string, unknown>>;
  /** `type` of problem details. */
  readonly problemType: string | undefined;
  readonly violations: readonly FieldViolation[];
  /** What is wrong with its form. */
  readonly problems: readonly string[];
}

type Body = Readonly<Record<string, unknown>>;

/** The error object of JSON-RPC (A2A 9.5). */
export function readJsonRpcFailure(value: unknown, subject: Subject): Failure {
  const { code, message, data } = isObject(value) ? value : ({} as Body);
  const number = typeof code === "number" ? code : Number.NaN;
  return makeFailure(subject, {
    code: String(number),
    message,
    details: Array.isArray(data) ? (data as unknown[]) : [data],
    kind: kindOfJsonRpc(number),
    isRow: ({ jsonRpc }) => jsonRpc === number,
    saysWhich: true,
    problems: [
      ...(Number.isInteger(number) ? [] : ["error.code is no integer"]),
      ...(subject.spoken.service.protocol.jsonRpcErrorData === "details" ? untyped(data, "error.data") : []),
    ],
  });
}

/**
 * The body of an HTTP error: `{"error": ...}`, problem details, or the error object of JSON-RPC (A2A 11.6).
 */
export function readHttpFailure(status: number, value: unknown, subject: Subject): Failure {
  const { errorBody } = subject.spoken.service.protocol;
  const body = isObject(value) ? value : ({} as Body);
  const inner = isObject(body["error"]) ? body["error"] : body;
  const text = inner["message"] ?? inner["detail"];
  const details = Array.isArray(inner["details"]) ? (inner["details"] as unknown[]) : [inner["data"]];
  const errors = Array.isArray(body["errors"]) ? (body["errors"] as unknown[]) : [];
  const problems: string[] = [];
  if (errorBody === "status") {
    if (!isObject(body["error"])) problems.push('the body is no {"error": ...}');
    else if (inner["code"] !== status) problems.push(`error.code is ${JSON.stringify(inner["code"])}`);
    problems.push(...untyped(inner["details"], "error.details"));
  }
  if (errorBody === "problem+json" && typeof body["type"] !== "string") {
    problems.push("the body has no type, as problem details have");
  }
  const problemType = typeof body["type"] === "string" ? body["type"] : undefined;
  // 0.3 has no rules for them: SDKs send the error of JSON-RPC, whose code says more than the status.
  const code = errorBody === "json-rpc" && typeof inner["code"] === "number" ? inner["code"] : undefined;
  return makeFailure(subject, {
    code: String(status),
    message: text,
    details: [...details, inner, { fieldViolations: errors.map(toViolation) }],
    kind: code === undefined || kindOfHttp(status) === "auth" ? kindOfHttp(status) : kindOfJsonRpc(code),
    isRow: (row) => (code === undefined ? row.http === status : row.jsonRpc === code),
    saysWhich: code !== undefined,
    problems,
    problemType,
  });
}

/** Details are a list, of any type, and say which one (A2A 9.5, 11.6). */
function untyped(details: unknown, place: string): readonly string[] {
  if (details !== undefined && !Array.isArray(details)) return [`${place} is no list`];
  const list = (details ?? []) as readonly unknown[];
  const isTyped = (each: unknown): boolean => isObject(each) && typeof each["@type"] === "string";
  return list.every(isTyped) ? [] : ["a detail has no @type"];
}

function toViolation(error: unknown): unknown {
  const { field, message } = isObject(error) ? error : ({} as Body);
  return { field, description: message };
}

/** The status of gRPC (A2A 10.6). */
export function readGrpcFailure(
  status: string,
  { message, details }: { readonly message: string; readonly details: string | undefined },
  subject: Subject,
): Failure {
  const name = fromGrpcCode(Number(status));
  const { list, problems } = readDetails(details);
  return makeFailure(subject, {
    code: name,
    message: decodeText(message),
    details: list,
    kind: kindOfGrpc(name),
    isRow: ({ grpc }) => grpc === name,
    saysWhich: false,
    problems,
  });
}

function readDetails(details: string | undefined): { list: readonly unknown[]; problems: readonly string[] } {
  if (details === undefined) return { list: [], problems: [] };
  try {
    return { list: decodeStatus(base64ToBytes(details)).details, problems: [] };
  } catch {
    return { list: [], problems: ["grpc-status-details-bin is no google.rpc.Status"] };
  }
}

function decodeText(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

interface FailureInit {
  readonly code: string;
  readonly message: unknown;
  readonly details: readonly unknown[];
  readonly kind: FailureKind;
  readonly isRow: (row: ErrorRow) => boolean;
  /** Whether no two errors have the code. */
  readonly saysWhich: boolean;
  readonly problems: readonly string[];
  readonly problemType?: string | undefined;
}

function makeFailure(subject: Subject, init: FailureInit): Failure {
  const { protocol } = subject.spoken.service;
  const details = init.details.filter(isObject);
  const info = details.find(({ reason }) => typeof reason === "string");
  const reason = info?.["reason"] as string | undefined;
  const domain = typeof info?.["domain"] === "string" ? info["domain"] : undefined;
  const violations = details.flatMap(({ fieldViolations }) =>
    (Array.isArray(fieldViolations) ? (fieldViolations as unknown[]) : []).filter(isObject),
  ) as unknown as readonly FieldViolation[];
  const rows = Object.entries(protocol.errors);
  const told = rows.filter(
    ([, row]) =>
      row.reason === reason || (row.problemType !== undefined && row.problemType === init.problemType),
  );
  const found = told.length > 0 ? told : rows.filter(([, row]) => init.isRow(row));
  return {
    names: found.map(([name]) => newerName(name, subject)),
    isNamed: told.length > 0 || (init.saysWhich && found.length > 0),
    kind: init.kind,
    code: init.code,
    message: typeof init.message === "string" ? init.message : "",
    reason,
    domain,
    metadata: isObject(info?.["metadata"]) ? info["metadata"] : {},
    problemType: init.problemType,
    violations,
    problems: init.problems,
  };
}

function newerName(name: string, { translation }: Subject): string {
  return translation?.errors.find(({ older }) => older === name)?.newer ?? name;
}

/** The row of an error of 1.0 in the version that is spoken. */
export function errorRow(name: string, { spoken, translation }: Subject): ErrorRow | undefined {
  const { errors }: Protocol = spoken.service.protocol;
  return errors[translation?.errors.find(({ newer }) => newer === name)?.older ?? name];
}

function kindOfJsonRpc(code: number): FailureKind {
  if (code === -32602 || code === -32600 || code === -32700) return "validation";
  if (code === -32601) return "method";
  return code === -32603 ? "internal" : "other";
}

/** Whether HTTP refused the call: as a gateway in front of the binding does, in its own form. */
export function isRefusedByHttp(status: number): boolean {
  return status === 401 || status === 403;
}

function kindOfHttp(status: number): FailureKind {
  if (isRefusedByHttp(status)) return "auth";
  if (status >= 500) return status === 501 ? "method" : "internal";
  if (status === 404 || status === 405) return "method";
  return [400, 413, 415, 422].includes(status) ? "validation" : "other";
}

function kindOfGrpc(name: string): FailureKind {
  if (name === "INVALID_ARGUMENT" || name === "OUT_OF_RANGE") return "validation";
  if (name === "UNIMPLEMENTED") return "method";
  if (name === "UNAUTHENTICATED" || name === "PERMISSION_DENIED") return "auth";
  return ["INTERNAL", "UNKNOWN", "DATA_LOSS"].includes(name) ? "internal" : "other";
}
