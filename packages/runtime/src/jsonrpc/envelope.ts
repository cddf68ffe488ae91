import { describe } from "../core/kind.ts";
import { isObject, own } from "../core/object.ts";
import { mayEscapeSurrogate } from "../core/well-formed.ts";
import { CallError, type CallErrorInit, type FieldViolation } from "../service/call-error.ts";
import type { Protocol } from "../service/protocol.ts";

/** Name of the binding in agent cards. */
export const jsonRpcBinding = "JSONRPC";

/** An identifier as JSON-RPC 2.0 has it, echoed with its type. */
export type RequestId = string | number | null;

/** A request as JSON-RPC sees it. */
export type RequestEnvelope =
  | {
      readonly kind: "call";
      /** Undefined for a notification. */
      readonly id: RequestId | undefined;
      readonly method: string;
      readonly params: Readonly<Record<string, unknown>>;
      /** Whether no string of the request can hold half of a surrogate pair. */
      readonly wellFormed: boolean;
    }
  | {
      readonly kind: "invalid";
      /** The request's if it is a valid one; null otherwise. */
      readonly id: RequestId;
      /** The method that the request names all the same. */
      readonly method?: string;
      readonly error: CallError;
    };

export interface ParseRequestOptions {
  readonly protocol: Protocol;
  /** Longer identifiers are refused: every event of a stream repeats them. */
  readonly maximumIdCharacters: number;
}

/** Codes of JSON-RPC 2.0 for what is wrong with a request before a method sees it. */
export const framingCodes = { parse: -32700, request: -32600, method: -32601, params: -32602 } as const;

/** Makes an error of JSON-RPC itself: the profile's text for the code, and what is wrong here. */
export function framingError(
  protocol: Protocol,
  kind: keyof typeof framingCodes,
  init: Omit<CallErrorInit, "name" | "reason" | "jsonRpc"> & { readonly detail: string },
): CallError {
  const { detail, ...rest } = init;
  const code = framingCodes[kind];
  const text = protocol.jsonRpcMessages[code];
  return new CallError(
    kind === "method" ? "UNIMPLEMENTED" : "INVALID_ARGUMENT",
    text === undefined ? detail : `${text}: ${detail}`,
    { ...rest, jsonRpc: code },
  );
}

const utf8 = /* @__PURE__ */ new TextDecoder("utf-8", { fatal: true });

/** Reads the body of a request (A2A 9.3): one request object, in UTF-8. */
export function parseRequest(body: Uint8Array, options: ParseRequestOptions): RequestEnvelope {
  let value: unknown;
  let text: string;
  try {
    text = utf8.decode(body);
    value = JSON.parse(text);
  } catch (cause) {
    const detail = cause instanceof SyntaxError ? cause.message : "the body is not in UTF-8";
    return { kind: "invalid", id: null, error: framingError(options.protocol, "parse", { detail, cause }) };
  }
  if (!isObject(value)) return notObject(value, options.protocol);
  const id = own(value, "id");
  const method = own(value, "method");
  const params = Object.hasOwn(value, "params") ? value["params"] : {};
  if (
    own(value, "jsonrpc") === "2.0" &&
    typeof method === "string" &&
    isObject(params) &&
    (id === undefined || isId(id, options))
  ) {
    return { kind: "call", id, method, params, wellFormed: !mayEscapeSurrogate(text) };
  }
  return {
    kind: "invalid",
    id: isId(id, options) ? id : null,
    ...(typeof method === "string" && { method }),
    error: invalidRequestObject(value, options),
  };
}

function notObject(value: unknown, protocol: Protocol): RequestEnvelope {
  const detail = Array.isArray(value)
    ? "batches are not supported; send one request object"
    : `expected a request object, got ${describe(value)}`;
  return { kind: "invalid", id: null, error: framingError(protocol, "request", { detail }) };
}

function isId(value: unknown, { maximumIdCharacters }: ParseRequestOptions): value is RequestId {
  if (typeof value === "string") return value.length <= maximumIdCharacters;
  return value === null || Number.isSafeInteger(value);
}

function invalidRequestObject(
  value: Readonly<Record<string, unknown>>,
  options: ParseRequestOptions,
): CallError {
  const violations: FieldViolation[] = [];
  const expect = (field: string, met: boolean, expected: string): void => {
    if (met) return;
    const found = own(value, field);
    const what = found === undefined ? "nothing" : describe(found);
    violations.push({ field, description: `expected ${expected}, got ${what}` });
  };
  const id = own(value, "id");
  const params = own(value, "params");
  expect("jsonrpc", own(value, "jsonrpc") === "2.0", '"2.0"');
  expect(
    "id",
    id === undefined || isId(id, options),
    `a string of at most ${options.maximumIdCharacters} characters, an integer or null`,
  );
  expect("method", typeof own(value, "method") === "string", "a string");
  expect("params", params === undefined || isObject(params), "an object");
  const [first] = violations;
  const more = violations.length > 1 ? ` (and ${violations.length - 1} more)` : "";
  const detail = first === undefined ? "invalid" : `${first.field}: ${first.description}${more}`;
  // JSON-RPC allows params in a list; no method here takes them.
  const kind = violations.length === 1 && Array.isArray(params) ? "params" : "request";
  return framingError(options.protocol, kind, { detail, violations });
}

/** The text of a request object. */
export function formatRequest(id: number, method: string, params: string): string {
  return `{"jsonrpc":"2.0","id":${id},"method":${JSON.stringify(method)},"params":${params}}`;
}

/** The beginning of the text of an answer; the result and "}" follow. */
export function resultPrefix(id: RequestId): string {
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":`;
}

/** The text of an answer that is an error; `error` is a JSON text. */
export function formatError(id: RequestId, error: string): string {
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"error":${error}}`;
}

/** An answer as JSON-RPC sees it. */
export type ResponseEnvelope =
  | { readonly kind: "result"; readonly result: unknown }
  | { readonly kind: "error"; readonly error: unknown }
  /**
   * Neither: "empty" where a server leaves `result` out instead of sending null, and "foreign" for no answer
   * to this request, with the reason if it is JSON-RPC of another kind.
   */
  | { readonly kind: "empty" | "foreign"; readonly why?: string };

/**
 * Reads an answer to the request with an identifier. An error may have the identifier null, from a
 * server that could not tell what it answers; a number may have come back as text.
 */
export function readResponse(value: unknown, id: number): ResponseEnvelope {
  if (!isObject(value)) return { kind: "foreign" };
  const error = own(value, "error") ?? undefined;
  const jsonrpc = own(value, "jsonrpc");
  const isEmpty = !Object.hasOwn(value, "result") && error === undefined;
  if (jsonrpc === undefined || (isEmpty && !Object.hasOwn(value, "id"))) return { kind: "foreign" };
  if (jsonrpc !== "2.0") return { kind: "foreign", why: `jsonrpc: expected "2.0", got ${describe(jsonrpc)}` };
  const found = own(value, "id") ?? null;
  if (found !== id && found !== String(id) && !(found === null && error !== undefined)) {
    return { kind: "foreign", why: `id: expected ${id}, got ${describe(found)}` };
  }
  if (isEmpty) return { kind: "empty" };
  return error === undefined ? { kind: "result", result: own(value, "result") } : { kind: "error", error };
}
