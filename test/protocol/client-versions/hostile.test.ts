import { generateKeyPairSync } from "node:crypto";
import { A2AService, AgentCardCodec, protocol } from "@a2agen/a2a-1.0";
import { a2a03ToA2a10, draftToA2a10 } from "@a2agen/translate";
import { describe, expect, test } from "vitest";
import { type ConnectOptions, connect, isConnectError } from "../../../packages/runtime/src/client/index.ts";
import { jsonRpc } from "../../../packages/runtime/src/jsonrpc/index.ts";
import { rest } from "../../../packages/runtime/src/rest/index.ts";
import { assertCardSignature, signCard } from "../../../packages/runtime/src/signing/index.ts";
import { errorOf, cardOf as newerCardOf } from "../../shared/client/agents.ts";
import { sendJson, startServer } from "../../shared/client/web-server.ts";
import { cardOf } from "./sdk-0.3-agent.ts";

const bindings = [jsonRpc(), rest()];
const older = [draftToA2a10, a2a03ToA2a10];
const home = "https://agent.example.com";

/** Every place where a card can name an interface of 0.3. */
const places: readonly { readonly name: string; readonly cardAt: (origin: string) => object }[] = [
  { name: "url", cardAt: (origin) => cardOf(origin) },
  {
    name: "additionalInterfaces",
    cardAt: (origin) => ({
      ...cardOf(home),
      preferredTransport: "GRPC",
      additionalInterfaces: [{ url: `${origin}/`, transport: "JSONRPC" }],
    }),
  },
  {
    name: "supportedInterfaces",
    cardAt: (origin) => ({
      ...newerCardOf(home),
      supportedInterfaces: [{ url: `${origin}/`, protocolBinding: "JSONRPC", protocolVersion: "0.3" }],
    }),
  },
];

describe.each(places)("an interface of 0.3 in $name", ({ cardAt }) => {
  const tryConnect = async (
    cardUrl: string,
    origin: string,
    options: Partial<ConnectOptions> = {},
  ): Promise<string> => {
    const fetch = async (): Promise<Response> => Response.json(cardAt(origin));
    const error = await errorOf(connect(A2AService, cardUrl, { bindings, older, fetch, ...options }));
    return isConnectError(error) ? error.reason : String(error);
  };

  test("may not be in the network of the client, nor give up encryption", async () => {
    const origins = [
      "http://127.0.0.1:6379",
      "http://2130706433",
      "https://[::ffff:169.254.169.254]",
      "https://10.0.0.1",
      "http://agent.example.com",
    ];
    const found = await Promise.all(
      origins.map(async (origin) => `${origin} ${await tryConnect(home, origin)}`),
    );
    expect(found).toEqual(origins.map((origin) => `${origin} not-allowed`));
  });

  test("is for the caller to decide on", async () => {
    const seen: string[] = [];
    const allowInterface = (url: URL, cardUrl: URL | undefined): boolean => {
      seen.push(`${url.origin} ${cardUrl?.origin ?? ""}`);
      return false;
    };
    expect(await tryConnect(home, "https://other.example.com", { allowInterface })).toBe("not-allowed");
    expect(seen).toContain(`https://other.example.com ${home}`);
  });

  test("gets the caller's own secrets at the origin of the card only", async () => {
    const headers = { authorization: "Bearer secret" };
    expect(await tryConnect(home, "https://other.example.com", { headers })).toBe("not-allowed");
    const server = await startServer((_request, response) => sendJson(response, {}, 500));
    const directory = await startServer((_request, response) => sendJson(response, cardAt(server.origin)));
    const { client } = await connect(A2AService, directory.origin, {
      bindings,
      older,
      headers: () => headers,
    });
    expect(String(await errorOf(client.getTask({ id: "7" })))).toContain(
      `the header authorization would be sent to ${server.origin}`,
    );
    expect(server.seen).toEqual([]);
  });
});

test("credentials are sent by the schemes of the card that was read, and unencrypted ones to nobody", async () => {
  const securitySchemes = { token: { type: "apiKey", in: "header", name: "x-key" } } as const;
  const card = { ...cardOf("http://agent.example.com"), securitySchemes, security: [{ token: [] }] };
  const options = { bindings, older, credentials: { token: "secret" } };
  const error = await errorOf(connect(A2AService, card, options));
  expect(isConnectError(error, "insecure")).toBe(true);
});

describe("a signed card to which someone adds the fields of 0.3", () => {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const signing = { codec: AgentCardCodec, rules: protocol.signatures };
  const keys = { keys: [{ ...publicKey.export({ format: "jwk" }), kid: "key-1" }] };

  test("is used as it was signed", async () => {
    const card = newerCardOf(home, {
      supportedInterfaces: [{ url: home, protocolBinding: "GRPC", protocolVersion: "1.0" }],
    });
    const signed = await signCard(card, { ...signing, key: privateKey, kid: "key-1", alg: "ES256" });
    const forged = { ...signed, url: "https://thief.example.com/", protocolVersion: "0.3.0" };
    const verify = async (value: unknown) =>
      (await assertCardSignature(AgentCardCodec.copy(value), { ...signing, keys })).card;
    const trusting = await connect(A2AService, forged, {
      bindings,
      older,
      verifyCard: async (value) => void (await verify(value)),
    });
    expect(trusting.interface.url).toBe("https://thief.example.com/");
    const error = await errorOf(connect(A2AService, forged, { bindings, older, verifyCard: verify }));
    expect(isConnectError(error, "no-interface")).toBe(true);
    expect(String(error)).not.toContain("thief");
  });

  test("has what the verifier returned, again after it was fetched again", async () => {
    const server = await startServer((_request, response) => {
      sendJson(response, { ...newerCardOf(`http://127.0.0.1:9`), description: "As it was sent." });
    });
    const connection = await connect(A2AService, server.origin, {
      bindings,
      verifyCard: (value) => ({ ...(value as object), description: "As it was verified." }),
    });
    expect(connection.card).toMatchObject({ description: "As it was verified." });
    expect(await connection.refreshCard()).toMatchObject({ description: "As it was verified." });
  });
});
