import { randomBytes, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect as connectTo } from "node:net";
import type { AgentCard } from "@a2agen/a2a-1.0";
import { current } from "@a2agen/exchange/versions.ts";
import { toNodeListener } from "@a2agen/runtime/adapters/node";
import { connect } from "@a2agen/runtime/client";
import { createHost, implement } from "@a2agen/runtime/host";
import { errorMessage } from "@a2agen/runtime/internal";
import { createHttpHandler } from "@a2agen/runtime/server";
import type { CallContext, CallOptions, Method } from "@a2agen/runtime/service";
import { webSocket } from "@a2agen/runtime/websocket";
import { WebSocket } from "ws";

/** The header with the token of the launch. */
const tokenHeader = "a2a-plugin-token";

/** Between the parts of this process: what goes to the agent, as JSON. */
const forwardedHeader = "x-a2agen-forwarded";

/** Headers of the connection to this process; of the version and the extensions the runtime sends its own. */
const own =
  /^(?:a2a-.*|x-a2a-.*|accept|accept-encoding|connection|content-.*|host|keep-alive|te|transfer-encoding|upgrade|user-agent|x-a2agen-.*)$/;

/**
 * Serves an agent over WebSocket to the official command, as a transport plugin of it: JSON-RPC on loopback,
 * for who has the token. Writes one line when it can be called, or says why not; ends with standard input.
 */
export async function serveTransport(endpoint: string): Promise<0 | 1> {
  const write = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`);
  try {
    const served = await openTransport(endpoint);
    write({ success: true, endpoint: served.endpoint });
    process.stdin.resume();
    await Promise.race([
      once(process.stdin, "end"),
      ...(["SIGINT", "SIGTERM"] as const).map((signal) => once(process, signal)),
    ]);
    process.stdin.destroy();
    await served.close();
    return 0;
  } catch (error) {
    write({ success: false, error: errorMessage(error) });
    return 1;
  }
}

interface OpenedTransport {
  readonly endpoint: object;
  close(): Promise<void>;
}

async function openTransport(url: string): Promise<OpenedTransport> {
  if (!/^wss?:\/\//i.test(url)) throw new TypeError(`--endpoint: expected a ws or wss URL; found ${url}`);
  await reach(url);
  const card = cardOf(url);
  const binding = webSocket({ WebSocket });
  const connection = await connect<object>(current.service, card, {
    bindings: [binding],
    authentication: "none",
    checkCapabilities: false,
  });
  const token = randomBytes(32).toString("hex");
  const host = createHost({ services: [implement(current.service, relayTo(connection.client))], card });
  const listener = toNodeListener(createHttpHandler(host, { jsonRpc: "/", rest: false }));
  const wanted = Buffer.from(token);
  const server = createServer((request, response) => {
    const { [tokenHeader]: given, ...headers } = request.headers;
    if (!isSame(Buffer.from(String(given)), wanted)) {
      response.writeHead(401).end();
      return;
    }
    const sent = Object.entries(headers).filter(([name]) => !own.test(name));
    request.headers[forwardedHeader] = JSON.stringify(Object.fromEntries(sent));
    listener(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const { version: protocol } = current.service.protocol;
  return {
    endpoint: { address: `http://127.0.0.1:${port}/`, binding: "JSONRPC", protocol, token },
    async close() {
      await host.close({ graceMs: 0 });
      await connection.close();
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Resolves when somebody listens there. */
async function reach(url: string): Promise<void> {
  const { hostname, port, protocol } = new URL(url);
  const socket = connectTo(
    Number(port || (protocol === "wss:" ? 443 : 80)),
    hostname.replace(/^\[|\]$/g, ""),
  );
  await once(socket, "connect");
  socket.destroy();
}

/** Whether the token is right; time says nothing about it. */
function isSame(given: Buffer, wanted: Buffer): boolean {
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

type ClientCall = (request: unknown, options: CallOptions) => unknown;

/** A handler that passes each call on. */
function relayTo(client: object): object {
  const calls = client as Readonly<Record<string, ClientCall>>;
  const methods: Readonly<Record<string, Method>> = current.service.methods;
  return Object.fromEntries(
    Object.entries(methods).flatMap(([key, { kind }]) => {
      const call = (request: unknown, context: CallContext): unknown =>
        calls[key]?.(request, {
          signal: context.signal,
          headers: headersOf(context),
          extensions: context.extensions,
        });
      if (kind === "unary") return [[key, call] as const];
      const stream = async function* relay(request: unknown, context: CallContext): AsyncGenerator {
        yield* call(request, context) as AsyncIterable<unknown>;
      };
      return kind === "server" ? [[key, stream] as const] : [];
    }),
  );
}

function headersOf(context: CallContext): Readonly<Record<string, string>> {
  return JSON.parse(context.header(forwardedHeader) ?? "{}") as Readonly<Record<string, string>>;
}

function cardOf(url: string): AgentCard {
  const protocolVersion = current.service.protocol.version ?? "";
  return {
    name: url,
    description: "Over WebSocket.",
    version: "0",
    supportedInterfaces: [{ url, protocolBinding: "WEBSOCKET", protocolVersion }],
    capabilities: { streaming: true, pushNotifications: true, extendedAgentCard: true },
    defaultInputModes: ["text/plain"],
    defaultOutputModes: ["text/plain"],
    skills: [],
  };
}
