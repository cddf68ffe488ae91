import { createReadStream } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";

export interface SiteServer {
  /** "http://127.0.0.1:1234" */
  readonly origin: string;
  /** Paths that were asked for and are there. */
  readonly served: Set<string>;
  close(): Promise<void>;
}

/** Serves a directory as the documentation says that hosts should. */
export async function serveSite(directory: string): Promise<SiteServer> {
  const served = new Set<string>();
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? "/", "http://localhost").pathname;
    const headers = { "content-type": typeOf(path), "access-control-allow-origin": "*" };
    const stream = createReadStream(join(directory, path.endsWith("/") ? `${path}index.html` : path));
    stream.once("error", () => response.writeHead(404).end());
    stream.once("open", () => {
      served.add(path);
      stream.pipe(response.writeHead(200, headers));
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    served,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function typeOf(path: string): string {
  if (/\.schema(?:\.strict)?\.json$/.test(path)) return "application/schema+json";
  if (path.endsWith(".json")) return "application/json";
  if (path.endsWith("/") || path.endsWith(".html")) return "text/html; charset=utf-8";
  return "application/octet-stream";
}
