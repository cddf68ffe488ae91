import { accepts } from "../core/codec.ts";
import { formatIssue } from "../core/issue.ts";
import { isObject } from "../core/object.ts";
import { mayEscapeSurrogate } from "../core/well-formed.ts";
import { excerptOf, fromForeignAnswer, transportFacts } from "../http/answer-error.ts";
import { mediaTypeOf } from "../http/media-type.ts";
import {
  type HttpTransportOptions,
  type OutgoingRequest,
  type PendingAnswer,
  sendRequest,
} from "../http/outgoing.ts";
import type { CallOptions } from "../service/call-context.ts";
import { type CallError, clientError } from "../service/call-error.ts";
import { invalidAnswer } from "../service/invalid-answer.ts";
import type { ClientMethod, DuplexCarrier } from "../service/method.ts";
import type { ClientProtocol } from "../service/protocol.ts";
import { isDecodeError, isUnknownEvent } from "../service/request-error.ts";
import { type ClientTransport, overHttp } from "../service/transport.ts";
import { formatRequest, jsonRpcBinding, readResponse } from "./envelope.ts";
import { fromErrorObject } from "./error.ts";

/**
 * Carries the calls of a client by JSON-RPC 2.0 over HTTP, streams as server-sent events (A2A 9).
 * `protocol` is that of the service: `service.protocol`. Results are read leniently; what only that
 * accepts is reported to `onWarning`.
 */
export function createJsonRpcTransport(
  protocol: ClientProtocol,
  options: HttpTransportOptions,
): ClientTransport {
  const { url, onWarning } = options;
  let lastId = 0;
  const open = async (method: ClientMethod, request: unknown, call: CallOptions): Promise<OpenCall> => {
    lastId += 1;
    const id = lastId;
    const outgoing = formatOutgoing(method, request, { id, url, protocol });
    const answer = await sendRequest(outgoing, { transport: options, call, protocol });
    return { id, method, answer, url, protocol, onWarning };
  };
  const stream: ClientTransport["stream"] = async function* (method, request, call) {
    const opened = await open(method, request, call);
    const { answer } = opened;
    const type = mediaTypeOf(answer.response.headers.get("content-type") ?? undefined);
    if (type === protocol.contentTypes.stream) yield* readResults(opened, call);
    // An error before the first event, or a result that is the whole answer.
    else yield readAnswer(await answer.text(), opened);
  };
  const carry = (method: ClientMethod): DuplexCarrier => ({
    open: (message = {}, call) => stream(method, message, call),
    async send(message = {}, call) {
      const opened = await open({ ...method, kind: "unary" }, message, call);
      readResult(await opened.answer.text(), opened);
    },
  });
  return {
    binding: jsonRpcBinding,
    async unary(method, request, call) {
      const opened = await open(method, request, call);
      return readAnswer(await opened.answer.text(), opened);
    },
    stream,
    clientStream: async (method, requests, options) =>
      overHttp(method).client(carry(method), { method, requests, options }),
    bidiStream: (method, requests, options) =>
      overHttp(method).bidi(carry(method), { method, requests, options }),
    async close() {
      // `fetch` keeps its connections itself.
    },
  };
}

/** A request whose answer has begun. */
interface OpenCall {
  readonly id: number;
  readonly method: ClientMethod;
  readonly answer: PendingAnswer;
  readonly url: string;
  readonly protocol: ClientProtocol;
  readonly onWarning: HttpTransportOptions["onWarning"];
}

function formatOutgoing(
  { name, jsonRpcName = name, kind, input }: ClientMethod,
  request: unknown,
  { id, url, protocol }: { readonly id: number; readonly url: string; readonly protocol: ClientProtocol },
): OutgoingRequest {
  const { jsonRpc, stream } = protocol.contentTypes;
  const accept = kind === "unary" ? jsonRpc.accept : [stream, ...jsonRpc.accept];
  let params: string;
  try {
    params = input.stringify(request);
  } catch (cause) {
    throw clientError("INVALID_ARGUMENT", `the request of ${name} is no ${input.typeName}`, { cause });
  }
  return {
    verb: "POST",
    url,
    headers: { "content-type": jsonRpc.send, accept: accept.join(", ") },
    body: formatRequest(id, jsonRpcName, params),
  };
}

function readAnswer(text: string, call: OpenCall): unknown {
  return decodeResult(readResult(text, call), text, call);
}

/** The result of an answer, not decoded; throws the error of another one. */
function readResult(text: string, call: OpenCall): unknown {
  const { response } = call.answer;
  const envelope = readResponse(parseJson(text), call.id);
  if (envelope.kind === "result") return envelope.result;
  if (envelope.kind === "error") throw toError(envelope.error, call);
  if (envelope.kind === "empty" && response.ok) return null;
  if (!response.ok) throw fromForeignAnswer(call.url, response, text);
  throw notTheAnswer(call, envelope.why ?? `expected an answer of JSON-RPC 2.0, got ${quote(text)}`);
}

async function* readResults(
  call: OpenCall,
  { onEventId }: CallOptions,
): AsyncGenerator<unknown, void, undefined> {
  for await (const { event, data, id } of call.answer.events()) {
    const value = parseJson(data);
    const envelope = readResponse(value, call.id);
    if (id !== "") onEventId?.(id);
    if (envelope.kind === "result") {
      let result: unknown;
      try {
        result = decodeResult(envelope.result, data, call);
      } catch (error) {
        if (!isUnknownEvent(error, envelope.result)) throw error;
        const message = `an event of an unknown kind was skipped: ${quote(data)}`;
        call.onWarning?.({ method: call.method.name, path: "", message });
        continue;
      }
      yield result;
      continue;
    }
    if (envelope.kind === "error") throw toError(envelope.error, call);
    else if (envelope.why !== undefined) throw notTheAnswer(call, envelope.why);
    else if (event === "error") throw toError(bareError(value) ?? data, call);
    // Some servers keep a stream alive by events with other names, or without data.
    else if (data === "") continue;
    else if (event === "message") {
      throw notTheAnswer(call, `expected an answer of JSON-RPC 2.0 as event, got ${quote(data)}`);
    } else {
      const message = `an event ${quote(event)} was skipped: ${quote(data)}`;
      call.onWarning?.({ method: call.method.name, path: "", message });
    }
  }
}

/** An error object without the envelope of JSON-RPC. */
function bareError(value: unknown): unknown {
  if (!isObject(value)) return undefined;
  return isObject(value["error"]) ? value["error"] : value;
}

function decodeResult(result: unknown, text: string, call: OpenCall): unknown {
  const { method, onWarning, protocol } = call;
  const { output, name } = method;
  const warn = (path: string, message: string): void => onWarning?.({ method: name, path, message });
  const isNothing = result === null && !accepts(output, null) && accepts(output, {});
  if (isNothing) warn("", "expected an object, got null");
  try {
    return output.decodeParsed(isNothing ? {} : result, {
      wellFormed: !mayEscapeSurrogate(text),
      lenient: true,
      onWarning: (issue) => warn(issue.path, issue.message),
    });
  } catch (cause) {
    if (!isDecodeError(cause)) throw cause;
    const [first] = cause.issues;
    const what = first === undefined ? "" : `: ${formatIssue(first)}`;
    throw invalidAnswer(protocol, `${call.url}: ${name} returned no ${output.typeName}${what}`, cause);
  }
}

function toError(error: unknown, { answer: { response }, protocol }: OpenCall): CallError {
  return fromErrorObject(error, { http: response.status, ...transportFacts(response) }, protocol);
}

function notTheAnswer({ url, method, protocol }: OpenCall, why: string): CallError {
  return invalidAnswer(protocol, `${url}: ${method.name}: ${why}`);
}

/** The JSON value of a text; undefined if it is not JSON. */
function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    // The caller reports what came instead.
    return undefined;
  }
}

function quote(text: string): string {
  return JSON.stringify(excerptOf(text));
}
