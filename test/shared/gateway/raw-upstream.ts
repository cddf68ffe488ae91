import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AgentCard } from "@a2agen/a2a-1.0";
import { fullCard } from "../bindings/test-agent.ts";
import { listen } from "../interop/our-agent.ts";

/** A call as it arrived. */
export interface RawCall {
  readonly verb: string;
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface RawUpstream {
  readonly origin: string;
  /** Every request but those for the card. */
  readonly calls: readonly RawCall[];
  close(): Promise<void>;
}

export type RawAnswer = (response: ServerResponse, call: RawCall) => void;

/** A message as the answer of JSON-RPC. */
export const message: RawAnswer = (response, { body }) => {
  const { id } = JSON.parse(body) as { readonly id: unknown };
  const result = { message: { messageId: "m-2", role: "ROLE_AGENT", parts: [{ text: "hello" }] } };
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify({ jsonrpc: "2.0", id, result }));
};

/** An agent of 1.0 that answers with any bytes, until the test has ended. */
export async function startRawUpstream(
  answer: RawAnswer = message,
  card: Partial<AgentCard> = {},
  binding = "JSONRPC",
  port = 0,
): Promise<RawUpstream> {
  const calls: RawCall[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const body = await readAll(request);
      const { method: verb = "", url: target = "", headers } = request;
      if (target.startsWith("/.well-known/")) {
        response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(served));
        return;
      }
      const call = { verb, target, headers, body };
      calls.push(call);
      answer(response, call);
    })();
  });
  const origin = await listen(server, port);
  const { securitySchemes: _, ...open } = fullCard;
  const place = { protocolBinding: binding, protocolVersion: "1.0" };
  const served = { ...open, supportedInterfaces: [{ url: `${origin}/rpc`, ...place }], ...card };
  return {
    origin,
    calls,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function readAll(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
