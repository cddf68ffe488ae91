import { createHash } from "node:crypto";
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
  /** The requests for the card. */
  readonly cardCalls: readonly IncomingHttpHeaders[];
  /** Serves another card from now on; undefined for an answer of 500. */
  setCard(card: Partial<AgentCard> | undefined): void;
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
  cacheControl?: string,
): Promise<RawUpstream> {
  const calls: RawCall[] = [];
  const cardCalls: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const body = await readAll(request);
      const { method: verb = "", url: target = "", headers } = request;
      if (target.startsWith("/.well-known/")) {
        cardCalls.push(headers);
        sendCard(response, { card: served, known: headers["if-none-match"], cacheControl });
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
  const usual = { ...open, supportedInterfaces: [{ url: `${origin}/rpc`, ...place }] };
  let served: object | undefined = { ...usual, ...card };
  return {
    origin,
    calls,
    cardCalls,
    setCard(other) {
      served = other && { ...usual, ...other };
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface SentCard {
  readonly card: object | undefined;
  readonly known: string | undefined;
  readonly cacheControl: string | undefined;
}

function sendCard(response: ServerResponse, { card, known, cacheControl }: SentCard): void {
  const text = JSON.stringify(card);
  if (card === undefined) {
    response.writeHead(500).end();
    return;
  }
  const etag = `"${createHash("sha256").update(text).digest("hex")}"`;
  const headers = {
    "content-type": "application/json",
    etag,
    ...(cacheControl && { "cache-control": cacheControl }),
  };
  if (known === etag) response.writeHead(304, headers).end();
  else response.writeHead(200, headers).end(text);
}

async function readAll(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
