import type { HttpRequest } from "./http-message.ts";
import { pathOf } from "./incoming.ts";

/** True for a path that is a base, "/agents/one", or that has it before further segments. */
export function isBelow(path: string, base: string): boolean {
  return path.startsWith(base) && (path.length === base.length || path.charAt(base.length) === "/");
}

/** The path of a request as its client sent it: what a framework took off, and what it left. */
export function fullPath({ base = "", target }: Pick<HttpRequest, "base" | "target">): string {
  return base + pathOf(target);
}

/**
 * The path of a request that is compared with a served one. Below a mount, a served path may be given with
 * the mount, as URLs of cards have it, or without.
 */
export function pathFor(request: Pick<HttpRequest, "base" | "target">, served: string): string {
  const { base, target } = request;
  return base !== undefined && isBelow(served, base) ? fullPath(request) : pathOf(target);
}
