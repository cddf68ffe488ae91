import { type AgentCard as OlderCard, AgentCardCodec as OlderCardCodec } from "@a2agen/a2a-0.3";
import { type AgentCard, AgentCardCodec, protocol } from "@a2agen/a2a-1.0";
import { AgentCardCodec as DraftCardCodec } from "@a2agen/a2a-1.0-draft";
import { createHttpHandler } from "@a2agen/runtime/server";
import { signCard, verifyCard } from "@a2agen/runtime/signing";
import { exportJWK, generateKeyPair } from "jose";
import { describe, expect, test } from "vitest";
import { fullCard } from "../../shared/bindings/test-agent.ts";
import { callRaw, draft, shared, startFamily } from "../../shared/versions/start-family.ts";

const security: Partial<AgentCard> = {
  securitySchemes: {
    token: { httpAuthSecurityScheme: { scheme: "Bearer", description: "Any token." } },
    key: { apiKeySecurityScheme: { location: "header", name: "x-key" } },
  },
  securityRequirements: [{ schemes: { token: { list: [] } } }, { schemes: { key: { list: [] } } }],
  skills: [
    {
      id: "obey",
      name: "Obey",
      description: "Does what it is told.",
      tags: ["test"],
      securityRequirements: [{ schemes: { token: { list: ["obey"] } } }],
    },
  ],
};

/** The card as someone reads it who knows its version only. */
async function readCard(url: string): Promise<unknown> {
  const response = await fetch(url);
  expect(response.status).toBe(200);
  return response.json();
}

describe("the card of all versions", () => {
  test("is a card of 1.0 that says what was given, and where 0.3 is", async () => {
    const { origin } = await startFamily({ card: () => security });
    const card = await readCard(`${origin}/.well-known/agent-card.json`);
    const supportedInterfaces = [
      { url: `${origin}/rpc`, protocolBinding: "JSONRPC", protocolVersion: "1.0" },
      { url: `${origin}/rest`, protocolBinding: "HTTP+JSON", protocolVersion: "1.0" },
      { url: `${origin}/rpc`, protocolBinding: "JSONRPC", protocolVersion: "0.3" },
    ];
    expect(AgentCardCodec.encode(AgentCardCodec.copy(card))).toStrictEqual(
      AgentCardCodec.encode({ ...fullCard, ...security, supportedInterfaces }),
    );
  });

  test("is a card of 0.3 that says the same", async () => {
    const { origin } = await startFamily({ card: () => security });
    const card = await readCard(`${origin}/.well-known/agent-card.json`);
    const want: OlderCard = {
      protocolVersion: expect.stringMatching(/^0\.3/),
      name: "Test agent",
      description: "Does what the text of a message says.",
      url: `${origin}/rpc`,
      preferredTransport: "JSONRPC",
      version: "1.0.0",
      capabilities: {
        streaming: true,
        pushNotifications: true,
        extensions: [{ uri: "https://example.com/extensions/echo/v1" }],
      },
      securitySchemes: {
        token: { type: "http", description: "Any token.", scheme: "Bearer" },
        key: { type: "apiKey", name: "x-key", in: "header" },
      },
      security: [{ token: [] }, { key: [] }],
      defaultInputModes: ["text/plain"],
      defaultOutputModes: ["text/plain"],
      skills: [
        {
          id: "obey",
          name: "Obey",
          description: "Does what it is told.",
          tags: ["test"],
          security: [{ token: ["obey"] }],
        },
      ],
      supportsAuthenticatedExtendedCard: true,
    };
    expect(OlderCardCodec.copy(card)).toEqual(want);
  });

  test("is the same under the path of 0.2", async () => {
    const { origin } = await startFamily();
    expect(await readCard(`${origin}/.well-known/agent.json`)).toStrictEqual(
      await readCard(`${origin}/.well-known/agent-card.json`),
    );
  });

  test("adds nothing for a version that the author has declared, which is served where it is said", async () => {
    const { origin, family } = await startFamily({
      card: (at) => ({
        supportedInterfaces: [
          { url: `${at}/rpc`, protocolBinding: "JSONRPC", protocolVersion: "1.0" },
          { url: `${at}/legacy`, protocolBinding: "JSONRPC", protocolVersion: "0.3.0" },
        ],
      }),
      older: [shared],
    });
    expect(family.card).toMatchObject({
      supportedInterfaces: [
        { url: `${origin}/rpc`, protocolVersion: "1.0" },
        { url: `${origin}/legacy`, protocolVersion: "0.3.0" },
      ],
      url: `${origin}/legacy`,
    });
    expect(await callRaw(`${origin}/legacy`, "tasks/get", { id: "task-1" })).toMatchObject({ kind: "task" });
    expect(await callRaw(`${origin}/rpc`, "tasks/get", { id: "task-1" })).toMatchObject({
      error: { code: -32601 },
    });
  });

  test("says where a version is that has a path of its own, or what is given", async () => {
    const own = await startFamily({ older: [{ ...shared, jsonRpc: "/legacy" }] });
    expect(own.family.card).toMatchObject({ url: `${own.origin}/legacy` });
    const interfaces = [{ url: "https://example.com/old", protocolBinding: "JSONRPC" }];
    const given = await startFamily({ older: [{ ...shared, interfaces }] });
    expect(given.family.card).toMatchObject({
      supportedInterfaces: [{}, {}, { url: "https://example.com/old", protocolVersion: "0.3" }],
      url: "https://example.com/old",
    });
  });

  test("is refused when an older version cannot say it", async () => {
    const deviceCode = {
      deviceAuthorizationUrl: "https://a.example",
      tokenUrl: "https://b.example",
      scopes: {},
    };
    const securitySchemes = { device: { oauth2SecurityScheme: { flows: { deviceCode } } } };
    await expect(startFamily({ card: () => ({ securitySchemes }), older: [shared] })).rejects.toThrow(
      /^the card of all versions would be no card of a2a-0\.3: securitySchemes\["device"\]\.type: .*; leave out what a2a-0\.3 cannot say, or give a version a card of its own with "cardPrefix"$/,
    );
  });

  test("is refused when two versions call different things by one name", async () => {
    await expect(startFamily({ older: [{ ...draft, cardPrefix: undefined } as never] })).rejects.toThrow(
      /^card\.supportedInterfaces: one card cannot say .* in a2a-1\.0 and .* in a2a-1\.0-draft; give a2a-1\.0-draft a card of its own with "cardPrefix"$/,
    );
  });
});

test("the draft has a card of its own, which says where it is", async () => {
  const { origin } = await startFamily({ card: () => security });
  const card = await readCard(`${origin}/draft/.well-known/agent-card.json`);
  expect(DraftCardCodec.decode(card)).toMatchObject({
    protocolVersion: "1.0",
    supportedInterfaces: [
      { url: `${origin}/draft/rpc`, protocolBinding: "JSONRPC" },
      { url: `${origin}/draft`, protocolBinding: "HTTP+JSON" },
    ],
    security: [{ schemes: { token: {} } }, { schemes: { key: {} } }],
    supportsAuthenticatedExtendedCard: true,
  });
});

describe("signatures", () => {
  const signed = async () => {
    const { privateKey, publicKey } = await generateKeyPair("ES256", { extractable: true });
    const jwk = { ...(await exportJWK(publicKey)), kid: "k", alg: "ES256" };
    const sign = (card: object) =>
      signCard(AgentCardCodec.copy(card), {
        codec: AgentCardCodec,
        rules: protocol.signatures,
        key: privateKey,
        kid: "k",
        alg: "ES256",
      });
    return { sign, jwk };
  };

  const draftIsUnsigned =
    "a2agen: the card of a2a-1.0-draft does not say all of the newest one: signatures: a signature holds for the card as it was signed";

  test("of the card that was given are left out of the one that says more, with a warning", async () => {
    const { sign } = await signed();
    const { signatures } = await sign(fullCard);
    const { family, warnings } = await startFamily({ card: () => ({ ...(signatures && { signatures }) }) });
    expect(family.card).not.toHaveProperty("signatures");
    expect(warnings).toStrictEqual([
      draftIsUnsigned,
      "a2agen: the signatures of the card are left out of the card of all versions, which says more than they cover; sign the family's card and give it to createHttpHandler",
    ]);
  });

  test("stay when every older version has a card of its own", async () => {
    const { sign } = await signed();
    const { signatures = [] } = await sign(fullCard);
    const { family, warnings } = await startFamily({ card: () => ({ signatures }), older: [draft] });
    expect(family.card).toMatchObject({ signatures });
    expect(warnings).toStrictEqual([draftIsUnsigned]);
  });

  test("of the card of all versions are served with it", async () => {
    const { sign, jwk } = await signed();
    const { family } = await startFamily();
    const { signatures } = await sign(family.card ?? {});
    const handler = createHttpHandler(family, { discovery: { card: { ...family.card, signatures } } });
    const response = await handler({
      method: "GET",
      target: "/.well-known/agent-card.json",
      header: () => undefined,
      body: () => Promise.reject(new Error("no body")),
      onDisconnect: () => undefined,
    });
    const served = JSON.parse(response?.body as string) as object;
    expect(served).toStrictEqual({ ...family.card, signatures });
    const card = AgentCardCodec.copy(served);
    const { verified, failed } = await verifyCard(card, {
      codec: AgentCardCodec,
      rules: protocol.signatures,
      keys: { keys: [jwk] },
    });
    expect([verified.length, failed]).toStrictEqual([1, []]);
  });
});

describe("the extended card", () => {
  const alice = { authorization: "Bearer alice" };

  test("of 0.3 is there by its method and its endpoint, and says where 0.3 is", async () => {
    const { origin } = await startFamily();
    const want = {
      description: "For alice only.",
      url: `${origin}/rpc`,
      preferredTransport: "JSONRPC",
      protocolVersion: expect.stringMatching(/^0\.3/),
    };
    const method = "agent/getAuthenticatedExtendedCard";
    expect(await callRaw(`${origin}/rpc`, method, {}, { headers: alice })).toMatchObject(want);
    for (const base of ["", "/rpc"]) {
      const url = `${origin}${base}/agent/authenticatedExtendedCard`;
      const response = await fetch(url, { headers: alice });
      const card: unknown = await response.json();
      expect(OlderCardCodec.decode(card)).toMatchObject(want);
    }
  });

  test("is for nobody who does not say who it is", async () => {
    const { origin } = await startFamily({ options: { authenticate: () => undefined } });
    const response = await fetch(`${origin}/agent/authenticatedExtendedCard`);
    expect([response.status, response.headers.get("www-authenticate")]).toStrictEqual([401, "Bearer"]);
  });

  test("of the draft and of 1.0 is there by method and by path", async () => {
    const { origin } = await startFamily();
    const want = { description: "For alice only." };
    const newer = { ...alice, "a2a-version": "1.0" };
    for (const path of ["/draft/rpc", "/rpc"]) {
      const card = await callRaw(origin + path, "GetExtendedAgentCard", {}, { headers: newer });
      expect(card).toMatchObject(want);
    }
    for (const path of ["/draft/v1/extendedAgentCard", "/rest/extendedAgentCard"]) {
      const response = await fetch(origin + path, { headers: newer });
      expect(await response.json()).toMatchObject(want);
    }
  });
});
