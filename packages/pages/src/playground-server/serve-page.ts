import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface ServedPage {
  readonly port: number;
  close(): Promise<void>;
}

/** Beside the policy in the page itself: what only a header can say. */
const headers = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": "frame-ancestors 'none'",
  "cache-control": "no-store",
  "cross-origin-opener-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
} as const;

/** Serves one page on loopback; port 0 is a free one. Rejects if the port is taken. */
export async function servePage(page: string, port: number): Promise<ServedPage> {
  const server = createServer(({ method, url }, response) => {
    if (method === "GET" && url === "/") response.writeHead(200, headers).end(page);
    else response.writeHead(404, { "content-type": "text/plain" }).end("there is no such page\n");
  });
  await new Promise<void>((resolve, reject) => {
    server.on("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
