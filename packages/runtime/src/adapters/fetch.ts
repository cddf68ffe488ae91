import type { HttpHandler } from "../http/http-message.ts";
import { FetchRequest, targetOf } from "./fetch-request.ts";
import { toFetchResponse } from "./fetch-response.ts";
import { belowMount, normalizeMount } from "./mount.ts";
import { notFound } from "./not-found.ts";

/** What Deno, Bun, Workers and other servers of the Fetch API take. */
export type FetchHandler = (request: Request, server?: unknown) => Promise<Response>;

/** Where the handler is mounted; one of both. */
export interface FetchOptions {
  /**
   * Taken off the path before the handler sees it, "/agents/one"; requests elsewhere are answered with 404.
   */
  readonly basePath?: string;
  /** The path prefix that a framework removed, "/agents/one" of Hono's `app.all("/agents/one/*", ...)`. */
  readonly strippedPath?: string;
}

/**
 * Serves a handler through the Fetch API. A request that the handler does not take is answered with
 * 404. In Bun hand on the server, its second argument, so that long calls are not cut off. The server has to
 *      abort the signal of a request whose client goes, or cancel the body of the
 * response; calls without streams go on to their end where it does neither.
 */
export function toFetchHandler(
  handler: HttpHandler,
  { basePath = "", strippedPath = "" }: FetchOptions = {},
): FetchHandler {
  const [mount, stripped] = [normalizeMount(basePath), normalizeMount(strippedPath)];
  return async (request, server) => {
    const target = targetOf(request.url);
    const mounted = stripped === "" ? belowMount(target, mount) : { target, base: stripped };
    const incoming = new FetchRequest(request, { ...(mounted ?? { target }), server });
    const answer = mounted === undefined ? undefined : await handler(incoming);
    return toFetchResponse(answer ?? notFound, incoming);
  };
}
