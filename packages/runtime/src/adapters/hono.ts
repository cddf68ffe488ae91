import type { HttpHandler } from "../http/http-message.ts";
import { FetchRequest, targetOf } from "./fetch-request.ts";
import { toFetchResponse } from "./fetch-response.ts";
import { belowMount, belowPattern, type MountedTarget, normalizeMount } from "./mount.ts";

/** The part of a Hono context that is used. */
export interface HonoContext {
  /** In Bun, the server. */
  readonly env?: unknown;
  readonly req: {
    readonly raw: Request;
    /** The pattern under which the middleware was registered, with those of the applications around it. */
    readonly routePath?: string;
  };
}

/** A middleware of Hono. */
export type HonoHandler = (context: HonoContext, next: () => Promise<void>) => Promise<Response | undefined>;

/** Where the handler is mounted. */
export interface HonoOptions {
  /**
   * Taken off the path before the handler sees it, "/agents/one". Default: what stands before the star of the
   * route, "/agents/one" of `app.use("/agents/one/*", ...)` or `app.route("/agents/one", ...)`.
   */
  readonly basePath?: string;
}

/**
 * Serves a handler in a Hono application: `app.use(toHono(handler))`, or below a path
 * `app.use("/agents/one/*", toHono(handler))`. What the handler does not take
 * goes on to the routes after it. It works on every platform of Hono, and answers pass through the
 * middleware before it.
 */
export function toHono(handler: HttpHandler, { basePath }: HonoOptions = {}): HonoHandler {
  const mount = basePath === undefined ? undefined : normalizeMount(basePath);
  return async ({ req, env }, next) => {
    const target = targetOf(req.raw.url);
    const mounted = mount === undefined ? belowRoute(target, req.routePath) : belowMount(target, mount);
    const incoming = mounted && new FetchRequest(req.raw, { ...mounted, server: env });
    const answer = incoming && (await handler(incoming));
    if (incoming === undefined || answer === undefined) {
      await next();
      return undefined;
    }
    return toFetchResponse(answer, incoming);
  };
}

/** A route without a star at its end, or with one before it, is a path of the handler's own. */
function belowRoute(target: string, route: string = "*"): MountedTarget {
  const [, pattern] = /^([^*]*)\/\*$/.exec(route) ?? [];
  return pattern === undefined ? { target } : belowPattern(target, pattern);
}
