import { type DeviceCode, memoryTokenCache, oauthCredentials } from "@a2agen/runtime/oauth";
import { decodeJwt } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import {
  type AuthorizationServer,
  clients,
  signingKey,
  startAuthorizationServer,
} from "../../../shared/authorization-server.ts";
import { errorOf, task } from "../../../shared/client/agents.ts";
import { open, schemeOf, startOAuthAgent, takeTokens } from "../../../shared/oauth/oauth-agent.ts";

let server: AuthorizationServer;
beforeAll(async () => {
  server = await startAuthorizationServer();
});
beforeEach(() => {
  server.requests.length = 0;
  server.intercept = undefined;
  server.options.tokenSeconds = 600;
});
afterAll(() => server.close());

const service = { clientId: clients.service.id, clientSecret: clients.service.secret };
const poster = { clientId: clients.poster.id, clientSecret: clients.poster.secret };
const key = await crypto.subtle.importKey(
  "pkcs8",
  signingKey.export({ type: "pkcs8", format: "der" }),
  { name: "ECDSA", namedCurve: "P-256" },
  false,
  ["sign"],
);
const found = task("7", "TASK_STATE_WORKING");
const redirectUrl = "http://127.0.0.1:5555/callback";

describe("a client gets tokens by", () => {
  it.each([
    { way: "client_secret_basic", options: service, sub: "service" },
    {
      way: "client_secret_post",
      options: { ...poster, clientAuthentication: "client_secret_post" as const },
      sub: "poster",
    },
    {
      way: "private_key_jwt",
      options: { clientId: "signer", privateKey: { key, kid: "signer-1" } },
      sub: "signer",
    },
  ])("client credentials and $way, once for many calls", async ({ options, sub }) => {
    const seen: unknown[] = [];
    const verify = takeTokens(server, {});
    const agent = await startOAuthAgent(
      schemeOf(server, "clientCredentials"),
      async (request) => {
        seen.push(decodeJwt(request.header("authorization")?.slice(7) ?? ""));
        return verify(request);
      },
      ["agent.read"],
    );
    const { client } = await open(agent, oauthCredentials(options));
    expect(await Promise.all([client.getTask({ id: "7" }), client.getTask({ id: "7" })])).toEqual([
      found,
      found,
    ]);
    await client.getTask({ id: "7" });
    const token = { sub, aud: `${agent.origin}/rpc`, scope: "agent.read" };
    expect(seen).toMatchObject([token, token, token]);
    expect(server.requests.filter((request) => request === "POST /token")).toHaveLength(1);
  });

  it("a device code that a person confirms, and refreshes them with rotation", async () => {
    server.options.tokenSeconds = 1;
    const agent = await startOAuthAgent(schemeOf(server, "deviceCode"), takeTokens(server, {}), [
      "agent.read",
    ]);
    const codes: DeviceCode[] = [];
    const oauth = oauthCredentials({
      clientId: "device",
      leewaySeconds: 0,
      fetch: quickly,
      onDeviceCode(code) {
        codes.push(code);
        void server.visit(code.verificationUriComplete ?? "");
      },
    });
    const { client } = await open(agent, oauth);
    await client.getTask({ id: "7" });
    const expired = Date.now() + 1100;
    await vi.waitUntil(() => Date.now() > expired, 60_000);
    await Promise.all([client.getTask({ id: "7" }), client.getTask({ id: "7" })]);
    const later = Date.now() + 1100;
    await vi.waitUntil(() => Date.now() > later, 60_000);
    await client.getTask({ id: "7" });
    expect(codes).toEqual([
      {
        userCode: expect.stringMatching(/^\w{4}-\w{4}$/) as string,
        verificationUri: `${server.issuer}/device`,
        verificationUriComplete: `${server.issuer}/device?user_code=${codes[0]?.userCode}`,
        expiresInSeconds: 600,
      },
    ]);
  });

  it("a device code that a person refuses: an error", async () => {
    const agent = await startOAuthAgent(schemeOf(server, "deviceCode"), takeTokens(server, {}));
    const oauth = oauthCredentials({
      clientId: "device",
      fetch: quickly,
      onDeviceCode: (code) => void server.visit(code.verificationUriComplete ?? "", { deny: true }),
    });
    const { client } = await open(agent, oauth);
    expect(await errorOf(client.getTask({ id: "7" }))).toMatchObject({
      status: "UNAUTHENTICATED",
      message: `credentials["oauth"]: token of ${server.issuer}: access_denied: End-User aborted interaction`,
    });
  });

  it("an authorization code with PKCE, resource and state", async () => {
    const agent = await startOAuthAgent(schemeOf(server, "authorizationCode"), takeTokens(server, {}), [
      "agent.read",
    ]);
    const urls: URL[] = [];
    const oauth = oauthCredentials({
      clientId: "app",
      redirect: {
        redirectUrl,
        async open(url) {
          urls.push(url);
          return (await server.visit(url)) ?? "";
        },
      },
    });
    const { client } = await open(agent, oauth);
    expect(await client.getTask({ id: "7" })).toEqual(found);
    expect(Object.fromEntries(urls[0]?.searchParams ?? [])).toEqual({
      response_type: "code",
      client_id: "app",
      redirect_uri: redirectUrl,
      scope: "agent.read",
      resource: `${agent.origin}/rpc`,
      code_challenge_method: "S256",
      code_challenge: expect.stringMatching(/^[\w-]{43}$/) as string,
      state: expect.stringMatching(/^[\w-]{43}$/) as string,
    });
  });

  it("registration, which is kept with the tokens", async () => {
    const cache = memoryTokenCache();
    const scheme = {
      openIdConnectSecurityScheme: { openIdConnectUrl: `${server.issuer}/.well-known/openid-configuration` },
    };
    const agent = await startOAuthAgent(scheme, takeTokens(server, {}), ["agent.read"]);
    for (let time = 0; time < 2; time++) {
      const oauth = oauthCredentials({
        clientMetadata: {
          client_name: "Test",
          token_endpoint_auth_method: "none",
          grant_types: ["authorization_code", "refresh_token"],
        },
        flow: "authorizationCode",
        redirect: {
          redirectUrl: "https://app.example.com/callback",
          open: async (url) => (await server.visit(url)) ?? "",
        },
        cache,
      });
      const { client } = await open(agent, oauth);
      expect(await client.getTask({ id: "7" })).toEqual(found);
    }
    const posts = server.requests.filter((request) => request.startsWith("POST"));
    expect(posts).toEqual(["POST /reg", "POST /token"]);
  });
});

/** Devices may ask each second: waiting for five is not what is tested. */
async function quickly(...[url, init]: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetch(url, init);
  if (!(url as string).endsWith("/device/auth")) return response;
  const begun = (await response.json()) as object;
  return Response.json({ ...begun, interval: 0.05 }, { status: response.status });
}
