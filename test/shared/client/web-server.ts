import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** A request as it came in. */
export interface SeenRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: IncomingMessage["headers"];
}

export interface WebServer {
  /** Without a slash at the end. */
  readonly origin: string;
  readonly port: number;
  /** Every request, in order. */
  readonly seen: readonly SeenRequest[];
  /** Breaks all connections off and gives back the port. */
  kill(): Promise<void>;
}

/** Starts a server on loopback that ends with the test. */
export async function startServer(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  { port = 0, host = "127.0.0.1" }: { readonly port?: number; readonly host?: string } = {},
): Promise<WebServer> {
  const seen: SeenRequest[] = [];
  const server = createServer((request, response) => {
    const { method = "", url: target = "", headers } = request;
    seen.push({ method, target, headers });
    answer(request, response);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  let killed: Promise<void> | undefined;
  const kill = (): Promise<void> => {
    killed ??= new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
    return killed;
  };
  onTestFinished(kill);
  const { port: own } = server.address() as AddressInfo;
  return { origin: `http://${host}:${own}`, port: own, seen, kill };
}

/** Answers with a JSON value. */
export function sendJson(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
}
