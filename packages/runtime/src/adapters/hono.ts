import type { HttpHandler } from "../http/http-message.ts";
import { FetchRequest, targetOf } from "./fetch-request.ts";
import { toFetchResponse } from "./fetch-response.ts";

/** The part of a Hono context that is used. */
export interface HonoContext {
  readonly req: { readonly raw: Request };
}

/** A middleware of Hono. */
export type HonoHandler = (context: HonoContext, next: () => Promise<void>) => Promise<Response | undefined>;

/** Where the handler is mounted. */
export interface HonoOptions {
  /** Taken off the path before the handler sees it, "/agents/one". Hono itself never does. */
  readonly basePath?: string;
}

/**
 * Serves a handler in a Hono application: `app.use(toHono(handler))`. What the handler does not take
 * goes on to the routes after it. It works on every platform of Hono, and answers pass through the
 * middleware before it.
 */
export function toHono(handler: HttpHandler, { basePath = "" }: HonoOptions = {}): HonoHandler {
  const base = basePath.endsWith("/") ? basePath.slice(0, -1) : basePath;
  return async ({ req }, next) => {
    const target = withoutBase(targetOf(req.raw.url), base);
    const answer = target === undefined ? undefined : await handler(new FetchRequest(req.raw, target));
    if (answer !== undefined) return toFetchResponse(answer, req.raw.method);
    await next();
  };
}

/** The rest of a target below a base path; undefined if it is not below it. */
function withoutBase(target: string, base: string): string | undefined {
  if (base === "") return target;
  if (!target.startsWith(base)) return undefined;
  const rest = target.slice(base.length);
  if (rest === "" || rest.startsWith("?")) return `/${rest}`;
  return rest.startsWith("/") ? rest : undefined;
}
