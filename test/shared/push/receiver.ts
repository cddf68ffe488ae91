import { once } from "node:events";
import {
  createServer as createHttpServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import { createServer as createHttpsServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";

/** A notification that a receiver was sent. */
export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** Milliseconds of a clock that only goes forward. */
  readonly at: number;
}

export interface Receiver {
  readonly port: number;
  /** "http://127.0.0.1:1234". */
  readonly origin: string;
  /** In the order in which they came. */
  readonly received: readonly Received[];
  /** Resolves when so many have come. */
  count(wanted: number): Promise<readonly Received[]>;
  /** How many connections were made to it. */
  readonly connections: () => number;
  close(): Promise<void>;
}

export type Answer = (
  response: ServerResponse,
  request: Received & { readonly socket: Socket; readonly index: number },
) => void;

export interface ReceiverOptions {
  readonly tls?: { readonly key: string; readonly cert: string };
  readonly port?: number;
  /** Answers before the request's body has been read. */
  readonly early?: boolean;
}

/** Starts a real receiver of webhooks on loopback. */
export async function startReceiver(
  answer: Answer = (response) => void response.end(),
  options: ReceiverOptions = {},
): Promise<Receiver> {
  const received: Received[] = [];
  const waiting = new Set<() => void>();
  let connections = 0;
  const listener = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const notification: Received = {
      method: request.method ?? "",
      path: request.url ?? "",
      headers: request.headers,
      text: Buffer.concat(chunks).toString(),
      at: performance.now(),
    };
    received.push(notification);
    answer(response, { ...notification, socket: request.socket, index: received.length - 1 });
    for (const check of waiting) check();
  };
  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    // A sender that goes away in the middle is not what these tests look at.
    listener(request, response).catch(() => response.destroy());
  };
  const server: Server =
    options.tls === undefined ? createHttpServer(handle) : createHttpsServer(options.tls, handle);
  server.on("connection", () => connections++);
  server.listen(options.port ?? 0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    port,
    origin: `${options.tls === undefined ? "http" : "https"}://127.0.0.1:${port}`,
    received,
    connections: () => connections,
    count(wanted) {
      return new Promise((resolve) => {
        const check = (): void => {
          if (received.length < wanted) return;
          waiting.delete(check);
          resolve(received);
        };
        waiting.add(check);
        check();
      });
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
