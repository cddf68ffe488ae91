import type { HttpHandler, HttpResponse } from "../http/http-message.ts";
import { originForm } from "../http/request-head.ts";
import { belowMount, type MountedTarget, normalizeMount, takenOff } from "./mount.ts";
import type { NodeRequest, NodeResponse } from "./node-message.ts";
import { NodeHttpRequest, type NodeHttpRequestInit } from "./node-request.ts";
import { writeNodeResponse } from "./node-response.ts";
import { doubledHeader, internalError, notFound } from "./not-found.ts";

/** A listener for "request" events; called with `next`, it hands on what it does not take. */
export type NodeListener = (request: NodeRequest, response: NodeResponse, next?: NextHandler) => void;

/** Hands a request on to what comes next. */
export type NextHandler = (error?: unknown) => void;

/** Which events of a server of `node:http` a listener is for. */
export interface NodeListenerOptions {
  /**
   * Makes a listener for "checkContinue" events: a client that asks first may send its body when
   * it is wanted, and otherwise never sends it. Default: false, for "request" events, where Node has
   * told it already.
   */
  readonly expectContinue?: boolean;
  /**
   * Taken off the path before the handler sees it, "/agents/one"; what is elsewhere is handed on, or answered
   * with 404. Default: what the framework around the listener has taken off.
   */
  readonly basePath?: string;
}

/**
 * Serves a handler on node:http, node:https, and node:http2 by its compatibility API:
 * `createServer(toNodeListener(handler))`. A request that the handler does not take is answered with
 * 404. How long a head may take and how large it may be, and how long a connection may be idle, are
 * the server's own limits: `headersTimeout` (60 s), `maxHeaderSize` (16 KiB), `keepAliveTimeout` (5 s);
 * `maxConnections` has no default. To refuse bodies before they are sent, add
 * `server.on("checkContinue", toNodeListener(handler, { expectContinue: true }))`.
 */
export function toNodeListener(
  handler: HttpHandler,
  { expectContinue = false, basePath = "" }: NodeListenerOptions = {},
): NodeListener {
  const init: NodeHttpRequestInit = { expectContinue };
  const mount = normalizeMount(basePath);
  return (raw, response, next) => {
    const mounted = mount === "" ? mountOf(raw) : belowMount(originForm(raw.url ?? "/"), mount);
    const request = new NodeHttpRequest(
      raw,
      response,
      mounted === undefined ? init : { ...init, ...mounted },
    );
    void answerNode(mounted === undefined ? elsewhere : handler, request, { response, next });
  };
}

const elsewhere: HttpHandler = () => undefined;

/** The target below what a framework has taken off. */
function mountOf({ url = "/", originalUrl }: NodeRequest): MountedTarget {
  const target = originForm(url);
  return originalUrl === undefined || originalUrl === url
    ? { target }
    : takenOff(originForm(originalUrl), target);
}

/** Lets a handler answer a request of Node; `next` gets what it does not take, and what it throws. */
export async function answerNode(
  handler: HttpHandler,
  request: NodeHttpRequest,
  { response, next }: { readonly response: NodeResponse; readonly next: NextHandler | undefined },
): Promise<void> {
  let answer: HttpResponse | undefined;
  try {
    answer = request.hasDoubledHeader ? doubledHeader : await handler(request);
  } catch (error) {
    if (next !== undefined) {
      next(error);
      return;
    }
    answer = internalError;
  }
  if (answer === undefined && next !== undefined) next();
  else writeNodeResponse(request, response, answer ?? notFound);
}
