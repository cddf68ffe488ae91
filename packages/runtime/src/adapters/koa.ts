import type { HttpHandler } from "../http/http-message.ts";
import { originForm } from "../http/request-head.ts";
import { takenOff } from "./mount.ts";
import type { NodeRequest, NodeResponse } from "./node-message.ts";
import { NodeHttpRequest } from "./node-request.ts";
import { writeNodeResponse } from "./node-response.ts";
import { doubledHeader } from "./not-found.ts";

/** The part of a context of Koa that is used. */
export interface KoaContext {
  readonly req: NodeRequest;
  readonly res: NodeResponse;
  /** The target before `koa-mount` or a router has taken something off. */
  readonly originalUrl: string;
  respond?: boolean;
}

/** A middleware of Koa. */
export type KoaHandler = (context: KoaContext, next: () => Promise<unknown>) => Promise<void>;

/**
 * Serves a handler in a Koa application: `app.use(toKoa(handler))`, or below a path with
 * `app.use(mount("/agents/one", toKoa(handler)))` of `koa-mount`. What the handler does not take goes on to
 * the middleware after it. Put it before body parsers.
 */
export function toKoa(handler: HttpHandler): KoaHandler {
  return async (context, next) => {
    const { req, res, originalUrl } = context;
    const request = new NodeHttpRequest(
      req,
      res,
      takenOff(originForm(originalUrl), originForm(req.url ?? "/")),
    );
    const response = request.hasDoubledHeader ? doubledHeader : await handler(request);
    if (response === undefined) {
      await next();
      return;
    }
    // Koa must not answer as well.
    context.respond = false;
    writeNodeResponse(request, res, response);
  };
}
