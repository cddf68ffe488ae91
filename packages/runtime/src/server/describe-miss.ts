import type { HttpRequest } from "../http/http-message.ts";
import { pathOf } from "../http/incoming.ts";
import { show } from "../service/service-parameters.ts";
import type { ServedPaths } from "./served-paths.ts";

/**
 * Why nothing answers a request: its path, what a framework took off it, and the paths that are served, which
 * the public card says as well.
 */
export function describeMiss(request: HttpRequest, served: readonly ServedPaths[]): string {
  const jsonRpc = unique(served.flatMap((each) => each.jsonRpc)).map((path) => `JSON-RPC is at ${path}`);
  const rest = unique(served.flatMap((each) => each.rest)).map((path) => `HTTP+JSON is below ${path || "/"}`);
  const places = [...jsonRpc, ...rest];
  const path = `${show(pathOf(request.target))}${request.base === undefined ? "" : ` below ${show(request.base)}`}`;
  return places.length === 0
    ? "this path is not served"
    : `this path is not served: expected that ${places.join(", ")}; got ${path}`;
}

function unique(paths: readonly string[]): readonly string[] {
  return [...new Set(paths)];
}
