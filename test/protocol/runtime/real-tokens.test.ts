import { createPublicKey, type JsonWebKey } from "node:crypto";
import type { AgentCard, SecurityScheme } from "@a2agen/a2a-1.0";
import { anyOf, apiKeys, hashApiKey, introspect, verifyJwt } from "@a2agen/runtime/authenticate";
import { SignJWT, UnsecuredJWT } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type AuthorizationServer,
  clients,
  startAuthorizationServer,
} from "../../shared/authorization-server.ts";
import { type Caller, type GuardedAgent, startGuardedAgent } from "../../shared/callers/guarded-agent.ts";
import { kitScenario, startKitAgent } from "../../shared/probe/kit-agent.ts";
import { probeAgent, shortFindings } from "../../shared/probe/probe-agent.ts";

const agentUrl = "https://agent.example.com/a2a";
const opaqueUrl = "https://agent.example.com/opaque";

let server: AuthorizationServer;
let other: AuthorizationServer;

beforeAll(async () => {
  server = await startAuthorizationServer({ opaque: [opaqueUrl] });
  other = await startAuthorizationServer();
});
afterAll(() => Promise.all([server.close(), other.close()]));

function securedCard(): Partial<AgentCard> {
  return {
    securitySchemes: {
      login: {
        openIdConnectSecurityScheme: {
          openIdConnectUrl: `${server.issuer}/.well-known/openid-configuration`,
        },
      },
    },
    securityRequirements: [{ schemes: { login: { list: ["agent.read"] } } }],
  };
}

function start(): Promise<GuardedAgent> {
  return startGuardedAgent(securedCard, {
    authenticate: verifyJwt({
      issuer: server.issuer,
      audience: agentUrl,
      cooldownMs: 0,
      clockToleranceMs: 0,
    }),
  });
}

const bearing = (token: string): Caller => ({ headers: { authorization: `Bearer ${token}` } });
const read = { scope: "agent.read", resource: agentUrl };

/** The whole answers to a token over JSON-RPC, HTTP+JSON and gRPC, and the first in 0.3. */
async function answersTo({ calls }: GuardedAgent, token: string): Promise<unknown> {
  const [jsonRpc, rest, grpc, older] = [calls.jsonRpc, calls.rest, calls.grpc, calls.jsonRpc03].map((call) =>
    call(bearing(token)),
  );
  return { jsonRpc: await jsonRpc, rest: await rest, grpc: await grpc, older: await older };
}

/** The same of a refusal. */
function refusal(origin: string, status: 401 | 403, message: string, metadata?: object): unknown {
  const [name, grpc, error] =
    status === 401
      ? ["UNAUTHENTICATED", 16, "invalid_token"]
      : ["PERMISSION_DENIED", 7, "insufficient_scope"];
  const info = {
    "@type": "type.googleapis.com/google.rpc.ErrorInfo",
    reason: name,
    domain: "a2a-protocol.org",
    ...(metadata !== undefined && { metadata }),
  };
  const challenge = (path: string): string =>
    `Bearer scope="agent.read", error="${error}", error_description="${message}", resource_metadata="${origin}/.well-known/oauth-protected-resource/${path}"`;
  return {
    jsonRpc: {
      status,
      challenge: challenge("rpc"),
      body: { jsonrpc: "2.0", id: 1, error: { code: -32000, message, data: [info] } },
    },
    rest: {
      status,
      challenge: challenge("rest"),
      body: { error: { code: status, status: name, message, details: [info] } },
    },
    grpc: { code: grpc, message, challenge: challenge("rpc") },
    older: {
      status,
      challenge: challenge("rpc"),
      body: { jsonrpc: "2.0", id: 1, error: { code: -32000, message, data: { ...metadata, reason: name } } },
    },
  };
}

test("a token of the server lets its caller in on every binding", async () => {
  const agent = await start();
  const answers = (await answersTo(agent, await server.token(read))) as Record<string, object>;
  expect(answers).toMatchObject({
    jsonRpc: { status: 200 },
    rest: { status: 200 },
    grpc: { code: 0 },
    older: { status: 200 },
  });
  expect((await agent.get("/.well-known/oauth-protected-resource/rpc")).body).toEqual({
    resource: `${agent.origin}/rpc`,
    authorization_servers: [server.issuer],
    scopes_supported: ["agent.read"],
    bearer_methods_supported: ["header"],
  });
});

test("a token for another agent, of another server, or without the scope is refused with the reason", async () => {
  const agent = await start();
  const refused = (...rest: [401 | 403, string, object?]): unknown => refusal(agent.origin, ...rest);
  const foreign = await server.token({ ...read, resource: "https://other.example.com" });
  expect(await answersTo(agent, foreign)).toEqual(
    refused(401, "the token's claim aud is missing or not accepted"),
  );
  expect(await answersTo(agent, await other.token(read))).toEqual(
    refused(401, "the token is of another issuer"),
  );
  const writer = await server.token({ ...read, scope: "agent.write" });
  expect(await answersTo(agent, writer)).toEqual(
    refused(403, "the caller lacks the scope agent.read", { missingScopes: "agent.read" }),
  );
});

test("a token that has expired is refused on every binding, and a new one is taken", async () => {
  const agent = await start();
  const { options } = server;
  options.tokenSeconds = 1;
  const token = await server.token(read);
  delete options.tokenSeconds;
  await expect
    .poll(async () => (await agent.calls.rest(bearing(token))).status, { timeout: 60_000 })
    .toBe(401);
  expect(await answersTo(agent, token)).toEqual(refusal(agent.origin, 401, "the token has expired"));
  const fresh = bearing(await server.token(read));
  expect(await agent.calls.jsonRpc(fresh)).toMatchObject({ status: 200 });
  expect(await agent.calls.grpc(fresh)).toMatchObject({ code: 0 });
});

test("a token that the server did not sign is refused, whatever it says", async () => {
  const agent = await start();
  const [head = "", body = "", signature = ""] = (await server.token(read)).split(".");
  const claims = JSON.parse(Buffer.from(body, "base64url").toString()) as Record<string, unknown>;
  const { keys } = (await (await fetch(`${server.issuer}/jwks`)).json()) as {
    keys: (JsonWebKey & { kid: string })[];
  };
  const { kid = "", ...jwk } = keys[0] ?? {};
  const secret = new TextEncoder().encode(
    String(createPublicKey({ key: jwk, format: "jwk" }).export({ format: "pem", type: "spki" })),
  );
  const greedy = Buffer.from(JSON.stringify({ ...claims, scope: "admin" })).toString("base64url");
  const rows: readonly (readonly [string, string])[] = [
    [new UnsecuredJWT(claims).encode(), "the algorithm of the token is not accepted"],
    [
      await new SignJWT(claims).setProtectedHeader({ alg: "HS256", kid }).sign(secret),
      "the algorithm of the token is not accepted",
    ],
    [`${head}.${greedy}.${signature}`, "the signature of the token is not valid"],
  ];
  for (const [token, message] of rows)
    expect(await answersTo(agent, token)).toEqual(refusal(agent.origin, 401, message));
});

test("keys may be rotated in the middle: old and new tokens count while both keys are published", async () => {
  const agent = await start();
  const old = await server.token(read);
  expect(await agent.calls.rest(bearing(old))).toMatchObject({ status: 200 });
  server.rotateKeys({ keep: true });
  const next = await server.token(read);
  for (const token of [next, old]) expect(await agent.calls.grpc(bearing(token))).toMatchObject({ code: 0 });
  server.rotateKeys();
  expect(await agent.calls.rest(bearing(await server.token(read)))).toMatchObject({ status: 200 });
  expect(await answersTo(agent, old)).toEqual(
    refusal(agent.origin, 401, "the key of the token is not known"),
  );
});

test("tokens that only the server knows are asked about, and beside them keys count", async () => {
  const { id: clientId, secret: clientSecret } = clients.service;
  const url = `${server.issuer}/token/introspection`;
  const agent = await startGuardedAgent(
    () => {
      const { securitySchemes, securityRequirements } = securedCard();
      const key: SecurityScheme = { apiKeySecurityScheme: { location: "header", name: "X-Key" } };
      return {
        securitySchemes: { ...securitySchemes, key },
        securityRequirements: [...(securityRequirements ?? []), { schemes: { key: { list: [] } } }],
      };
    },
    {
      authenticate: anyOf({
        login: introspect({ url, clientId, clientSecret, audience: opaqueUrl, ttlMs: 0 }),
        key: apiKeys({ [await hashApiKey("key-of-ada")]: { id: "ada" } }),
      }),
    },
  );
  const token = await server.token({ scope: "agent.read", resource: opaqueUrl });
  expect(token).not.toContain(".");
  expect(await agent.calls.grpc(bearing(token))).toMatchObject({ code: 0 });
  expect(await agent.calls.rest({ headers: { "x-key": "key-of-ada" } })).toMatchObject({ status: 200 });
  expect(await agent.calls.rest({ headers: { "x-key": "another" } })).toMatchObject({ status: 401 });
  await fetch(`${server.issuer}/token/revocation`, {
    method: "POST",
    headers: { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` },
    body: new URLSearchParams({ token }),
  });
  expect(await agent.calls.rest(bearing(token))).toMatchObject({
    status: 401,
    body: { error: { message: "the token is not active" } },
  });
});

describe("the probe", () => {
  test("finds nothing in how an agent with verifyJwt refuses", async () => {
    const { origin } = await startKitAgent({
      card: securedCard,
      host: { authenticate: verifyJwt({ issuer: server.issuer, audience: agentUrl }) },
    });
    const headers = [{ name: "authorization", value: `Bearer ${await server.token(read)}` }];
    const isWanted = (id: string): boolean => /^(?:security|extended|discovery)\./.test(id);
    const report = await probeAgent(origin, {
      scenario: { ...kitScenario, nonce: "tokens" },
      headers,
      isWanted,
    });
    expect(shortFindings(report)).toEqual([]);
    expect(report.interfaces).toHaveLength(3);
    const verdicts = report.requirements.flatMap(({ requirement, verdict }) =>
      requirement.startsWith("security.") && verdict !== "not-applicable" ? [verdict] : [],
    );
    expect(new Set(verdicts)).toEqual(new Set(["passed"]));
  });
});
