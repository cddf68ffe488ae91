import { isObject } from "@a2agen/runtime/internal";
import { listMethods, toHttpUrl, valueAt } from "@a2agen/runtime/internal/wire";
import type { HttpBinding, Method } from "@a2agen/runtime/service";
import { toRecorded } from "../bytes.ts";
import type { Header, Request } from "../generated/a2agen/exchange/v1/exchange_types.ts";
import type { Spoken } from "../meaning/reader.ts";

/** A call without its binding. Nothing is checked: the bytes are as wrong as the value. */
export interface AbstractCall {
  /** Of the service that is spoken. */
  readonly method: Method;
  /** The message, in the JSON of the version that is spoken. */
  readonly value: unknown;
  /** Its text, where that is more than its value: two members with one name. */
  readonly text?: string;
  /** Its bytes in gRPC, where the codec of the message does not write them. */
  readonly bytes?: Uint8Array;
  /** Service parameters and credentials. */
  readonly headers: readonly Header[];
  /** `id` of JSON-RPC. */
  readonly id: string;
  /** The rule that carries it over HTTP+JSON; the first one that fits when absent. */
  readonly rule?: HttpBinding;
}

/** The request that carries a call over the binding that is spoken. */
export function encodeCall(call: AbstractCall, spoken: Spoken): Request {
  switch (spoken.binding) {
    case "JSONRPC":
      return encodeJsonRpc(call, spoken.url);
    case "HTTP+JSON":
      return encodeHttpJson(call, spoken.url);
    case "GRPC":
      return encodeGrpc(call, spoken);
    default:
      throw new TypeError(`binding: expected JSONRPC, HTTP+JSON or GRPC; found ${spoken.binding}`);
  }
}

function textOf({ value, text }: AbstractCall): string {
  return text ?? JSON.stringify(value);
}

/** A2A 9. */
function encodeJsonRpc(call: AbstractCall, url: string): Request {
  const { jsonRpcName, name } = call.method;
  const head = JSON.stringify({ jsonrpc: "2.0", id: call.id, method: jsonRpcName ?? name });
  return {
    verb: "POST",
    url,
    headers: [
      { name: "content-type", value: "application/json" },
      { name: "accept", value: "application/json, text/event-stream" },
      ...call.headers,
    ],
    body: { text: `${head.slice(0, -1)},"params":${textOf(call)}}` },
  };
}

/** A2A 11. */
function encodeHttpJson(call: AbstractCall, base: string): Request {
  const { method, value, headers, rule = findRule(method, value) } = call;
  if (rule === undefined) throw new TypeError(`${method.name}: no rule of HTTP fits the request`);
  const inPath = fieldsOf(rule);
  const rest = Object.fromEntries(
    Object.entries(isObject(value) ? value : {}).filter(([name]) => !inPath.includes(name)),
  );
  const { body } = rule;
  const inBody = body === undefined ? undefined : body === "*" ? rest : rest[body];
  const inQuery =
    body === "*" ? {} : Object.fromEntries(Object.entries(rest).filter(([name]) => name !== body));
  const query = writeQuery(inQuery);
  const isWhole = body === "*" && inPath.length === 0;
  return {
    verb: rule.verb,
    url: `${base.replace(/\/$/, "")}${writePath(rule, value)}${query === "" ? "" : `?${query}`}`,
    headers: [
      ...(inBody === undefined ? [] : [{ name: "content-type", value: "application/json" }]),
      { name: "accept", value: "application/json, application/a2a+json, text/event-stream" },
      ...headers,
    ],
    ...(inBody === undefined ? {} : { body: { text: isWhole ? textOf(call) : JSON.stringify(inBody) } }),
  };
}

/** The first rule whose path the fields of a request fill. */
export function findRule(method: Method, value: unknown): HttpBinding | undefined {
  return method.http.find((rule) => isFilled(rule, value));
}

/**
 * The forms in which agents may take a request, the usual one first: texts and protos of a version name other
 * verbs, and write the one field that is the body with its name.
 */
export function listForms(method: Method, value: unknown): readonly HttpBinding[] {
  const [first, ...others] = method.http.filter((rule) => isFilled(rule, value));
  if (first === undefined) return [];
  const names = fieldsOf(first).join();
  const rules = [first, ...others.filter((rule) => fieldsOf(rule).join() === names)];
  const named = rules.flatMap((rule): readonly HttpBinding[] =>
    rule.body === undefined || rule.body === "*" ? [] : [{ ...rule, body: "*" }],
  );
  return [...rules, ...named];
}

function isFilled(rule: HttpBinding, value: unknown): boolean {
  return fieldsOf(rule).every((field) => {
    const part = valueAt(value, field.split("."));
    return typeof part === "string" && part !== "";
  });
}

function fieldsOf({ path }: HttpBinding): readonly string[] {
  return path.flatMap((segment) => (typeof segment === "string" ? [] : [segment.field]));
}

function writePath({ path, action }: HttpBinding, value: unknown): string {
  const segments = path.map((segment) => {
    if (typeof segment === "string") return segment;
    const text = String(valueAt(value, segment.field.split(".")));
    // The last segment takes what is left, slashes too.
    const [parts, last] = [text.split("/"), segment.match.length - 1];
    return [...parts.slice(0, last), parts.slice(last).join("/")].map(encodeURIComponent).join("/");
  });
  return `/${segments.join("/")}${action === undefined ? "" : `:${action}`}`;
}

/** Scalars and lists of scalars; a query has no place for others. */
function writeQuery(fields: Readonly<Record<string, unknown>>): string {
  return Object.entries(fields)
    .flatMap(([name, value]) => [value].flat().map((each) => [name, each] as const))
    .filter(([, value]) => ["string", "number", "boolean"].includes(typeof value))
    .map(
      ([name, value]) =>
        `${encodeURIComponent(name)}=${encodeURIComponent(String(value).replaceAll(/\p{Surrogate}/gu, "\ufffd"))}`,
    )
    .join("&");
}

/** A2A 10. */
function encodeGrpc({ method, value, bytes, headers }: AbstractCall, { url, grpc }: Spoken): Request {
  if (grpc === undefined) throw new TypeError("grpc: expected the codecs of the version");
  const found = listMethods([grpc]).find(({ method: { name } }) => name === method.name);
  if (found === undefined) throw new TypeError(`${method.name}: no codecs for gRPC`);
  return {
    verb: "POST",
    url: `${new URL(toHttpUrl(url)).origin}${found.path}`,
    headers: [
      { name: "content-type", value: "application/grpc" },
      { name: "te", value: "trailers" },
      ...headers.map((header) => ({ ...header, name: header.name.toLowerCase() })),
    ],
    body: toRecorded(bytes ?? found.input.encode(value)),
  };
}
