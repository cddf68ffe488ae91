import { createServer } from "node:http";
import { A2AService, type AgentCard } from "@a2agen/a2a-1.0";
import { toNodeListener } from "@a2agen/runtime/adapters/node";
import { implement } from "@a2agen/runtime/host";
import {
  createHostFamily,
  createHttpHandler,
  type Deprecation,
  type HostFamily,
  type HostFamilyOptions,
  type HttpHandlerOptions,
  type OlderVersion,
} from "@a2agen/runtime/server";
import type { HandlerLosses } from "@a2agen/runtime/versions";
import { a2a03ToA2a10, draftToA2a10 } from "@a2agen/translate";
import { onTestFinished } from "vitest";
import { fullCard, TestAgent } from "../bindings/test-agent.ts";
import { listen } from "../interop/our-agent.ts";

export interface FamilyOptions {
  readonly agent?: TestAgent;
  readonly card?: (origin: string) => Partial<AgentCard>;
  readonly older?: readonly OlderVersion[];
  readonly options?: Partial<HostFamilyOptions>;
  readonly http?: HttpHandlerOptions;
}

export interface StartedFamily {
  /** 1.0 and 0.3 are at /rpc and /rest, the draft below /draft. */
  readonly origin: string;
  readonly agent: TestAgent;
  readonly family: HostFamily;
  /** What hooks were told. */
  readonly deprecated: readonly Deprecation[];
  readonly losses: readonly HandlerLosses[];
  readonly warnings: readonly string[];
  readonly errors: readonly unknown[];
}

export const shared: OlderVersion = { translation: a2a03ToA2a10 };
export const draft: OlderVersion = {
  translation: draftToA2a10,
  jsonRpc: "/draft/rpc",
  rest: "/draft",
  cardPrefix: "/draft",
};

/** Serves one agent, which is written in 1.0, in every version, until the test has ended. */
export async function startFamily(init: FamilyOptions = {}): Promise<StartedFamily> {
  const { agent = new TestAgent(), card, older = [shared, draft], options = {}, http = {} } = init;
  const server = createServer();
  const origin = await listen(server);
  const deprecated: Deprecation[] = [];
  const losses: HandlerLosses[] = [];
  const warnings: string[] = [];
  const errors: unknown[] = [];
  const family = createHostFamily({
    services: [implement(A2AService, agent)],
    card: {
      ...fullCard,
      supportedInterfaces: [
        { url: `${origin}/rpc`, protocolBinding: "JSONRPC", protocolVersion: "1.0" },
        { url: `${origin}/rest`, protocolBinding: "HTTP+JSON", protocolVersion: "1.0" },
      ],
      ...card?.(origin),
    },
    authenticate: ({ header }) => {
      const authorization = header("authorization");
      if (authorization === undefined) return { id: "anybody" };
      const token = /^Bearer (.+)$/.exec(authorization)?.[1];
      return token === undefined ? undefined : { id: token };
    },
    older,
    onError: (error) => errors.push(error),
    onLosses: (entry) => losses.push(entry),
    onWarning: (text) => warnings.push(text),
    ...options,
  });
  server.on(
    "request",
    toNodeListener(createHttpHandler(family, { onDeprecated: (entry) => deprecated.push(entry), ...http })),
  );
  onTestFinished(() => family.close({ graceMs: 0 }));
  return { origin, agent, family, deprecated, losses, warnings, errors };
}

export interface RawOptions {
  readonly headers?: Readonly<Record<string, string>>;
}

/** Calls a method of JSON-RPC as someone would with curl: the answer without its envelope, or its events. */
export async function callRaw(
  url: string,
  method: string,
  params: object = {},
  { headers = {} }: RawOptions = {},
): Promise<unknown> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({ jsonrpc: "2.0", id: "raw", method, params }),
  });
  const text = await response.text();
  if (response.headers.get("content-type") !== "text/event-stream") return openEnvelope(text);
  return text
    .split("\n")
    .filter((line) => line.startsWith("data: "))
    .map((line) => openEnvelope(line.slice(6)));
}

function openEnvelope(text: string): unknown {
  const { jsonrpc, id, ...rest } = JSON.parse(text) as Readonly<Record<string, unknown>>;
  if (jsonrpc !== "2.0" || id !== "raw") throw new Error(`no answer to the request: ${text}`);
  return rest["result"] ?? rest;
}
