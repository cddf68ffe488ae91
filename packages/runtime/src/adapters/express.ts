import type { HttpHandler } from "../http/http-message.ts";
import { normalizeMount } from "./mount.ts";
import { answerNode, type NextHandler } from "./node-listener.ts";
import type { NodeRequest, NodeResponse } from "./node-message.ts";
import { NodeHttpRequest } from "./node-request.ts";

/** The part of a request of Express that is used. */
export interface ExpressRequest extends NodeRequest {
  /** The body, if a body parser read it. */
  readonly body?: unknown;
  /** What the routers around have taken off the path. */
  readonly baseUrl?: string;
}

/** A middleware of Express. */
export type ExpressHandler = (request: ExpressRequest, response: NodeResponse, next: NextHandler) => void;

/**
 * Serves a handler in an Express application (4 and 5): `app.use(toExpress(handler))`. What the handler
 * does not take goes on to the next one. Mounted on a path, `app.use("/agent", ...)`, the handler sees
 * what follows it. Behind a body parser such as express.json() it works as well, but then the parsed
 * body is written as text and parsed again, and its limits are those of the parser: put it before.
 */
export function toExpress(handler: HttpHandler): ExpressHandler {
  return (raw, response, next) => {
    const readBody = raw.readableEnded ? toBytes(raw.body) : undefined;
    const base = normalizeMount(raw.baseUrl ?? "");
    const init = { ...(base !== "" && { base }), ...(readBody !== undefined && { readBody }) };
    const request = new NodeHttpRequest(raw, response, init);
    void answerNode(handler, request, { response, next });
  };
}

/** The bytes of what a body parser has made. */
function toBytes(body: unknown): Uint8Array | undefined {
  if (body === undefined || body instanceof Uint8Array) return body;
  return new TextEncoder().encode(typeof body === "string" ? body : JSON.stringify(body));
}
