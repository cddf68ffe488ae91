import type { HttpHandler } from "../http/http-message.ts";
import { FetchRequest } from "./fetch-request.ts";
import { toFetchResponse } from "./fetch-response.ts";
import { notFound } from "./not-found.ts";

/** What Deno, Bun, Workers and other servers of the Fetch API take. */
export type FetchHandler = (request: Request) => Promise<Response>;

/**
 * Serves a handler through the Fetch API. A request that the handler does not take is answered with
 * 404. The server has to abort the signal of a request whose client goes, or cancel the body of the
 * response; calls without streams go on to their end where it does neither.
 */
export function toFetchHandler(handler: HttpHandler): FetchHandler {
  return async (request) =>
    toFetchResponse((await handler(new FetchRequest(request))) ?? notFound, request.method);
}
