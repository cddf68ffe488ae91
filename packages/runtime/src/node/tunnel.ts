import { type IncomingMessage, request as requestHttp } from "node:http";
import { Agent, type AgentOptions, type RequestOptions, request as requestHttps } from "node:https";
import { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { type ConnectionOptions, connect as connectTls } from "node:tls";
import { bareHost } from "./proxy-settings.ts";

/** How long a proxy may take to open a connection. */
const openMs = 30_000;

/** The connections over TLS that go through a proxy, by its method CONNECT (RFC 9110 section 9.3.6). */
export class TunnelAgent extends Agent {
  readonly #proxy: URL;

  constructor(proxy: URL, options: AgentOptions) {
    super(options);
    this.#proxy = proxy;
  }

  override createConnection(
    options: RequestOptions,
    callback?: (error: Error | null, socket: Duplex) => void,
  ): undefined {
    const { host, port } = options;
    const name = host ?? "localhost";
    const authority = `${name.includes(":") ? `[${name}]` : name}:${port ?? 443}`;
    openTunnel(this.#proxy, authority, (tunnel) => {
      // Node hands over the options of both.
      if (tunnel instanceof Error) callback?.(tunnel, new Socket());
      else callback?.(null, connectTls({ ...(options as ConnectionOptions), socket: tunnel }));
    });
    return undefined;
  }
}

function openTunnel(proxy: URL, authority: string, onEnd: (tunnel: Duplex | Error) => void): void {
  let isOver = false;
  const done = (tunnel: Duplex | Error): void => {
    if (!isOver) onEnd(tunnel);
    isOver = true;
  };
  const send = proxy.protocol === "https:" ? requestHttps : requestHttp;
  const request = send({
    host: bareHost(proxy),
    ...(proxy.port === "" ? {} : { port: proxy.port }),
    method: "CONNECT",
    path: authority,
    headers: { host: authority, ...proxyAuthorization(proxy) },
    agent: false,
    timeout: openMs,
  });
  const refuse = ({ statusCode = 0 }: IncomingMessage): void => {
    const why = `refused CONNECT ${authority} with HTTP status ${statusCode}`;
    done(new Error(`the proxy ${proxy.host} ${why}`));
    request.destroy();
  };
  request.on("connect", (response, socket, head) => {
    if (response.statusCode !== 200) {
      socket.destroy();
      refuse(response);
      return;
    }
    if (head.length > 0) socket.unshift(head);
    request.setTimeout(0);
    done(socket);
  });
  // Proxies answer with a body, too.
  request.on("response", refuse);
  request.on("timeout", () => {
    request.destroy(new Error(`the proxy ${proxy.host} opened no connection within ${openMs} ms`));
  });
  request.on("error", done);
  request.end();
}

/** The header for a proxy whose URL has a user and a password. */
export function proxyAuthorization({ username, password }: URL): Readonly<Record<string, string>> {
  if (username === "" && password === "") return {};
  const text = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { "proxy-authorization": `Basic ${Buffer.from(text).toString("base64")}` };
}
