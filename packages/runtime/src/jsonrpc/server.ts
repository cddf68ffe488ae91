import { isPromise } from "../core/object.ts";
import type { Host } from "../host/host.ts";
import type { HostedMethod } from "../host/hosted-method.ts";
import type { OpenStream } from "../host/open-stream.ts";
import { streamHeaders } from "../http/event-body.ts";
import { errorHeaders, type HttpHandler, type HttpRequest, type HttpResponse } from "../http/http-message.ts";
import { HttpCall } from "../http/incoming.ts";
import { readJsonBody } from "../http/json-body.ts";
import { hasOtherCharset, mediaTypeOf } from "../http/media-type.ts";
import { pathFor } from "../http/mount.ts";
import { toBody } from "../http/text-body.ts";
import { firstStep, hasNoMessage, takeUplink } from "../http/uplink.ts";
import { CallError } from "../service/call-error.ts";
import { preciseTime } from "../service/observe.ts";
import { activatedHeaders } from "../service/parameter-headers.ts";
import type { Protocol } from "../service/protocol.ts";
import { show } from "../service/service-parameters.ts";
import { streamHeader } from "../service/stream-headers.ts";
import { bytesOf, isLongerThan } from "../service/text-bytes.ts";
import { HostChooser } from "../versions/choose-host.ts";
import {
  formatError,
  framingError,
  jsonRpcBinding,
  parseRequest,
  type RequestEnvelope,
  type RequestId,
  resultPrefix,
} from "./envelope.ts";
import { toErrorObject } from "./error.ts";
import { decodeParams } from "./params.ts";
import { createResultStream } from "./stream.ts";

/** Where JSON-RPC is served, and who hears of its calls. */
export interface JsonRpcHandlerOptions {
  /** The path that is served, "/a2a", also with a slash after it; every path when absent. */
  readonly path?: string;
  /** Called for every request to an existing method, with the name that the client used. */
  readonly onMethod?: (name: string, hosted: HostedMethod, host: Host) => void;
}

/**
 * Serves the methods of a host by JSON-RPC 2.0 over HTTP, streams as server-sent events (A2A 9).
 *
 * Errors are answers with the HTTP status 200, as is usual for JSON-RPC, except where HTTP itself is to act
 * on them: those with WWW-Authenticate (401, 403, 400), 403, 405 (with Allow), 408, 413, 415, 429 and 503
 * (with Retry-After where it is known). The errors of the protocol have 200 always. A notification is
 * executed and answered with 204 and no body, whatever its result.
 *
 * Several hosts, the newest version first, share a path as `HostChooser` says. Errors that come before the
 * host is known are those of the version that the request names, or else of the first host.
 *
 * Throws a TypeError when two methods of a host would have the same name, and for two hosts of one version.
 */
export function createJsonRpcHandler(
  hosts: Host | readonly [Host, ...Host[]],
  options: JsonRpcHandlerOptions = {},
): HttpHandler {
  const server = new JsonRpcServer("methods" in hosts ? [hosts] : hosts, options);
  const { path } = options;
  const withSlash = path?.endsWith("/") === true ? path : `${path}/`;
  return (request) => {
    if (path === undefined) return server.handle(request);
    const found = pathFor(request, path);
    return found === path || found === withSlash ? server.handle(request) : undefined;
  };
}

/** The HTTP statuses of errors that clients and proxies act on. */
const transportStatuses: ReadonlySet<number> = new Set([401, 403, 405, 408, 413, 415, 429, 503]);

const allow = "POST, OPTIONS";

/** Chooses the host of a request, after the checks that need none. */
class JsonRpcServer {
  readonly #choose: HostChooser<HostServer>;
  readonly #options: JsonRpcHandlerOptions;
  readonly #maximumCharacters: number;

  constructor(hosts: readonly [Host, ...Host[]], options: JsonRpcHandlerOptions) {
    const [first, ...others] = hosts;
    this.#choose = new HostChooser([new HostServer(first), ...others.map((host) => new HostServer(host))]);
    this.#options = options;
    this.#maximumCharacters = first.limits.headerBytes;
  }

  async handle(request: HttpRequest): Promise<HttpResponse> {
    if (request.method === "OPTIONS") return { status: 204, headers: { allow } };
    const incoming = new HttpCall(jsonRpcBinding, request);
    const before = this.#choose.beforeMethod(incoming, this.#maximumCharacters);
    if (before.host.isObserved) incoming.since = preciseTime();
    try {
      before.checkHttp(request);
      const { limits } = before.host;
      const body = await readJsonBody(request, limits);
      const parse = ({ host: { protocol } }: HostServer): RequestEnvelope =>
        parseRequest(body, { protocol, maximumIdCharacters: limits.headerBytes });
      const envelope = parse(before);
      if (envelope.kind === "call") return await this.#answer(envelope, incoming);
      const { method } = envelope;
      if (method === undefined) return before.refuse(incoming, envelope.id, envelope.error);
      // Told as the version does that the method is of.
      const { server } = this.#choose.byMethod(incoming, method, this.#maximumCharacters);
      const again = parse(server);
      return server.refuse(incoming, again.id, again.kind === "invalid" ? again.error : envelope.error);
    } catch (error) {
      const { host } = before;
      return before.refuse(incoming, null, host.toCallError(error, { name: "request" }, incoming));
    }
  }

  #answer(envelope: CallEnvelope, incoming: HttpCall): HttpResponse | Promise<HttpResponse> {
    const { id, method } = envelope;
    const chosen = this.#choose.byMethod(incoming, method, this.#maximumCharacters);
    if (!chosen.ok) return chosen.server.refuse(incoming, id, chosen.error);
    const { server, emptyVersion } = chosen;
    const hosted = server.methods.get(method);
    if (hosted === undefined)
      return server.refuse(incoming, id, unknownMethod(server.host.protocol, method, chosen.hint));
    this.#options.onMethod?.(method, hosted, server.host);
    incoming.emptyVersion = emptyVersion;
    return server.call(hosted, envelope, incoming);
  }
}

/** The methods of one host by their names. */
class HostServer {
  readonly host: Host;
  readonly methods: ReadonlyMap<string, HostedMethod>;
  readonly #accepted: ReadonlySet<string>;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #streamHeaders: Readonly<Record<string, string>>;

  constructor(host: Host) {
    const { jsonRpc, stream } = host.protocol.contentTypes;
    this.host = host;
    this.methods = nameMethods(host.methods);
    this.#accepted = new Set(jsonRpc.accept);
    this.#headers = { "content-type": jsonRpc.send };
    this.#streamHeaders = streamHeaders(stream);
  }

  checkHttp(request: HttpRequest): void {
    if (request.method !== "POST") {
      throw framingError(this.host.protocol, "request", {
        detail: `expected the HTTP method POST, got ${show(request.method)}`,
        http: 405,
        headers: { allow },
      });
    }
    const type = request.header("content-type");
    if (type !== undefined && this.#accepted.has(type)) return;
    if (this.#accepted.has(mediaTypeOf(type)) && !hasOtherCharset(type)) return;
    const { protocol } = this.host;
    const { refusal = "" } = protocol.contentTypes;
    const detail = `expected the content type ${[...this.#accepted].join(" or ")} in UTF-8, got ${type === undefined ? "none" : show(type)}`;
    const row = protocol.errors[refusal];
    if (row === undefined) throw framingError(protocol, "request", { detail, http: 415 });
    const { reason, jsonRpc } = row;
    throw new CallError("INVALID_ARGUMENT", detail, { name: refusal, reason, jsonRpc, http: 415 });
  }

  call(hosted: HostedMethod, envelope: CallEnvelope, incoming: HttpCall): Promise<HttpResponse> {
    const { id, params, wellFormed, method } = envelope;
    const read = (): unknown => decodeParams(hosted.method, params, { wellFormed });
    switch (hosted.method.kind) {
      case "unary":
        return this.#unary(hosted, { id, incoming, read });
      case "server":
        if (id === undefined) return Promise.resolve(this.refuse(incoming, null, this.#noStream(method)));
        return this.#stream(hosted, { id, incoming, read });
      case "client":
      case "bidi":
        return this.#duplex(hosted, { id, incoming, read });
    }
  }

  /** Opens a stream to which the client sends messages, or takes one of these. */
  async #duplex(hosted: HostedMethod, { id, incoming, read }: OpenCall): Promise<HttpResponse> {
    const host = this.host;
    try {
      const taken = takeUplink(host, hosted, { incoming, read });
      if (taken !== undefined) {
        const { call } = await taken;
        if (id === undefined) return noContent;
        const headers = { ...this.#headers, ...activatedHeaders(call.named, host.protocol) };
        return { status: 200, headers, body: `${resultPrefix(id)}{}}` };
      }
      if (id === undefined) return this.refuse(incoming, null, this.#noStream(hosted.method.name));
      const first = hasNoMessage(incoming) ? undefined : read;
      const duplex = await host.duplex(hosted, incoming, first);
      return await this.#answerStream(duplex.stream, { hosted, id, incoming, name: duplex.id });
    } catch (error) {
      return this.fail(id, host.toCallError(error, hosted.method, incoming), this.#activated(incoming));
    }
  }

  async #unary(hosted: HostedMethod, { id, incoming, read }: OpenCall): Promise<HttpResponse> {
    const host = this.host;
    try {
      const answer = await host.unary(hosted, incoming, read);
      if (id === undefined) return noContent;
      const { eventBytes, stallMs } = host.limits;
      const making = host.buffer(answer, () => {
        const body = `${resultPrefix(id)}${hosted.method.output.stringify(answer.value)}}`;
        if (isLongerThan(body, eventBytes)) throw tooLarge(body, eventBytes);
        return body;
      });
      const held = isPromise(making) ? await making : making;
      const activated = activatedHeaders(answer.call.named, host.protocol);
      const headers = activated === undefined ? this.#headers : { ...this.#headers, ...activated };
      return { status: 200, headers, body: toBody(held, stallMs) };
    } catch (error) {
      return this.fail(id, host.toCallError(error, hosted.method, incoming), this.#activated(incoming));
    }
  }

  async #stream(
    hosted: HostedMethod,
    { id, incoming, read }: OpenCall & { readonly id: RequestId },
  ): Promise<HttpResponse> {
    const host = this.host;
    try {
      return await this.#answerStream(await host.stream(hosted, incoming, read), { hosted, id, incoming });
    } catch (error) {
      return this.fail(id, host.toCallError(error, hosted.method, incoming), this.#activated(incoming));
    }
  }

  async #answerStream(
    stream: OpenStream,
    { hosted, id, incoming, name }: AnswerStreamInit,
  ): Promise<HttpResponse> {
    const { limits, protocol } = this.host;
    const first = await firstStep(stream, hosted, limits);
    if (first?.kind === "error") return this.fail(id, first.error, this.#activated(incoming));
    return {
      status: 200,
      headers: {
        ...this.#streamHeaders,
        ...activatedHeaders(stream.call.named, protocol),
        ...(name !== undefined && { [streamHeader]: name }),
      },
      body: createResultStream(stream, {
        hosted,
        id,
        protocol,
        first,
        maximumBytes: limits.eventBytes,
        toCallError: (error) => this.host.toCallError(error, hosted.method, incoming),
      }),
    };
  }

  /** The headers of an error answer that name the active extensions. */
  #activated(incoming: HttpCall): Readonly<Record<string, string>> | undefined {
    return activatedHeaders(this.host.activatedFor(incoming), this.host.protocol);
  }

  /** The answer to a request that is not a call of the host. */
  refuse(incoming: HttpCall, id: RequestId | undefined, error: CallError): HttpResponse {
    this.host.observeRefusal(incoming, error);
    return this.fail(id, error);
  }

  /** The answer to a request that failed; a notification learns nothing. */
  fail(id: RequestId | undefined, error: CallError, more?: Readonly<Record<string, string>>): HttpResponse {
    if (id === undefined) return noContent;
    const { protocol } = this.host;
    const { refusal } = protocol.contentTypes;
    const isOfProtocol = Object.hasOwn(protocol.errors, error.name) && error.name !== refusal;
    const isTransport = (transportStatuses.has(error.http) || error.challenges.length > 0) && !isOfProtocol;
    return {
      status: isTransport ? error.http : 200,
      headers: { ...errorHeaders(error, protocol.contentTypes.jsonRpc.send), ...more },
      body: formatError(id, JSON.stringify(toErrorObject(error, protocol))),
    };
  }

  #noStream(method: string): CallError {
    return framingError(this.host.protocol, "request", {
      detail: `${method} answers with a stream; give the request an id`,
    });
  }
}

type CallEnvelope = Extract<RequestEnvelope, { readonly kind: "call" }>;

function unknownMethod(protocol: Protocol, method: string, hint: string | undefined): CallError {
  return framingError(protocol, "method", {
    detail: hint === undefined ? show(method) : `${show(method)}; ${hint}`,
    metadata: { method: method.length > 100 ? `${method.slice(0, 100)}…` : method },
  });
}

interface OpenCall {
  /** Undefined for a notification. */
  readonly id: RequestId | undefined;
  readonly incoming: HttpCall;
  readonly read: () => unknown;
}

interface AnswerStreamInit {
  readonly hosted: HostedMethod;
  readonly id: RequestId;
  readonly incoming: HttpCall;
  /** The identifier of a stream to which the client sends messages. */
  readonly name?: string;
}

const noContent: HttpResponse = { status: 204, headers: {} };

function tooLarge(body: string, limit: number): CallError {
  return new CallError("INTERNAL", "the answer is larger than the server sends", {
    metadata: { bytes: String(bytesOf(body)), limit: String(limit) },
  });
}

/** The methods by their names and, where no method has such a name, by their aliases. */
function nameMethods(methods: readonly HostedMethod[]): ReadonlyMap<string, HostedMethod> {
  const named = new Map<string, HostedMethod>();
  const add = (name: string, hosted: HostedMethod): void => {
    const other = named.get(name);
    if (other !== undefined && other !== hosted) {
      throw new TypeError(
        `JSON-RPC names methods without their service: ${other.service}.${other.method.name} and ${hosted.service}.${hosted.method.name} would both be ${name}; serve them by hosts of their own, at different paths`,
      );
    }
    named.set(name, hosted);
  };
  for (const hosted of methods) {
    const { name, jsonRpcName = name } = hosted.method;
    add(name, hosted);
    add(jsonRpcName, hosted);
  }
  const own = new Set(named.keys());
  for (const hosted of methods) {
    for (const alias of hosted.method.aliases ?? []) if (!own.has(alias)) add(alias, hosted);
  }
  return named;
}
