import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { JwksFetch } from "../../../../packages/runtime/src/signing/index.ts";

/** A real server of key sets on loopback. */
export interface JwksServer {
  /** "http://127.0.0.1:1234". */
  readonly origin: string;
  /** Paths in the order in which they were asked for. */
  readonly asked: string[];
  /**
   * Fetches https://keys.example from the server over HTTP, since tests have no certificate that the
   * global fetch would trust. Everything else of the exchange is real.
   */
  readonly fetch: JwksFetch;
  close(): Promise<void>;
}

/** Starts a server on a free port. */
export async function startJwksServer(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<JwksServer> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    answer(request, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    asked,
    fetch: (url, init) => fetch(url.replace("https://keys.example", origin), init),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
