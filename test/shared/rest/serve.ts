import { createServer, type IncomingHttpHeaders, type RequestListener, request as send } from "node:http";
import { type AddressInfo, connect, type Server } from "node:net";
import { afterEach } from "vitest";
import { toNodeListener } from "../../../packages/runtime/src/adapters/node.ts";
import type { HttpHandler } from "../../../packages/runtime/src/http/http-message.ts";

const open: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

/** Serves a handler on a free port until the test ends; returns its URL. */
export function serve(handler: HttpHandler): Promise<string> {
  return listen(toNodeListener(handler));
}

/** The same for a listener of node:http. */
export async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await start(server);
  open.push(
    () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function start(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
}

export interface RawRequest {
  readonly verb?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Sends a request whose target nothing has touched, unlike that of `fetch`. */
export function sendRaw(url: string, target: string, request: RawRequest = {}): Promise<RawAnswer> {
  const { verb = "GET", headers = {}, body } = request;
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const outgoing = send(
      { hostname, port, path: target, method: verb, headers: { ...version, ...headers }, agent: false },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () => {
          const text = Buffer.concat(chunks).toString("utf8");
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
        });
      },
    );
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}

/** What every call of A2A carries. */
const version = { "A2A-Version": "1.0" };

/** Writes bytes to a connection and returns the first line of what comes back. */
export function sendBytes(url: string, text: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    let answer = "";
    const socket = connect(Number(port), hostname, () => socket.write(text, "latin1"));
    socket.on("data", (chunk: Buffer) => {
      answer += chunk.toString("latin1");
      if (answer.includes("\r\n")) socket.destroy();
    });
    socket.on("error", reject);
    socket.on("close", () => resolve(answer.slice(0, answer.indexOf("\r\n"))));
  });
}
