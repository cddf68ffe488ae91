import { createServer } from "node:http";
import * as older from "@a2agen/a2a-0.3";
import * as draft from "@a2agen/a2a-1.0-draft";
import { toNodeListener } from "@a2agen/runtime/adapters/node";
import { connect } from "@a2agen/runtime/client";
import type { ExtensionSupport } from "@a2agen/runtime/extensions";
import { requestOf } from "@a2agen/runtime/extensions";
import { addGrpcService, grpc, grpcServerOptions } from "@a2agen/runtime/grpc";
import { createHost, implement } from "@a2agen/runtime/host";
import { jsonRpc } from "@a2agen/runtime/jsonrpc";
import { rest } from "@a2agen/runtime/rest";
import { createHttpHandler } from "@a2agen/runtime/server";
import type { CallContext } from "@a2agen/runtime/service";
import { Server as GrpcServer, ServerCredentials } from "@grpc/grpc-js";
import { describe, expect, onTestFinished, test } from "vitest";
import { KonamiCodeExtension } from "../../../expected/extension/extensions/konami_code/v1/konami_code_extension.ts";
import { listen } from "../../../shared/interop/our-agent.ts";
import { ofSpecification, question } from "./eight-ball.ts";
import { bindingNames } from "./start-agent.ts";

// Agents that are written in the older versions themselves, without a translation.

const { uri } = KonamiCodeExtension;
const bingo = "That's a bingo!";
const again = "Ask again later.";
const { url: _url, ...common } = ofSpecification.card as typeof ofSpecification.card & { url: string };

/** Codes are seen by the agent only when the extension is active. */
function textFor(request: draft.SendMessageRequest, { activated }: CallContext): string {
  if (!activated.includes(uri)) return again;
  return KonamiCodeExtension.get(request)?.code === "motherlode" ? bingo : "Without a code?";
}

describe("in the draft", () => {
  const support: ExtensionSupport = {
    extension: KonamiCodeExtension,
    check(call) {
      const request = requestOf(call, draft.SendMessageRequestCodec);
      if (request !== undefined) KonamiCodeExtension.get(request);
    },
  };
  const agent: Partial<draft.A2AService> = {
    async sendMessage(request, context) {
      const parts = [{ text: textFor(request, context) }];
      return { message: { messageId: "2", role: "agent", parts } };
    },
  };

  async function start(): Promise<(binding: string) => draft.AgentCard> {
    const server = createServer();
    const origin = await listen(server);
    const places: Record<string, string> = { JSONRPC: `${origin}/rpc`, "HTTP+JSON": `${origin}/rest` };
    const cardFor = (binding: string): draft.AgentCard => ({
      ...draft.decodeAgentCard({ ...common, protocolVersion: "1.0" }, { lenient: true }),
      supportedInterfaces: [{ url: places[binding] ?? origin, protocolBinding: binding }],
    });
    const host = createHost({
      services: [implement(draft.A2AService, agent)],
      card: cardFor("JSONRPC"),
      extensions: [support],
    });
    server.on("request", toNodeListener(createHttpHandler(host, { jsonRpc: "/rpc", rest: "/rest" })));
    const grpcServer = new GrpcServer(grpcServerOptions(host));
    addGrpcService(grpcServer, host, [draft.A2AServiceGrpc]);
    const port = await new Promise<number>((resolve, reject) => {
      grpcServer.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, bound) =>
        error === null ? resolve(bound) : reject(error),
      );
    });
    places["GRPC"] = `http://127.0.0.1:${port}`;
    onTestFinished(async () => {
      await host.close({ graceMs: 0 });
      grpcServer.forceShutdown();
    });
    return cardFor;
  }

  test.each(bindingNames)("the code of the specification is answered over %s", async (binding) => {
    const card = (await start())(binding);
    const connection = await connect(draft.A2AService, card, {
      bindings: [jsonRpc(), rest(), grpc({ codecs: [draft.A2AServiceGrpc] })],
      cardCodec: draft.AgentCardCodec,
      extensions: [KonamiCodeExtension],
      checkExtensions: false,
    });
    onTestFinished(() => connection.close());
    const { hints = [] } = KonamiCodeExtension.paramsIn(connection.card.capabilities.extensions) ?? {};
    expect(hints).toEqual(ofSpecification.card.capabilities.extensions[0].params.hints);
    const request: draft.SendMessageRequest = {
      message: { messageId: "1", role: "user", parts: [{ text: question }] },
    };
    const ask = async (extensions: readonly string[] = []): Promise<unknown> => {
      const active: unknown[] = [];
      const { message } = await connection.client.sendMessage(request, {
        extensions,
        onActivated: (uris) => active.push(...uris),
      });
      return { text: message?.parts[0]?.text, active };
    };
    expect(await ask()).toEqual({ text: "Without a code?", active: [uri] });
    KonamiCodeExtension.set(request, { code: "motherlode" });
    expect(request.metadata).toEqual({ [`${uri}/code`]: "motherlode" });
    expect(await ask()).toEqual({ text: bingo, active: [uri] });
    request.metadata = { [`${uri}/code`]: 7 };
    await expect(ask()).rejects.toMatchObject({
      status: "INVALID_ARGUMENT",
      violations: [{ field: `metadata["${uri}/code"]` }],
    });
    const plain = await connect(draft.A2AService, card, {
      bindings: [jsonRpc(), rest(), grpc({ codecs: [draft.A2AServiceGrpc] })],
    });
    onTestFinished(() => plain.close());
    const { message } = await plain.client.sendMessage(request);
    expect(message?.parts[0]?.text).toBe(again);
  });
});

describe("in 0.3, which has the form of 0.2", () => {
  /** Metadata is in the same place there, though 0.3 has no proto whose types the extension could name. */
  const agent: Partial<older.A2AService> = {
    async sendMessage(params, context) {
      const text = textFor(params as unknown as draft.SendMessageRequest, context);
      return { kind: "message", messageId: "2", role: "agent", parts: [{ kind: "text", text }] };
    },
  };

  async function start(required = false): Promise<string> {
    const server = createServer();
    const origin = await listen(server);
    const [declared] = ofSpecification.card.capabilities.extensions;
    const card = {
      ...common,
      protocolVersion: "0.3.0",
      url: `${origin}/rpc`,
      capabilities: { ...ofSpecification.card.capabilities, extensions: [{ ...declared, required }] },
    };
    const host = createHost({
      services: [implement(older.A2AService, agent)],
      card,
      extensions: [{ extension: KonamiCodeExtension }],
    });
    server.on("request", toNodeListener(createHttpHandler(host, { jsonRpc: "/rpc" })));
    onTestFinished(() => host.close({ graceMs: 0 }));
    return origin;
  }

  async function post(origin: string, headers: Readonly<Record<string, string>>): Promise<Response> {
    return fetch(`${origin}/rpc`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(ofSpecification.request),
    });
  }

  test("the request of the specification has the answer of the specification", async () => {
    const response = await post(await start(), { "X-A2A-Extensions": uri });
    expect(response.headers.get("x-a2a-extensions")).toBe(uri);
    expect(await response.json()).toEqual(ofSpecification.answer);
  });

  test.each([{}, { "X-A2A-Extensions": uri.replace("/v1", "/v2") }])(
    "the code is not looked at with %j",
    async (headers) => {
      const response = await post(await start(), headers);
      expect(response.headers.get("x-a2a-extensions")).toBeNull();
      expect(JSON.stringify(await response.json())).toContain(again);
    },
  );

  test("a required extension is asked for", async () => {
    const origin = await start(true);
    const refused = await (await post(origin, {})).text();
    expect(refused).toContain(`the agent requires the extension ${uri}; declare it in X-A2A-Extensions`);
    expect(await (await post(origin, { "X-A2A-Extensions": uri })).json()).toEqual(ofSpecification.answer);
  });

  test("its card has the params of the specification", async () => {
    const origin = await start();
    const card = (await (
      await fetch(`${origin}/.well-known/agent-card.json`)
    ).json()) as typeof ofSpecification.card;
    const extensions = card.capabilities.extensions as Parameters<typeof KonamiCodeExtension.paramsIn>[0];
    expect(KonamiCodeExtension.paramsIn(extensions)).toEqual(
      ofSpecification.card.capabilities.extensions[0].params,
    );
  });
});
