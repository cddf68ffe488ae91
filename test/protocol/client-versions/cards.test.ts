import { A2AService } from "@a2agen/a2a-1.0";
import { a2a03ToA2a10, a2a03ToDraft, draftToA2a10 } from "@a2agen/translate";
import { describe, expect, test } from "vitest";
import { connect, isConnectError } from "../../../packages/runtime/src/client/index.ts";
import { jsonRpc } from "../../../packages/runtime/src/jsonrpc/index.ts";
import { rest } from "../../../packages/runtime/src/rest/index.ts";
import { composeServices } from "../../../packages/runtime/src/versions/translate/compose-services.ts";
import { cardOf, draftCardOf, errorOf } from "../../shared/client/agents.ts";
import { startServer } from "../../shared/client/web-server.ts";
import { cardOf as olderCardOf } from "./sdk-0.3-agent.ts";

const origin = "https://agent.example.com";
const bindings = [jsonRpc(), rest()];
const older = [draftToA2a10, a2a03ToA2a10];

const newer = cardOf(origin);
const draft = draftCardOf(origin);
const old = olderCardOf(origin);
/** The draft's sample card (8.5): its interfaces, the version and the security of 0.3. */
const mixed = {
  ...draft,
  protocolVersion: "0.3.0",
  securitySchemes: {
    token: { type: "http", scheme: "Bearer" },
    key: { type: "apiKey", in: "query", name: "k" },
  },
  security: [{ token: [] }],
};
/** The fields of 1.0 and of 0.3, with schemes that both can read. */
const both = {
  ...old,
  ...newer,
  securitySchemes: {
    token: { type: "http", scheme: "Bearer", httpAuthSecurityScheme: { scheme: "Bearer" } },
  },
};

function entry(protocolBinding: string, protocolVersion: string, path = "rpc"): object {
  return { url: `${origin}/${path}`, protocolBinding, protocolVersion };
}

function without(card: object, ...names: readonly string[]): object {
  return Object.fromEntries(Object.entries(card).filter(([name]) => !names.includes(name)));
}

describe("the version that is spoken is the newest of a card that can be used", () => {
  test.each<{ readonly name: string; readonly card: object; readonly want: string }>([
    { name: "a card of 1.0", card: newer, want: `a2a-1.0 JSONRPC 1.0 ${origin}/rpc` },
    { name: "a card of the draft", card: draft, want: `a2a-1.0-draft JSONRPC 1.0 ${origin}/rpc` },
    { name: "a card of 0.3", card: old, want: `a2a-0.3 JSONRPC 0.3.0 ${origin}/` },
    {
      name: "a card of 0.3 that names no transport",
      card: without(old, "preferredTransport"),
      want: `a2a-0.3 JSONRPC 0.3.0 ${origin}/`,
    },
    {
      name: "a card of 0.3 that prefers another transport",
      card: {
        ...old,
        preferredTransport: "GRPC",
        additionalInterfaces: [
          { url: `${origin}/`, transport: "GRPC" },
          { url: `${origin}/rpc`, transport: "JSONRPC" },
        ],
      },
      want: `a2a-0.3 JSONRPC 0.3.0 ${origin}/rpc`,
    },
    {
      name: "a card of 0.2",
      card: {
        ...without(old, "preferredTransport", "supportsAuthenticatedExtendedCard"),
        protocolVersion: "0.2.5",
      },
      want: `a2a-0.3 JSONRPC 0.2.5 ${origin}/`,
    },
    {
      name: "a card of the time before cards named their version",
      card: without(old, "protocolVersion", "preferredTransport"),
      want: `a2a-0.3 JSONRPC 0.3.0 ${origin}/`,
    },
    {
      name: "a card of 1.0 that lists 0.3 first",
      card: { ...newer, supportedInterfaces: [entry("JSONRPC", "0.3", "old"), entry("JSONRPC", "1.0")] },
      want: `a2a-1.0 JSONRPC 1.0 ${origin}/rpc`,
    },
    {
      name: "a card of 1.0 that lists 0.3 alone",
      card: { ...newer, supportedInterfaces: [entry("JSONRPC", "0.3", "old")] },
      want: `a2a-0.3 JSONRPC 0.3 ${origin}/old`,
    },
    {
      name: "a card of 1.0 that lists 1.0 over a binding that is not installed",
      card: { ...newer, supportedInterfaces: [entry("GRPC", "1.0"), entry("JSONRPC", "0.3.1", "old")] },
      want: `a2a-0.3 JSONRPC 0.3.1 ${origin}/old`,
    },
    {
      name: "a card with the fields of both versions",
      card: { ...both, url: `${origin}/old` },
      want: `a2a-1.0 JSONRPC 1.0 ${origin}/rpc`,
    },
    {
      name: "a card with the fields of both versions, of which 0.3 alone can be used",
      card: { ...both, url: `${origin}/old`, supportedInterfaces: [entry("GRPC", "1.0")] },
      want: `a2a-0.3 JSONRPC 0.3.0 ${origin}/old`,
    },
    {
      name: "a card with the fields of both versions, whose schemes are those of 0.3",
      card: { ...newer, ...old, url: `${origin}/old` },
      want: `a2a-0.3 JSONRPC 0.3.0 ${origin}/old`,
    },
    {
      name: "a card of the draft that calls itself 0.3.0 and lacks its version (draft 4.6.1)",
      card: { ...without(draft, "version"), protocolVersion: "0.3.0" },
      want: `a2a-1.0-draft JSONRPC 1.0 ${origin}/rpc`,
    },
  ])("$name", async ({ card, want }) => {
    const { protocol, interface: used } = await connect(A2AService, card, { bindings, older });
    const { protocolBinding, protocolVersion, url } = used;
    expect(`${protocol.name} ${protocolBinding} ${protocolVersion} ${url}`).toBe(want);
  });

  test("security of 0.3 in a card of the draft asks for its credentials, with warnings", async () => {
    const error = await errorOf(connect(A2AService, mixed, { bindings, older, credentials: {} }));
    expect(isConnectError(error, "no-credentials")).toBe(true);
    const { card, warnings } = await connect(A2AService, mixed, {
      bindings,
      older,
      credentials: { token: "secret" },
    });
    expect(card).toMatchObject({
      securitySchemes: {
        token: { httpAuthSecurityScheme: { scheme: "Bearer" } },
        key: { apiKeySecurityScheme: { location: "query", name: "k" } },
      },
      securityRequirements: [{ schemes: { token: { list: [] } } }],
    });
    expect(warnings.filter(({ about }) => about === "card")).toEqual([
      {
        about: "card",
        path: "securitySchemes",
        message: "expected the form of this version, found that of OpenAPI [format]",
      },
      {
        about: "card",
        path: "protocolVersion",
        message: 'expected 1.0, whose form it has; found "0.3.0" [format]',
      },
    ]);
  });

  test("an older version is not spoken that is not installed", async () => {
    const error = await errorOf(connect(A2AService, draft, { bindings, older: [a2a03ToA2a10] }));
    expect(isConnectError(error, "no-interface")).toBe(true);
    const other = await errorOf(connect(A2AService, old, { bindings, older: [draftToA2a10] }));
    expect(isConnectError(other)).toBe(true);
  });

  test("translations can be composed", async () => {
    const composed = composeServices(a2a03ToDraft, draftToA2a10);
    const { protocol, card } = await connect(A2AService, old, { bindings, older: [composed] });
    expect(protocol.name).toBe("a2a-0.3");
    expect(card).toMatchObject({
      supportedInterfaces: [{ url: `${origin}/`, protocolBinding: "JSONRPC" }],
      securitySchemes: { token: { httpAuthSecurityScheme: { scheme: "Bearer" } } },
    });
    expect(() => composeServices(draftToA2a10, a2a03ToDraft as never)).toThrow(
      new TypeError("cannot compose: one translation ends at a2a-1.0, the next begins at a2a-0.3"),
    );
  });
});

describe("an error of a connection", () => {
  test("lists what the card offers in every version, and all that is installed", async () => {
    const card = {
      ...both,
      url: `${origin}/old`,
      preferredTransport: "HTTP+JSON",
      supportedInterfaces: [entry("GRPC", "1.0"), entry("JSONRPC", "2.0"), entry("HTTP+JSON", "0.3", "rest")],
    };
    const error = await errorOf(connect(A2AService, card, { bindings, older: [a2a03ToA2a10] }));
    expect(isConnectError(error, "no-interface")).toBe(true);
    expect((error as Error).message).toBe(
      "no interface of the card can be used. The card offers " +
        `"GRPC" "1.0" at "${origin}/rpc": the binding is not installed; ` +
        `"JSONRPC" "2.0" at "${origin}/rpc": the version is not spoken here; ` +
        `"HTTP+JSON" "0.3" at "${origin}/rest": the binding does not carry the service of this version; ` +
        `"HTTP+JSON" "0.3.0" at "${origin}/old": the binding does not carry the service of this version. ` +
        "Installed: JSONRPC 1.0, HTTP+JSON 1.0, JSONRPC 0.3",
    );
  });

  test("says what the card lacks in every version in which it is none", async () => {
    const error = await errorOf(connect(A2AService, { name: 7 }, { bindings, older: [a2a03ToA2a10] }));
    expect(isConnectError(error, "card-invalid")).toBe(true);
    expect((error as Error).message).toMatch(
      /^card: invalid lf\.a2a\.v1\.AgentCard:\n.*\ncard: invalid a2a-0\.3\.AgentCard:\n/s,
    );
  });

  test("says why a card without a version is none of a version whose form it may have", async () => {
    const { securitySchemes } = draftCardOf(origin, {
      securitySchemes: { token: { httpAuthSecurityScheme: { scheme: "Bearer" } } },
    });
    const card = { ...without(old, "protocolVersion"), securitySchemes };
    const errors = [older, [a2a03ToA2a10]].map((known) =>
      errorOf(connect(A2AService, card, { bindings, older: known })),
    );
    for (const error of await Promise.all(errors)) {
      expect(isConnectError(error, "no-interface")).toBe(true);
    }
    const messages = (await Promise.all(errors)).map((error) => (error as Error).message);
    expect(messages).toMatchInlineSnapshot(`
      [
        "no interface of the card can be used. The card offers "JSONRPC" without a version at "https://agent.example.com/": the card does not name its version. Installed: JSONRPC 1.0, HTTP+JSON 1.0, JSONRPC 0.3
      card: invalid a2a-0.3.AgentCard:
        securitySchemes["token"].type: required: one of "apiKey", "http", "oauth2", "openIdConnect", "mutualTLS" [required]",
        "no interface of the card can be used. The card offers none. Installed: JSONRPC 1.0, HTTP+JSON 1.0, JSONRPC 0.3
      card: invalid a2a-0.3.AgentCard:
        securitySchemes["token"].type: required: one of "apiKey", "http", "oauth2", "openIdConnect", "mutualTLS" [required]",
      ]
    `);
  });

  test("tells a translation of another service before anything is sent", async () => {
    const error = await errorOf(
      connect(A2AService, "https://agent.example.com", { bindings, older: [a2a03ToDraft as never] }),
    );
    expect(error).toEqual(
      new TypeError(
        "older[0]: expected a translation to lf.a2a.v1.A2AService of a2a-1.0, found one to a2a.v1.A2AService of a2a-1.0-draft",
      ),
    );
  });
});

describe("a card of 0.3 that means ill", () => {
  test("gains nothing by the names of prototypes, deep nesting and huge lists", async () => {
    const names = ["__proto__", "constructor", "toString"];
    const texts = [
      `{"__proto__":{"polluted":true},${JSON.stringify(old).slice(1)}`,
      JSON.stringify(old).replace(
        /"securitySchemes":\{/,
        `"securitySchemes":{${names.map((name) => `"${name}":{"type":"http","scheme":"Bearer"},`).join("")}`,
      ),
    ];
    for (const text of texts) {
      const server = await startServer((_request, response) => {
        response.writeHead(200, { "content-type": "application/json" }).end(text);
      });
      const { card } = await connect(A2AService, server.origin, { bindings, older });
      expect(card).toMatchObject({ name: "Test agent" });
      expect({}).not.toHaveProperty("polluted");
    }
    const deep = `{"capabilities":{"extensions":[{"params":{"a":${"[".repeat(5000)}${"]".repeat(5000)}}}]}}`;
    const error = await errorOf(connect(A2AService, JSON.parse(deep) as object, { bindings, older }));
    expect(isConnectError(error, "card-invalid")).toBe(true);
    const additionalInterfaces = Array.from({ length: 10_000 }, (_, index) => ({
      url: `${origin}/${index}`,
      transport: "GRPC",
    }));
    const many = { ...old, preferredTransport: "GRPC", additionalInterfaces };
    const refused = await errorOf(connect(A2AService, many, { bindings, older }));
    expect(isConnectError(refused, "no-interface")).toBe(true);
    expect((refused as Error).message.length).toBeLessThan(20_000);
  });
});
