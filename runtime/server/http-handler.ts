import { createDiscoveryHandler, type DiscoveryOptions } from "../discovery/server.ts";
import { errorHeaders, type HttpHandler, type HttpResponse } from "../http/http-message.ts";
import { createJsonRpcHandler } from "../jsonrpc/server.ts";
import { writeError } from "../rest/error.ts";
import { createRestHandler } from "../rest/server.ts";
import { CallError } from "../service/call-error.ts";
import type { Host } from "../service/host.ts";
import { interfacePaths } from "./interface-paths.ts";

/** Where a server has what; a path is that of requests as they reach the server, behind its proxies. */
export interface HttpHandlerOptions {
  /**
   * Path of JSON-RPC, or false. Default: the path of the card's JSONRPC interface, none when it has no
   * such interface; "/" without a card.
   */
  readonly jsonRpc?: string | false;
  /**
   * What stands before the paths of HTTP+JSON, or false. Default: the path of the card's HTTP+JSON
   * interface, none when it has no such interface; "/" without a card.
   */
  readonly rest?: string | false;
  /** How the card is served, or false. Default: as `DiscoveryOptions` says. */
  readonly discovery?: DiscoveryOptions | boolean;
  /**
   * Leaves what is for nobody here to others, such as the next handler of a framework, instead of
   * answering 404. Default: false.
   */
  readonly passOn?: boolean;
}

/** Serves a host over JSON-RPC and HTTP+JSON, with its card, by one handler. */
export function createHttpHandler(host: Host, options: HttpHandlerOptions = {}): HttpHandler {
  const { discovery = true, passOn = false } = options;
  const handlers = [
    ...pathsFor(host, options.jsonRpc, "JSONRPC").map((path) => createJsonRpcHandler(host, { path })),
    ...(discovery === false ? [] : [createDiscoveryHandler(host, discovery === true ? {} : discovery)]),
    ...pathsFor(host, options.rest, "HTTP+JSON").map((basePath) => createRestHandler(host, { basePath })),
  ];
  return async (request) => {
    for (const handler of handlers) {
      const pending = handler(request);
      if (pending === undefined) continue;
      const response = await pending;
      if (response !== undefined) return response;
    }
    return passOn ? undefined : notFound(host);
  };
}

function pathsFor(host: Host, option: string | false | undefined, binding: string): readonly string[] {
  if (option === false) return [];
  if (option !== undefined) return [option];
  return host.card === undefined || host.protocol.card === undefined ? ["/"] : interfacePaths(host, binding);
}

/** In the form that errors of HTTP+JSON have. */
function notFound({ protocol }: Host): HttpResponse {
  const error = new CallError("NOT_FOUND", "there is nothing at this path");
  return {
    status: error.http,
    headers: errorHeaders(error, protocol.contentTypes.error.send),
    body: writeError(error, protocol),
  };
}
