import { createServer as createHttpServer, type IncomingMessage, request, type Server } from "node:http";
import { type AddressInfo, connect as connectTcp, type Socket } from "node:net";
import { onTestFinished } from "vitest";

/** Listens until the test has ended, and returns the port. */
export async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const open = new Set<Socket>();
  server.on("connection", (socket: Socket) => open.add(socket));
  onTestFinished(async () => {
    for (const socket of open) socket.destroy();
    await new Promise((resolve) => {
      server.close(resolve);
    });
  });
  return (server.address() as AddressInfo).port;
}

/** A proxy that takes every name for one server of this machine, and tells what it was asked for. */
export async function startProxy(
  upstream: number,
  password?: string,
): Promise<{ url: string; seen: string[] }> {
  const seen: string[] = [];
  const isAllowed = ({ headers }: IncomingMessage): boolean =>
    password === undefined ||
    headers["proxy-authorization"] === `Basic ${Buffer.from(`me:${password}`).toString("base64")}`;
  const server = createHttpServer((incoming, outgoing) => {
    const { method, url = "", headers } = incoming;
    seen.push(`${String(method)} ${url}`);
    if (!isAllowed(incoming)) {
      outgoing.writeHead(407).end();
      return;
    }
    const { pathname } = new URL(url);
    const sent = request({ port: upstream, host: "127.0.0.1", path: pathname, method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(sent);
  });
  server.on("connect", (incoming: IncomingMessage, socket: Socket) => {
    seen.push(`CONNECT ${String(incoming.url)}`);
    if (!isAllowed(incoming)) {
      socket.end("HTTP/1.1 407 Proxy Authentication Required\r\n\r\n");
      return;
    }
    const tunnel = connectTcp(upstream, "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      socket.pipe(tunnel).pipe(socket);
    });
    for (const end of [socket, tunnel]) end.on("error", () => tunnel.destroy());
    socket.on("close", () => tunnel.destroy());
  });
  return { url: `http://127.0.0.1:${await listen(server)}`, seen };
}
