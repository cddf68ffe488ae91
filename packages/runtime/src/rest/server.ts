import { isPromise } from "../core/object.ts";
import type { Host } from "../host/host.ts";
import type { HostedMethod } from "../host/hosted-method.ts";
import type { OpenStream } from "../host/open-stream.ts";
import { createEventBody, streamHeaders } from "../http/event-body.ts";
import { errorHeaders, type HttpHandler, type HttpRequest, type HttpResponse } from "../http/http-message.ts";
import { HttpCall, pathOf } from "../http/incoming.ts";
import { fullPath, isBelow } from "../http/mount.ts";
import { toBody } from "../http/text-body.ts";
import { firstStep, hasNoMessage, takeUplink } from "../http/uplink.ts";
import { CallError } from "../service/call-error.ts";
import type { HttpBinding } from "../service/method.ts";
import { activatedHeaders } from "../service/parameter-headers.ts";
import { streamHeader } from "../service/stream-headers.ts";
import { bytesOf, isLongerThan } from "../service/text-bytes.ts";
import { chooseErrorType, chooseMediaType } from "./accept.ts";
import { writeAnswer } from "./answer.ts";
import { bindingName } from "./binding-name.ts";
import { writeError } from "./error.ts";
import type { QueryParameters } from "./query.ts";
import { queryParameters, type ReadInit, readRequest } from "./read-request.ts";
import { createRouter, type Route, type RouteMatch, type Router } from "./router.ts";
import { createEventWriter } from "./stream.ts";

/** Where HTTP+JSON is served, and who hears of its calls. */
export interface RestHandlerOptions {
  /** The path before those of the rules, "/a2a". Default: none. */
  readonly basePath?: string;
  /** Called for every request to a method, with the rule of its verb and path. */
  readonly onRule?: (rule: HttpBinding, hosted: HostedMethod, host: Host) => void;
}

/**
 * Serves the methods of a host by their rules of google.api.http (A2A 11). A request whose path no
 * rule has is left to others: the handler resolves with undefined. Throws a TypeError for rules that
 * contradict each other.
 */
export function createRestHandler(host: Host, options: RestHandlerOptions = {}): HttpHandler {
  const server = new RestServer(host, options);
  return (request) => server.handle(request);
}

function normalizeBase(basePath: string): string {
  const base = basePath.endsWith("/") ? basePath.slice(0, -1) : basePath;
  if (base !== "" && !/^(?:\/[^/?#]+)+$/.test(base)) {
    throw new TypeError(`basePath: expected a path such as /a2a, got ${JSON.stringify(basePath)}`);
  }
  return base;
}

class RestServer {
  readonly #host: Host;
  readonly #basePath: string;
  readonly #find: Router;
  readonly #onRule: RestHandlerOptions["onRule"];
  readonly #parameters = new Map<Route, QueryParameters>();
  readonly #contentTypes: ReadonlyMap<string, Readonly<Record<string, string>>>;

  constructor(host: Host, { basePath = "", onRule }: RestHandlerOptions) {
    this.#host = host;
    this.#basePath = normalizeBase(basePath);
    this.#onRule = onRule;
    this.#find = createRouter(host.methods);
    const { send, accept } = host.protocol.contentTypes.http;
    this.#contentTypes = new Map([send, ...accept].map((type) => [type, { "content-type": type }]));
  }

  handle(request: HttpRequest): Promise<HttpResponse | undefined> | undefined {
    const { base, target } = request;
    if (base === undefined) return this.#answer(request, pathOf(target));
    if (this.#basePath !== "" && isBelow(this.#basePath, base))
      return this.#answer(request, fullPath(request));
    // A mount may also choose some of the paths, "/tasks", and have nothing to do with the base.
    return this.#answer(request, pathOf(target)) ?? this.#answer(request, fullPath(request));
  }

  #answer(request: HttpRequest, whole: string): Promise<HttpResponse | undefined> | undefined {
    const path = this.#pathBelow(whole);
    if (path === undefined) return undefined;
    const { headerBytes } = this.#host.limits;
    if (request.target.length > headerBytes) {
      const text = `expected a target of at most ${headerBytes} characters, got ${request.target.length}`;
      return Promise.resolve(this.#refuse(request, new CallError("INVALID_ARGUMENT", text, { http: 414 })));
    }
    const match = this.#find(request.method, path);
    if (match.route !== undefined) return this.#call(request, match.route, match);
    if (match.verbs.length === 0) return undefined;
    if (request.method === "HEAD" && match.verbs.includes("GET")) return this.#head(request, path);
    return Promise.resolve(this.#refuseVerb(request, allowed(match.verbs)));
  }

  #refuseVerb(request: HttpRequest, allow: string): HttpResponse {
    const verb = request.method;
    if (verb === "OPTIONS") return { status: 204, headers: { allow } };
    const init = { http: 405, headers: { allow } };
    return this.#refuse(
      request,
      new CallError("UNIMPLEMENTED", `${verb} is not allowed here; use ${allow}`, init),
    );
  }

  /** Answers a request that is not a call of the host. */
  #refuse(request: HttpRequest, error: CallError): HttpResponse {
    this.#host.observeRefusal(new HttpCall(bindingName, request), error);
    return this.#answerError(error, request);
  }

  /** What of a path is below the base; undefined for one that is elsewhere. */
  #pathBelow(path: string): string | undefined {
    if (this.#basePath === "") return path.startsWith("/") ? path : undefined;
    const isBelow = path.startsWith(this.#basePath) && path.charCodeAt(this.#basePath.length) === slash;
    return isBelow ? path.slice(this.#basePath.length) : undefined;
  }

  async #head(request: HttpRequest, path: string): Promise<HttpResponse | undefined> {
    const match = this.#find("GET", path);
    if (match.route === undefined) return undefined;
    const { status, headers, body } = await this.#call(request, match.route, match);
    if (typeof body === "object") body.cancel();
    return { status, headers };
  }

  async #call(request: HttpRequest, route: Route, { segments }: RouteMatch): Promise<HttpResponse> {
    const { limits, protocol } = this.#host;
    this.#onRule?.(route.binding, route.hosted, this.#host);
    const init: ReadInit = { route, segments, parameters: this.#parametersOf(route), limits, protocol };
    const call = new HttpCall(bindingName, request);
    const read = (): unknown => readRequest(request, init);
    try {
      switch (route.hosted.method.kind) {
        case "unary":
          return await this.#unary(request, route, { call, read });
        case "server":
          return await this.#stream(route, call, await this.#host.stream(route.hosted, call, read));
        case "client":
        case "bidi":
          return await this.#duplex(request, route, { call, read });
      }
    } catch (thrown) {
      const { method } = route.hosted;
      const error = this.#host.toCallError(thrown, method, call);
      const activated = activatedHeaders(this.#host.activatedFor(call), protocol);
      try {
        return this.#answerError(error, request, activated);
      } catch (cause) {
        // Details that a handler gave have no form in JSON.
        return this.#answerError(this.#host.toCallError(cause, method, call), request, activated);
      }
    }
  }

  async #unary(request: HttpRequest, route: Route, { call, read }: CallInit): Promise<HttpResponse> {
    const { hosted, binding } = route;
    const { protocol, limits } = this.#host;
    const answer = await this.#host.unary(hosted, call, read);
    const making = this.#host.buffer(answer, () => {
      const body = writeAnswer(hosted.method, binding, answer.value);
      if (!isLongerThan(body, limits.eventBytes)) return body;
      throw new CallError("INTERNAL", "the answer is larger than the server sends", {
        metadata: { bytes: String(bytesOf(body)), limit: String(limits.eventBytes) },
      });
    });
    const held = isPromise(making) ? await making : making;
    const type = chooseMediaType(protocol.contentTypes.http, request.header("accept"));
    const isCard = hosted.method.output.typeName === protocol.card?.typeName;
    const known = this.#contentTypes.get(type) ?? { "content-type": type };
    // A card for an authenticated caller (A2A 13.3).
    const headers = isCard ? { ...known, "cache-control": "private, no-cache" } : known;
    const activated = activatedHeaders(answer.call.named, protocol);
    return {
      status: 200,
      headers: activated === undefined ? headers : { ...headers, ...activated },
      body: toBody(held, limits.stallMs),
    };
  }

  /** Opens a stream to which the client sends messages, or takes one of these. */
  async #duplex(request: HttpRequest, route: Route, { call, read }: CallInit): Promise<HttpResponse> {
    const { hosted } = route;
    const { protocol } = this.#host;
    const taken = takeUplink(this.#host, hosted, { incoming: call, read });
    if (taken !== undefined) {
      const { named } = (await taken).call;
      const type = chooseMediaType(protocol.contentTypes.http, request.header("accept"));
      return {
        status: 200,
        headers: { "content-type": type, ...activatedHeaders(named, protocol) },
        body: "{}",
      };
    }
    const { stream, id } = await this.#host.duplex(hosted, call, hasNoMessage(call) ? undefined : read);
    const answer = await this.#stream(route, call, stream);
    return { ...answer, headers: { ...answer.headers, [streamHeader]: id } };
  }

  async #stream(route: Route, call: HttpCall, stream: OpenStream): Promise<HttpResponse> {
    const { protocol, limits } = this.#host;
    const first = await firstStep(stream, route.hosted, limits);
    if (first?.kind === "error") throw first.error;
    const writer = createEventWriter(route, { host: this.#host, incoming: call });
    return {
      status: 200,
      headers: {
        ...streamHeaders(protocol.contentTypes.stream),
        ...activatedHeaders(stream.call.named, protocol),
      },
      body: createEventBody(stream, first, writer),
    };
  }

  #answerError(
    error: CallError,
    request: HttpRequest,
    more?: Readonly<Record<string, string>>,
  ): HttpResponse {
    const { protocol } = this.#host;
    const type = chooseErrorType(protocol, request.header("accept"));
    const headers = { ...errorHeaders(error, type), ...more };
    return { status: error.http, headers, body: writeError(error, protocol) };
  }

  #parametersOf(route: Route): QueryParameters {
    let parameters = this.#parameters.get(route);
    if (parameters === undefined) {
      parameters = queryParameters(route);
      this.#parameters.set(route, parameters);
    }
    return parameters;
  }
}

interface CallInit {
  readonly call: HttpCall;
  readonly read: () => unknown;
}

const slash = 47;

/** The value of Allow: the verbs of the rules, and those that come with them. */
function allowed(verbs: readonly string[]): string {
  return [...new Set([...verbs, ...(verbs.includes("GET") ? ["HEAD"] : []), "OPTIONS"])].join(", ");
}
