import { createServer } from "node:http";
import {
  A2AService,
  A2AServiceGrpc,
  type AgentCard,
  type SendMessageRequest,
  SendMessageRequestCodec,
  type SendMessageResponse,
} from "@a2agen/a2a-1.0";
import {
  type SendMessageRequest as DraftRequest,
  A2AService as DraftService,
  A2AServiceGrpc as DraftServiceGrpc,
} from "@a2agen/a2a-1.0-draft";
import { toNodeListener } from "@a2agen/runtime/adapters/node";
import { connect } from "@a2agen/runtime/client";
import { type ExtensionSupport, requestOf } from "@a2agen/runtime/extensions";
import { addGrpcService, createGrpcTransport, grpc, grpcServerOptions } from "@a2agen/runtime/grpc";
import { implement } from "@a2agen/runtime/host";
import { jsonRpc } from "@a2agen/runtime/jsonrpc";
import { rest } from "@a2agen/runtime/rest";
import { createHostFamily, createHttpHandler } from "@a2agen/runtime/server";
import { type CallContext, createClient } from "@a2agen/runtime/service";
import { a2a03ToA2a10, draftToA2a10 } from "@a2agen/translate";
import { Server as GrpcServer, ServerCredentials } from "@grpc/grpc-js";
import { describe, expect, onTestFinished, test } from "vitest";
import { KonamiCodeExtension as Konami } from "../../../expected/extension/extensions/konami_code/v1/konami_code_extension.ts";
import { listen } from "../../../shared/interop/our-agent.ts";
import { draft, shared } from "../../../shared/versions/start-family.ts";
import { ofSpecification, question } from "./eight-ball.ts";

const { uri } = Konami;
const [declared] = ofSpecification.card.capabilities.extensions;
const { hints } = declared.params;
const extension = { uri, description: declared.description, params: { hints } };

/** What the extension's package would make: `createHost({ ..., extensions: [konami()] })`. */
function konami(methods: string[]): ExtensionSupport {
  return {
    extension: Konami,
    activate: ({ method }) => {
      methods.push(method);
      return true;
    },
    wrap: {
      async unary(next, call) {
        const request = requestOf(call, SendMessageRequestCodec);
        const value = (await next(call.request)) as SendMessageResponse;
        if (request === undefined || Konami.get(request)?.code !== "motherlode") return value;
        return { message: { ...value.message, parts: [{ text: "That's a bingo!" }] } };
      },
    },
  };
}

const eightBall: Partial<A2AService> = {
  async sendMessage(_request: SendMessageRequest, { activated }: CallContext): Promise<SendMessageResponse> {
    const text = activated.includes(uri) ? "Without a code?" : "Ask again later.";
    return { message: { messageId: "2", role: "ROLE_AGENT", parts: [{ text }] } };
  },
};

interface Started {
  readonly origin: string;
  readonly grpcAddress: string;
  readonly card: AgentCard;
  /** The names under which the policy was asked. */
  readonly methods: readonly string[];
}

async function start(required = false): Promise<Started> {
  const server = createServer();
  const origin = await listen(server);
  const methods: string[] = [];
  const card: AgentCard = {
    name: ofSpecification.card.name,
    description: ofSpecification.card.description,
    version: ofSpecification.card.version,
    supportedInterfaces: [
      { url: `${origin}/rpc`, protocolBinding: "JSONRPC", protocolVersion: "1.0" },
      { url: `${origin}/rest`, protocolBinding: "HTTP+JSON", protocolVersion: "1.0" },
    ],
    capabilities: { streaming: true, extensions: [Konami.declare({ params: { hints }, required })] },
    defaultInputModes: ["text/plain"],
    defaultOutputModes: ["text/plain"],
    skills: [...ofSpecification.card.skills],
  };
  const family = createHostFamily({
    services: [implement(A2AService, eightBall)],
    card,
    extensions: [konami(methods)],
    older: [shared, draft],
    onLosses: () => undefined,
  });
  server.on("request", toNodeListener(createHttpHandler(family, { onDeprecated: () => undefined })));
  const grpcServer = new GrpcServer(grpcServerOptions(family.hosts[0]));
  addGrpcService(grpcServer, family.hosts[0], [A2AServiceGrpc]);
  const older = family.hosts.find(({ protocol }) => protocol.name === DraftService.protocol.name);
  if (older !== undefined) addGrpcService(grpcServer, older, [DraftServiceGrpc]);
  const port = await new Promise<number>((resolve, reject) => {
    grpcServer.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, bound) =>
      error === null ? resolve(bound) : reject(error),
    );
  });
  onTestFinished(async () => {
    await family.close({ graceMs: 0 });
    grpcServer.forceShutdown();
  });
  return { origin, grpcAddress: `http://127.0.0.1:${port}`, card, methods };
}

interface Form {
  readonly name: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** How requests and answers name extensions. */
  readonly header: string;
  readonly body: object;
  readonly metadataOf: (body: never) => object;
  readonly answer: (text: string) => unknown;
  /** How the error is known that tells of a missing extension. */
  readonly refusal: string;
}

const rpc = (method: string, message: object): object => ({
  jsonrpc: "2.0",
  method,
  id: "1",
  params: { message },
});
const params = ({ params: given }: { params: object }): object => given;
const whole = (body: object): object => body;

const forms: readonly Form[] = [
  {
    name: "0.2, as the specification of extensions has it",
    path: "/rpc",
    headers: {},
    header: "X-A2A-Extensions",
    refusal: "-32004",
    body: rpc("message/send", {
      kind: "message",
      messageId: "1",
      role: "user",
      parts: [{ kind: "text", text: question }],
    }),
    metadataOf: params,
    answer: (text) => ({
      jsonrpc: "2.0",
      id: "1",
      result: { kind: "message", messageId: "2", role: "agent", parts: [{ kind: "text", text }] },
    }),
  },
  {
    name: "the draft over JSON-RPC",
    path: "/draft/rpc",
    headers: {},
    header: "A2A-Extensions",
    refusal: "-32008",
    body: rpc("SendMessage", { messageId: "1", role: "user", parts: [{ text: question }] }),
    metadataOf: params,
    answer: (text) => ({
      jsonrpc: "2.0",
      id: "1",
      result: { message: { messageId: "2", role: "agent", parts: [{ text }] } },
    }),
  },
  {
    name: "the draft over HTTP+JSON",
    path: "/draft/v1/message:send",
    headers: {},
    header: "A2A-Extensions",
    refusal: "extension-support-required",
    body: { message: { messageId: "1", role: "user", parts: [{ text: question }] } },
    metadataOf: whole,
    answer: (text) => ({ message: { messageId: "2", role: "agent", parts: [{ text }] } }),
  },
  {
    name: "1.0 over JSON-RPC",
    path: "/rpc",
    headers: { "a2a-version": "1.0" },
    header: "A2A-Extensions",
    refusal: "EXTENSION_SUPPORT_REQUIRED",
    body: rpc("SendMessage", { messageId: "1", role: "ROLE_USER", parts: [{ text: question }] }),
    metadataOf: params,
    answer: (text) => ({
      jsonrpc: "2.0",
      id: "1",
      result: { message: { messageId: "2", role: "ROLE_AGENT", parts: [{ text }] } },
    }),
  },
  {
    name: "1.0 over HTTP+JSON",
    path: "/rest/message:send",
    headers: { "a2a-version": "1.0" },
    header: "A2A-Extensions",
    refusal: "EXTENSION_SUPPORT_REQUIRED",
    body: { message: { messageId: "1", role: "ROLE_USER", parts: [{ text: question }] } },
    metadataOf: whole,
    answer: (text) => ({ message: { messageId: "2", role: "ROLE_AGENT", parts: [{ text }] } }),
  },
];

async function post(url: string, headers: Readonly<Record<string, string>>, body: object): Promise<Response> {
  return fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
}

describe.each(forms)(
  "the magic 8-ball in the form of $name",
  ({ path, headers, header, body, metadataOf, answer, refusal }) => {
    /** The request with something in its metadata. */
    const withCode = (code: unknown): object => {
      const copy = structuredClone(body);
      Object.assign(metadataOf(copy as never), { metadata: { [`${uri}/code`]: code } });
      return copy;
    };
    const ask = async (origin: string, sent: object, more: Readonly<Record<string, string>>) => {
      const response = await post(origin + path, { ...headers, ...more }, sent);
      const answered: unknown = await response.json();
      return { named: response.headers.get(header), body: answered };
    };

    test("answers the code, and names the extension", async () => {
      const { origin, methods } = await start();
      expect(await ask(origin, withCode("motherlode"), { [header]: uri })).toEqual({
        named: uri,
        body: answer("That's a bingo!"),
      });
      expect(methods).toEqual(["SendMessage"]);
    });

    test("does not look at the code without activation, nor in another version", async () => {
      const { origin } = await start();
      const expected = { named: null, body: answer("Ask again later.") };
      expect(await ask(origin, withCode("motherlode"), {})).toEqual(expected);
      const next = uri.replace("/v1", "/v2");
      expect(await ask(origin, withCode("motherlode"), { [header]: next })).toEqual(expected);
    });

    test("says no more than before without a code", async () => {
      const { origin } = await start();
      expect(await ask(origin, body, { [header]: uri })).toEqual({
        named: uri,
        body: answer("Without a code?"),
      });
    });

    test("is refused without the extension where the card requires it, and answered with it", async () => {
      const { origin } = await start(true);
      const refused = await post(origin + path, headers, body);
      expect(refused.headers.get(header)).toBeNull();
      const text = await refused.text();
      expect(text).toContain(`the agent requires the extension ${uri}; declare it in ${header}`);
      expect(text).toContain(refusal);
      expect(await ask(origin, withCode("motherlode"), { [header]: uri })).toEqual({
        named: uri,
        body: answer("That's a bingo!"),
      });
    });

    test("takes the other name of the header", async () => {
      const { origin } = await start();
      const other = header === "A2A-Extensions" ? "X-A2A-Extensions" : "A2A-Extensions";
      const { body: answered } = await ask(origin, withCode("motherlode"), { [other]: uri });
      expect(answered).toEqual(answer("That's a bingo!"));
    });
  },
);

test("the request of the specification has the answer of the specification", async () => {
  const { origin } = await start();
  const answered = await post(`${origin}/rpc`, { "X-A2A-Extensions": uri }, ofSpecification.request);
  expect(answered.headers.get("x-a2a-extensions")).toBe(uri);
  expect(await answered.json()).toEqual(ofSpecification.answer);
});

test("its card declares the extension in every version", async () => {
  const { origin } = await start();
  for (const path of ["/.well-known/agent-card.json", "/draft/.well-known/agent-card.json"]) {
    const card = (await (await fetch(origin + path)).json()) as AgentCard;
    expect(card.capabilities.extensions).toEqual([extension]);
    expect(Konami.paramsIn(card.capabilities.extensions)).toEqual({ hints });
  }
});

describe.each(["JSONRPC", "HTTP+JSON", "GRPC", "JSONRPC in 0.3", "JSONRPC in the draft"])(
  "a client over %s",
  (way) => {
    test("sets the code and is told what is active", async () => {
      const { origin, grpcAddress, card } = await start();
      const url = { JSONRPC: `${origin}/rpc`, "HTTP+JSON": `${origin}/rest`, GRPC: grpcAddress }[way];
      const own: object =
        url !== undefined
          ? { ...card, supportedInterfaces: [{ url, protocolBinding: way, protocolVersion: "1.0" }] }
          : way === "JSONRPC in 0.3"
            ? olderCard(`${origin}/rpc`)
            : ((await (await fetch(`${origin}/draft/.well-known/agent-card.json`)).json()) as object);
      const connection = await connect(A2AService, own as AgentCard, {
        bindings: [jsonRpc(), rest(), grpc({ codecs: [A2AServiceGrpc] })],
        extensions: [Konami],
        checkExtensions: false,
        older: [draftToA2a10, a2a03ToA2a10],
        onLosses: () => undefined,
      });
      onTestFinished(() => connection.close());
      expect(connection.extensions).toEqual([uri]);
      const request: SendMessageRequest = {
        message: { messageId: "1", role: "ROLE_USER", parts: [{ text: question }] },
      };
      Konami.set(request, { code: "motherlode" });
      const active: unknown[] = [];
      const { message } = await connection.client.sendMessage(request, {
        onActivated: (uris) => active.push(uris),
      });
      expect(message?.parts).toEqual([{ text: "That's a bingo!" }]);
      expect(active).toEqual([[uri]]);
    });
  },
);

test("a client that is written in the draft calls over gRPC", async () => {
  const { grpcAddress } = await start();
  const transport = createGrpcTransport({ address: grpcAddress, codecs: [DraftServiceGrpc] });
  onTestFinished(() => transport.close());
  const request: DraftRequest = {
    message: { messageId: "1", role: "user", parts: [{ text: question }] },
  };
  Konami.set(request, { code: "motherlode" });
  const client = createClient(DraftService, transport);
  const ask = async (extensions: readonly string[]): Promise<unknown> => {
    const named: unknown[] = [];
    const { message } = await client.sendMessage(request, {
      extensions,
      onHeaders: (headers) => named.push(headers["a2a-extensions"]),
    });
    return { text: message?.parts[0]?.text, named };
  };
  expect(await ask([uri])).toEqual({ text: "That's a bingo!", named: [uri] });
  expect(await ask([])).toEqual({ text: "Ask again later.", named: [undefined] });
});

/** The card as the specification of extensions has it, with what 0.3 requires beside. */
function olderCard(url: string): object {
  return { ...ofSpecification.card, protocolVersion: "0.3.0", url };
}
