import type { Host } from "../host/host.ts";
import type { HttpHandler } from "../http/http-message.ts";
import { pathFor } from "../http/mount.ts";

const allow = "GET, HEAD, OPTIONS";
const headers = {
  "content-type": "application/json",
  "cache-control": "public, max-age=3600",
  "access-control-allow-origin": "*",
};

/**
 * Serves the metadata of the hosts' interfaces as protected resources (RFC 9728): each at the well-known
 * path with the path of the interface behind it, and that of the origin without.
 */
export function createResourceHandler(hosts: readonly Host[]): HttpHandler {
  const bodies = new Map<string, string>();
  for (const { url, metadata } of hosts.flatMap((host) => host.protectedResources)) {
    const { pathname } = new URL(url);
    if (!bodies.has(pathname)) bodies.set(pathname, JSON.stringify(metadata));
  }
  return (request) => {
    const { method } = request;
    for (const [path, body] of bodies) {
      if (pathFor(request, path) !== path) continue;
      if (method === "GET") return Promise.resolve({ status: 200, headers, body });
      if (method === "HEAD") return Promise.resolve({ status: 200, headers });
      return Promise.resolve({ status: method === "OPTIONS" ? 204 : 405, headers: { allow } });
    }
    return undefined;
  };
}
