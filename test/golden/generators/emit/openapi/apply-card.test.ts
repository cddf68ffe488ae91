import { type AgentCard as CurrentCard, AgentCardCodec as CurrentCardCodec } from "@a2agen/a2a-1.0";
import { type AgentCard as DraftCard, AgentCardCodec as DraftCardCodec } from "@a2agen/a2a-1.0-draft";
import { describe, expect, test } from "vitest";
import { applyCard, CardError } from "../../../../../generators/emit/openapi/apply-card.ts";
import { buildDocument } from "./documents.ts";
import { lintWithRedocly, lintWithSpectral } from "./lint-documents.ts";

const draftCard: DraftCard = {
  protocolVersion: "1.0",
  name: "Route planner",
  description: "Plans routes.",
  supportedInterfaces: [
    { url: "https://routes.example/rpc", protocolBinding: "JSONRPC" },
    { url: "https://routes.example/rest/", protocolBinding: "HTTP+JSON" },
    { url: "https://backup.routes.example/rest", protocolBinding: "HTTP+JSON" },
  ],
  provider: { organization: "Routes Ltd", url: "https://routes.example" },
  version: "2.3.1",
  documentationUrl: "https://routes.example/docs",
  capabilities: {},
  securitySchemes: {
    "corporate login": {
      openIdConnectSecurityScheme: {
        openIdConnectUrl: "https://routes.example/.well-known/openid-configuration",
      },
    },
    key: {
      apiKeySecurityScheme: { location: "header", name: "X-Routes-Key", description: "Ask us for one." },
    },
  },
  security: [
    { schemes: { "corporate login": { list: ["routes.read"] }, key: {} } },
    { schemes: { key: { list: [] } } },
  ],
  defaultInputModes: ["text/plain"],
  defaultOutputModes: ["text/plain"],
  skills: [],
};

const currentCard: CurrentCard = {
  name: "Translator",
  description: "Translates.",
  supportedInterfaces: [
    { url: "https://words.example/v2", protocolBinding: "HTTP+JSON", protocolVersion: "2.0" },
    {
      url: "https://words.example/a2a",
      protocolBinding: "HTTP+JSON",
      protocolVersion: "1.0.1",
      tenant: "blue team",
    },
    { url: "https://words.example/a2a", protocolBinding: "HTTP+JSON", protocolVersion: "1.0" },
  ],
  version: "7",
  capabilities: {},
  securitySchemes: {
    bearer: { httpAuthSecurityScheme: { scheme: "Bearer", bearerFormat: "JWT" } },
    oauth: {
      oauth2SecurityScheme: {
        flows: {
          deviceCode: {
            deviceAuthorizationUrl: "https://login.example/device",
            tokenUrl: "https://login.example/token",
            scopes: { translate: "Use the translator" },
          },
        },
        oauth2MetadataUrl: "https://login.example/.well-known/oauth-authorization-server",
      },
    },
    tls: { mtlsSecurityScheme: { description: "Our own authority." } },
  },
  securityRequirements: [
    { schemes: { bearer: {} } },
    { schemes: { oauth: { list: ["translate"] }, tls: {} } },
  ],
  defaultInputModes: ["text/plain"],
  defaultOutputModes: ["text/plain"],
  skills: [],
};

/** Spectral looks for a list of scopes in every kind of scheme; OpenID Connect has it in its own document. */
const knownOfSpectral = ['oas3-operation-security-defined: "routes.read" must be listed among scopes.'];

const documentOf = async (subject: "a2a-1.0-draft" | "a2a-1.0", version: "3.1" | "3.2" = "3.1") =>
  (await buildDocument(subject, version)).document;

describe("the document of an agent", () => {
  test("has the servers, the security and the info of a card of the draft", async () => {
    const general = await documentOf("a2a-1.0-draft");
    const { info, servers, security, externalDocs, components, paths } = applyCard(
      general,
      DraftCardCodec.decode(draftCard),
    );
    expect(info).toEqual({
      title: "Route planner",
      description: "Plans routes.",
      version: "2.3.1",
      contact: { name: "Routes Ltd", url: "https://routes.example" },
      license: general.info.license,
    });
    expect(externalDocs).toEqual({ url: "https://routes.example/docs" });
    expect(servers).toEqual([
      { url: "https://routes.example/rest", description: "The preferred interface of Route planner." },
      { url: "https://backup.routes.example/rest", description: "Another interface of Route planner." },
    ]);
    expect(security).toEqual([{ corporate_login: ["routes.read"], key: [] }, { key: [] }]);
    expect(components?.securitySchemes).toEqual({
      corporate_login: {
        type: "openIdConnect",
        openIdConnectUrl: "https://routes.example/.well-known/openid-configuration",
      },
      key: { type: "apiKey", description: "Ask us for one.", in: "header", name: "X-Routes-Key" },
    });
    expect(components?.schemas).toEqual(general.components?.schemas);
    expect(paths).toEqual(general.paths);
  });

  test("has the servers, the security and the info of a card of 1.0", async () => {
    const card = CurrentCardCodec.decode(currentCard);
    const { info, servers, security, externalDocs } = applyCard(await documentOf("a2a-1.0"), card);
    expect(info).toMatchObject({ title: "Translator", version: "7", contact: { name: "Translator" } });
    expect(externalDocs).toBeUndefined();
    expect(servers).toEqual([
      { url: "https://words.example/a2a/blue%20team", description: "The preferred interface of Translator." },
      { url: "https://words.example/a2a", description: "Another interface of Translator." },
    ]);
    expect(security).toEqual([{ bearer: [] }, { oauth: ["translate"], tls: [] }]);
  });

  test("has the device flow where its version of OpenAPI has it, else in an extension", async () => {
    const schemesOf = async (version: "3.1" | "3.2"): Promise<unknown> =>
      applyCard(await documentOf("a2a-1.0", version), currentCard).components?.securitySchemes;
    const flow = {
      deviceAuthorizationUrl: "https://login.example/device",
      tokenUrl: "https://login.example/token",
      scopes: { translate: "Use the translator" },
    };
    const metadata = "https://login.example/.well-known/oauth-authorization-server";
    const others = {
      bearer: { type: "http", scheme: "Bearer", bearerFormat: "JWT" },
      tls: { type: "mutualTLS", description: "Our own authority." },
    };
    expect(await schemesOf("3.1")).toEqual({
      ...others,
      oauth: { type: "oauth2", flows: { "x-deviceAuthorization": flow }, "x-oauth2MetadataUrl": metadata },
    });
    expect(await schemesOf("3.2")).toEqual({
      ...others,
      oauth: { type: "oauth2", flows: { deviceAuthorization: flow }, oauth2MetadataUrl: metadata },
    });
  });

  test("leaves the general document and the card as they are", async () => {
    const general = await documentOf("a2a-1.0");
    const before = structuredClone({ general, currentCard });
    applyCard(general, currentCard);
    expect({ general, currentCard }).toEqual(before);
  });

  test("asks for nothing when the card asks for nothing", async () => {
    const { securitySchemes: _, securityRequirements: _none, ...open } = currentCard;
    const { security, components } = applyCard(await documentOf("a2a-1.0"), open);
    expect(security).toEqual([]);
    expect(components).not.toHaveProperty("securitySchemes");
  });

  test("takes the older members of a card that has no list of interfaces", async () => {
    const { supportedInterfaces: _, ...rest } = draftCard;
    // As it is read from a file: the type of the card marks these members as deprecated.
    const older = {
      ...rest,
      url: "https://routes.example/rest",
      preferredTransport: "HTTP+JSON",
      additionalInterfaces: [{ url: "https://routes.example/rpc", protocolBinding: "JSONRPC" }],
    };
    expect(applyCard(await documentOf("a2a-1.0-draft"), older).servers).toEqual([
      { url: "https://routes.example/rest", description: "The preferred interface of Route planner." },
    ]);
  });

  const versions = ["3.2", "3.1"] as const;

  test.each(versions)("has nothing that the linters find in %s", { tags: "later" }, async (version) => {
    const texts = {
      "draft.json": JSON.stringify(applyCard(await documentOf("a2a-1.0-draft", version), draftCard)),
      "current.json": JSON.stringify(applyCard(await documentOf("a2a-1.0", version), currentCard)),
    };
    expect(await lintWithRedocly(texts)).toEqual({ status: 0, problems: [] });
    expect((await lintWithSpectral(texts)).problems).toEqual(knownOfSpectral);
  });
});

describe("a card without a fitting interface is refused", () => {
  const refused: readonly { name: string; interfaces: CurrentCard["supportedInterfaces"]; found: string }[] =
    [
      {
        name: "of another binding",
        interfaces: [
          { url: "https://words.example/rpc", protocolBinding: "JSONRPC", protocolVersion: "1.0" },
        ],
        found: "JSONRPC of version 1.0",
      },
      {
        name: "of another version",
        interfaces: [
          { url: "https://words.example/a", protocolBinding: "GRPC", protocolVersion: "1.0" },
          { url: "https://words.example/b", protocolBinding: "HTTP+JSON", protocolVersion: "0.3" },
        ],
        found: "GRPC of version 1.0, HTTP+JSON of version 0.3",
      },
      { name: "at all", interfaces: [], found: "none" },
    ];

  test.each(refused)("$name", async ({ interfaces, found }) => {
    const document = await documentOf("a2a-1.0");
    const call = (): unknown => applyCard(document, { ...currentCard, supportedInterfaces: interfaces });
    expect(call).toThrow(CardError);
    expect(call).toThrow(
      `supportedInterfaces: expected an interface with the binding HTTP+JSON of version 1.0; found ${found}; add one to the card, or leave the card out`,
    );
  });
});
