import { current } from "../../../packages/exchange/src/versions.ts";
import type {
  HttpHandler,
  HttpRequest,
  HttpResponse,
} from "../../../packages/runtime/src/http/http-message.ts";
import { createRouter } from "../../../packages/runtime/src/rest/router.ts";
import type { Method } from "../../../packages/runtime/src/service/method.ts";
import { mapEvents } from "../faults/with-fault.ts";

type Json = Readonly<Record<string, unknown>>;

/** Where the agent of the kit serves HTTP+JSON. */
const mount = "/rest";

const { methods, protocol } = current.service;
const find = createRouter(Object.values<Method>(methods).map((method) => ({ service: "", method })));
const errors = Object.values(protocol.errors);

/**
 * An agent over HTTP+JSON with a decoration made for JSON-RPC: that sees calls, answers and errors as
 * JSON-RPC has them, and what it makes of them goes back into the form of HTTP+JSON.
 */
export function asJsonRpc(
  handler: HttpHandler,
  decorate: (handler: HttpHandler) => HttpHandler,
): HttpHandler {
  const others = decorate(handler);
  return async (request) => {
    const bytes = await request.body({ maximumBytes: 10_000_000, timeoutMs: 30_000 });
    const call = readCall(request, Buffer.from(bytes).toString());
    if (call === undefined) return others({ ...plain(request), body: async () => bytes });
    let status = 200;
    const inner = decorate(async (changed) => {
      const sent = await changed.body({ maximumBytes: 10_000_000, timeoutMs: 30_000 });
      const { params } = JSON.parse(Buffer.from(sent).toString()) as { params: Json };
      const isSame = JSON.stringify(params) === JSON.stringify(call.params);
      const response = await handler({
        ...plain(changed),
        method: request.method,
        ...(isSame ? { body: async () => bytes } : writeParams(request, call, params)),
      });
      status = response?.status ?? status;
      return response && toJsonRpc(response);
    });
    const { method, params } = call;
    const body = Buffer.from(JSON.stringify({ method, params }));
    const response = await inner({ ...plain(request), method: "POST", body: async () => body });
    return response && fromJsonRpc(response, status);
  };
}

/** A call whose parameters are those of body and query; those of the path stay there. */
interface Call {
  readonly method: string;
  readonly params: Json;
  readonly isInBody: boolean;
}

function readCall({ method: verb, target }: HttpRequest, text: string): Call | undefined {
  const { pathname, searchParams } = new URL(target, "http://localhost");
  if (!pathname.startsWith(`${mount}/`)) return undefined;
  const { route } = find(verb, pathname.slice(mount.length));
  if (route === undefined) return undefined;
  const isInBody = route.binding.body !== undefined;
  const method = route.hosted.method.name;
  try {
    const params = isInBody ? (JSON.parse(text) as Json) : Object.fromEntries(searchParams);
    return { method, params, isInBody };
  } catch {
    return undefined;
  }
}

function writeParams(
  { target }: HttpRequest,
  { isInBody }: Call,
  params: Json,
): Pick<HttpRequest, "body" | "target"> {
  if (isInBody) return { target, body: async () => Buffer.from(JSON.stringify(params)) };
  const query = new URLSearchParams(params as Record<string, string>).toString();
  const [path = ""] = target.split("?");
  return { target: query === "" ? path : `${path}?${query}`, body: async () => Buffer.from("") };
}

/** A request without its body; those of servers have members that spreading leaves out. */
function plain(request: HttpRequest): Omit<HttpRequest, "body"> {
  return {
    method: request.method,
    target: request.target,
    header: (name) => request.header(name),
    onDisconnect: (listener) => request.onDisconnect(listener),
  };
}

/** The answer as JSON-RPC has it; texts that are no JSON stay as they are. */
function toJsonRpc(response: HttpResponse): HttpResponse {
  const { body, status } = response;
  if (typeof body === "object") {
    return { ...response, body: mapEvents(body, (event) => [wrap(event, isError(event))]) };
  }
  const value = tryJson(body ?? "{}");
  return value === undefined ? response : { ...response, body: JSON.stringify(wrap(value, status >= 400)) };
}

function fromJsonRpc(response: HttpResponse, status: number): HttpResponse {
  const { body } = response;
  if (typeof body === "object")
    return { ...response, body: mapEvents(body, (event) => [unwrap(event).value]) };
  const parsed = tryJson(body ?? "");
  if (parsed === undefined) return response;
  const { value, http } = unwrap(parsed);
  // What was an error may be none any more, or the other way round.
  const changed = http ?? (status >= 400 ? 200 : status);
  return { ...response, status: changed, body: JSON.stringify(value) };
}

const isError = (value: unknown): boolean => typeof value === "object" && value !== null && "error" in value;

function wrap(value: unknown, isFailure: boolean): unknown {
  if (!isFailure) return { jsonrpc: "2.0", id: 0, result: value };
  const { error } = value as { error?: Json };
  const { details, message, code, status } = error ?? {};
  const reason = (Array.isArray(details) ? (details as readonly Json[]) : []).find(
    (each) => "reason" in each,
  );
  const row = errors.find((each) => each.reason === reason?.["reason"]);
  return {
    jsonrpc: "2.0",
    id: 0,
    error: { code: row?.jsonRpc ?? -32603, message, data: details, http: code, status },
  };
}

/** The body of an answer, and the HTTP status of an error. */
function unwrap(value: unknown): { readonly value: unknown; readonly http?: number } {
  const { result, error } = value as { result?: unknown; error?: unknown };
  if (error === undefined) return { value: result ?? {} };
  if (typeof error !== "object" || error === null) return { value: { error }, http: 500 };
  const { code, message, data, http: given = 500, status = "INTERNAL" } = error as Json;
  const row = errors.find(({ jsonRpc }) => jsonRpc === code);
  const http = row?.http ?? Number(given);
  return { http, value: { error: { code: http, status: row?.grpc ?? status, message, details: data } } };
}

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
