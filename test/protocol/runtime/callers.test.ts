import type { AgentCard, SecurityScheme } from "@a2agen/a2a-1.0";
import type { HostFamilyOptions } from "@a2agen/runtime/server";
import { CallError, type Principal } from "@a2agen/runtime/service";
import { describe, expect, test } from "vitest";
import { type GuardedAgent, startGuardedAgent } from "../../shared/callers/guarded-agent.ts";

const issuer = "https://login.example.com";

const key: SecurityScheme = { apiKeySecurityScheme: { location: "header", name: "X-Key" } };

const secured: Partial<AgentCard> = {
  securitySchemes: {
    oauth: {
      oauth2SecurityScheme: {
        flows: {
          clientCredentials: { tokenUrl: `${issuer}/token`, scopes: { read: "", write: "", admin: "" } },
        },
        oauth2MetadataUrl: `${issuer}/.well-known/oauth-authorization-server`,
      },
    },
    key,
  },
  securityRequirements: [
    { schemes: { oauth: { list: ["read", "write"] } } },
    { schemes: { oauth: { list: ["admin"] } } },
    { schemes: { key: { list: [] } } },
  ],
};

const principals: Readonly<Record<string, Principal>> = {
  plain: { id: "ada" },
  writer: { id: "ada", scopes: ["write", "read"] },
  administrator: { id: "ada", scopes: ["admin"], schemes: ["oauth"] },
  reader: { id: "ada", scopes: ["read"], schemes: ["oauth"] },
  none: { id: "ada", scopes: [], schemes: ["oauth"] },
  keyed: { id: "ada", scopes: [], schemes: ["key"] },
  stranger: { id: "ada", scopes: ["read", "write"], schemes: ["other"] },
};

function start(options: Partial<HostFamilyOptions> = {}, card = secured): Promise<GuardedAgent> {
  return startGuardedAgent(() => card, {
    authenticate: ({ header }) => principals[header("authorization")?.replace("Bearer ", "") ?? ""],
    ...options,
  });
}

const bearing = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

function errorInfo(reason: string, metadata?: object) {
  const info = { "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason, domain: "a2a-protocol.org" };
  return metadata === undefined ? info : { ...info, metadata };
}

describe("requirements of the card", () => {
  test("a caller who lacks scopes is refused with 403 on every binding and version", async () => {
    const { origin, calls } = await start();
    const message = "the caller lacks the scope write";
    const challenge = (path: string) =>
      `Bearer scope="read write", error="insufficient_scope", error_description="${message}", resource_metadata="${origin}/.well-known/oauth-protected-resource${path}"`;
    const metadata = { missingScopes: "write" };
    const details = [errorInfo("PERMISSION_DENIED", metadata)];
    expect(await calls.rest(bearing("reader"))).toEqual({
      status: 403,
      challenge: challenge("/rest"),
      body: { error: { code: 403, status: "PERMISSION_DENIED", message, details } },
    });
    const { data, ...rpcError } = (
      (await calls.jsonRpc(bearing("reader"))).body as { error: { data: unknown } }
    ).error;
    expect(rpcError).toEqual({ code: -32000, message });
    expect(data).toEqual([{ ...errorInfo("PERMISSION_DENIED", metadata) }]);
    expect(await calls.jsonRpc(bearing("reader"))).toMatchObject({
      status: 403,
      challenge: challenge("/rpc"),
    });
    expect(await calls.jsonRpc03(bearing("reader"))).toMatchObject({
      status: 403,
      challenge: challenge("/rpc"),
    });
    expect(await calls.draftRest(bearing("reader"))).toMatchObject({
      status: 403,
      challenge: challenge("/draft"),
    });
    const refused = { code: 7, message, challenge: challenge("/rpc") };
    expect(await calls.grpc(bearing("reader"))).toEqual(refused);
    expect(await calls.draftGrpc(bearing("reader"))).toEqual({
      ...refused,
      challenge: challenge("/draft/rpc"),
    });
  });

  test.each(["plain", "writer", "administrator", "keyed"])(
    "a caller who meets one is let in: %s",
    async (token) => {
      const { calls } = await start();
      expect(await calls.rest(bearing(token))).toMatchObject({ status: 200, challenge: null });
      expect(await calls.jsonRpc(bearing(token))).toMatchObject({
        status: 200,
        body: { result: { id: "task-1" } },
      });
      expect(await calls.jsonRpc03(bearing(token))).toMatchObject({
        status: 200,
        body: { result: { id: "task-1" } },
      });
      expect(await calls.grpc(bearing(token))).toEqual({ code: 0, message: "", challenge: undefined });
    },
  );

  test("the nearest requirement is named", async () => {
    const { calls } = await start();
    const { body, challenge } = await calls.rest(bearing("none"));
    expect(body).toMatchObject({ error: { message: "the caller lacks the scope admin" } });
    expect(challenge).toContain('scope="admin"');
  });

  test("a caller who came by another scheme, or with a token that nobody knows, is refused with 401", async () => {
    const { origin, calls } = await start();
    const message = "the call needs valid credentials";
    for (const token of ["stranger", "unknown"]) {
      const parameters = `error="invalid_token", error_description="${message}", resource_metadata="${origin}/.well-known/oauth-protected-resource/rest"`;
      expect(await calls.rest(bearing(token))).toEqual({
        status: 401,
        challenge: `Bearer scope="read write", ${parameters}, Bearer scope="admin", ${parameters}, ApiKey in="header", name="X-Key"`,
        body: {
          error: { code: 401, status: "UNAUTHENTICATED", message, details: [errorInfo("UNAUTHENTICATED")] },
        },
      });
      expect(await calls.jsonRpc(bearing(token))).toMatchObject({ status: 401 });
      expect(await calls.grpc(bearing(token))).toMatchObject({ code: 16, message });
    }
  });

  test("a caller without a token learns of no error", async () => {
    const { calls } = await start();
    const { status, challenge } = await calls.rest();
    expect(status).toBe(401);
    expect(challenge).not.toContain("error");
  });

  test("a refusal of the hook gets the challenges of the card, a malformed request 400", async () => {
    const { calls } = await start({
      authenticate: ({ header }) => {
        if (header("authorization") === "Bearer expired")
          throw new CallError("UNAUTHENTICATED", "the token has expired");
        throw new CallError("INVALID_ARGUMENT", "two tokens");
      },
    });
    const expired = await calls.jsonRpc(bearing("expired"));
    expect(expired).toMatchObject({ status: 401, body: { error: { message: "the token has expired" } } });
    expect(expired.challenge).toContain('error="invalid_token", error_description="the token has expired"');
    for (const malformed of [await calls.jsonRpc(bearing("a, b")), await calls.rest(bearing("a, b"))]) {
      expect(malformed.status).toBe(400);
      expect(malformed.challenge).toContain('error="invalid_request", error_description="two tokens"');
    }
  });

  test("who refuses is told who was refused", async () => {
    const refused: unknown[] = [];
    const { calls } = await start({
      onRefused: ({ status }, { principal, method }) => refused.push([status, principal?.id, method]),
    });
    await calls.grpc(bearing("reader"));
    await calls.jsonRpc(bearing("unknown"));
    expect(refused).toEqual([
      ["PERMISSION_DENIED", "ada", "GetTask"],
      ["UNAUTHENTICATED", undefined, "GetTask"],
    ]);
  });
});

describe("metadata of the protected resource (RFC 9728)", () => {
  const facts = {
    authorization_servers: [issuer],
    scopes_supported: ["read", "write", "admin"],
    bearer_methods_supported: ["header"],
  };

  test("is served for each interface and for the origin", async () => {
    const { origin, get } = await start();
    const wellKnown = "/.well-known/oauth-protected-resource";
    for (const path of ["/rpc", "/rest", "/draft/rpc", "/draft", ""]) {
      expect(await get(wellKnown + path)).toEqual({
        status: 200,
        challenge: null,
        body: { resource: `${origin}${path}`, ...facts },
      });
    }
    expect((await get(`${wellKnown}/other`)).status).toBe(404);
    const head = await fetch(origin + wellKnown, { method: "HEAD" });
    expect([head.status, head.headers.get("access-control-allow-origin"), await head.text()]).toEqual([
      200,
      "*",
      "",
    ]);
    const post = await fetch(origin + wellKnown, { method: "POST" });
    expect([post.status, post.headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
  });

  test("is there only where callers show tokens; an option names issuers that the card cannot", async () => {
    const plain = await start({}, { securitySchemes: { key } });
    expect((await plain.get("/.well-known/oauth-protected-resource")).status).toBe(404);
    const named = await start({ authorizationServers: ["https://other.example.com"] });
    expect((await named.get("/.well-known/oauth-protected-resource/rpc")).body).toEqual({
      ...facts,
      resource: `${named.origin}/rpc`,
      authorization_servers: ["https://other.example.com"],
    });
  });
});

describe("tenants", () => {
  const missing = (tenant: string) => ({
    code: 5,
    message: `there is no tenant "${tenant}"`,
    challenge: undefined,
  });

  async function expectMissing({ calls }: GuardedAgent, tenant: string): Promise<void> {
    const { message } = missing(tenant);
    expect(await calls.rest({ ...bearing("plain"), tenant })).toEqual({
      status: 404,
      challenge: null,
      body: { error: { code: 404, status: "NOT_FOUND", message, details: [errorInfo("NOT_FOUND")] } },
    });
    expect(await calls.jsonRpc({ ...bearing("plain"), tenant })).toMatchObject({
      status: 200,
      body: { error: { code: -32000, message } },
    });
    expect(await calls.grpc({ ...bearing("plain"), tenant })).toEqual(missing(tenant));
  }

  test("those of the card's interfaces are served, and no others", async () => {
    const agent = await startGuardedAgent(
      (origin) => ({
        supportedInterfaces: [
          { url: `${origin}/rpc`, protocolBinding: "JSONRPC", protocolVersion: "1.0", tenant: "acme" },
          { url: `${origin}/rest`, protocolBinding: "HTTP+JSON", protocolVersion: "1.0", tenant: "acme" },
        ],
      }),
      {},
    );
    for (const caller of [{ tenant: "acme" }, {}]) {
      expect(await agent.calls.rest(caller)).toMatchObject({ status: 200 });
      expect(await agent.calls.jsonRpc(caller)).toMatchObject({ body: { result: { id: "task-1" } } });
      expect(await agent.calls.grpc(caller)).toMatchObject({ code: 0 });
    }
    expect(await agent.calls.jsonRpc03()).toMatchObject({ body: { result: { id: "task-1" } } });
    await expectMissing(agent, "evil");
  });

  test("any is served where the card names none", async () => {
    const { calls } = await start();
    expect(await calls.rest({ ...bearing("plain"), tenant: "evil" })).toMatchObject({ status: 200 });
  });

  test("a function decides for each caller; who is refused learns as little as of one that does not exist", async () => {
    const agent = await start({
      tenants: (tenant, principal) => tenant === "acme" && principal?.scopes !== undefined,
    });
    expect(await agent.calls.grpc({ ...bearing("writer"), tenant: "acme" })).toMatchObject({ code: 0 });
    await expectMissing(agent, "acme");
    await expectMissing(agent, "evil");
    const unknown = [await agent.calls.rest({ tenant: "acme" }), await agent.calls.rest({ tenant: "evil" })];
    expect(unknown[0]).toEqual(unknown[1]);
    expect(unknown[0]?.status).toBe(401);
  });

  test("a list in the options counts instead of the card", async () => {
    const agent = await start({ tenants: ["blue"] });
    expect(await agent.calls.rest({ ...bearing("plain"), tenant: "blue" })).toMatchObject({ status: 200 });
    await expectMissing(agent, "acme");
  });
});
