import { A2AService, A2AServiceGrpc } from "@a2agen/a2a-1.0";
import { addGrpcService } from "@a2agen/runtime/grpc";
import { createHost, implement } from "@a2agen/runtime/host";
import { memoryTokenCache, oauthCredentials } from "@a2agen/runtime/oauth";
import { Server, ServerCredentials } from "@grpc/grpc-js";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import {
  type AuthorizationServer,
  clients,
  startAuthorizationServer,
} from "../../../shared/authorization-server.ts";
import { errorOf, task } from "../../../shared/client/agents.ts";
import { cardWith, open, schemeOf, startOAuthAgent, takeTokens } from "../../../shared/oauth/oauth-agent.ts";

let server: AuthorizationServer;
beforeAll(async () => {
  server = await startAuthorizationServer();
});
beforeEach(() => {
  server.requests.length = 0;
});
afterAll(() => server.close());

const service = { clientId: clients.service.id, clientSecret: clients.service.secret };
const found = task("7", "TASK_STATE_WORKING");
const tokensAsked = (): number => server.requests.filter((request) => request === "POST /token").length;

describe("a token is replaced", () => {
  it("when the server's keys have changed: by one more request, for all calls that were refused", async () => {
    const agent = await startOAuthAgent(schemeOf(server, "clientCredentials"), takeTokens(server, {}));
    const { client } = await open(agent, oauthCredentials(service));
    await client.getTask({ id: "7" });
    server.rotateKeys();
    const calls = ["7", "7", "7"].map((id) => client.getTask({ id }));
    expect(await Promise.all(calls)).toEqual([found, found, found]);
    expect(tokensAsked()).toBe(2);
  });

  it("when a call needs more scopes: by one with all of them, which later calls use", async () => {
    const wants = { scope: "agent.read" };
    const agent = await startOAuthAgent(schemeOf(server, "clientCredentials"), takeTokens(server, wants), [
      "agent.read",
    ]);
    const { client } = await open(agent, oauthCredentials(service));
    await client.getTask({ id: "7" });
    wants.scope = "agent.write";
    expect(await client.getTask({ id: "7" })).toEqual(found);
    wants.scope = "agent.read agent.write";
    expect(await client.getTask({ id: "7" })).toEqual(found);
    expect(tokensAsked()).toBe(2);
  });

  it("but not when it is refused for what a new one would lack as well", async () => {
    const agent = await startOAuthAgent(
      schemeOf(server, "clientCredentials"),
      takeTokens(server, { scope: "agent.admin" }),
    );
    const { client } = await open(agent, oauthCredentials(service));
    // The authorization server leaves out a scope that it does not know.
    expect(await errorOf(client.getTask({ id: "7" }))).toMatchObject({
      status: "PERMISSION_DENIED",
      message: "the token has too few scopes",
    });
    expect(await errorOf(client.getTask({ id: "7" }))).toMatchObject({
      status: "UNAUTHENTICATED",
      message: `credentials["oauth"]: missing or wrong: scopes; the call needs agent.admin, and a token with agent.admin was refused; set scopes, or grant them at ${server.issuer}`,
    });
    expect(tokensAsked()).toBe(2);
  });

  it("for the audience that the agent has, and no other", async () => {
    const agent = await startOAuthAgent(
      schemeOf(server, "clientCredentials"),
      takeTokens(server, { audience: "https://agent.example.com" }),
    );
    const wrong = await open(agent, oauthCredentials(service));
    expect(await errorOf(wrong.client.getTask({ id: "7" }))).toMatchObject({ status: "UNAUTHENTICATED" });
    const right = await open(agent, oauthCredentials({ ...service, resource: "https://agent.example.com" }));
    expect(await right.client.getTask({ id: "7" })).toEqual(found);
  });

  it("over gRPC too", async () => {
    const wants = { scope: "agent.read" };
    const grpc = new Server();
    onTestFinished(() => grpc.forceShutdown());
    const handler = { getTask: async () => found } as unknown as A2AService;
    const host = createHost({
      services: [implement(A2AService, handler)],
      authenticate: takeTokens(server, wants),
    });
    addGrpcService(grpc, host, [A2AServiceGrpc]);
    const port = await new Promise<number>((resolve, reject) => {
      grpc.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, at) =>
        error === null ? resolve(at) : reject(error),
      );
    });
    const { client } = await open(
      {
        ...cardWith("", schemeOf(server, "clientCredentials"), ["agent.read"]),
        supportedInterfaces: [{ url: `127.0.0.1:${port}`, protocolBinding: "GRPC", protocolVersion: "1.0" }],
      },
      oauthCredentials(service),
    );
    expect(await client.getTask({ id: "7" })).toEqual(found);
    wants.scope = "agent.write";
    expect(await client.getTask({ id: "7" })).toEqual(found);
    server.rotateKeys();
    expect(await client.getTask({ id: "7" })).toEqual(found);
    expect(tokensAsked()).toBe(3);
  });
});

describe("a person signs in", () => {
  const redirectUrl = "http://127.0.0.1:5555/callback";

  it("anew when the refresh token was used by somebody else", async () => {
    const cache = memoryTokenCache();
    const entries: (readonly [key: string, value: object | undefined])[] = [];
    const spied = {
      ...cache,
      set: (key: string, value: object | undefined) => {
        entries.push([key, value]);
        return cache.set(key, value);
      },
    };
    let visits = 0;
    const scheme = schemeOf(server, "authorizationCode");
    const agent = await startOAuthAgent(scheme, takeTokens(server, {}), ["agent.read"]);
    const oauth = oauthCredentials({
      clientId: "app",
      cache: spied,
      redirect: {
        redirectUrl,
        async open(url) {
          visits += 1;
          return (await server.visit(url)) ?? "";
        },
      },
    });
    const { client } = await open(agent, oauth);
    await client.getTask({ id: "7" });
    const { refresh_token } = (entries[0]?.[1] ?? {}) as { readonly refresh_token: string };
    const form = { grant_type: "refresh_token", client_id: "app", refresh_token };
    await fetch(`${server.issuer}/token`, { method: "POST", body: new URLSearchParams(form) });
    server.rotateKeys();
    expect(await client.getTask({ id: "7" })).toEqual(found);
    expect(visits).toBe(2);
    expect(entries.map(([, value]) => value === undefined)).toEqual([false, true, false]);
  });

  it.each([
    { what: "a code that was used", change: "code", error: /^invalid_grant/ },
    { what: "a state of another window", change: "state", error: /"state"/ },
    { what: "an issuer that is not the server's", change: "iss", error: /"iss"/ },
  ])("and $what is refused", async ({ change, error }) => {
    const scheme = {
      openIdConnectSecurityScheme: { openIdConnectUrl: `${server.issuer}/.well-known/openid-configuration` },
    };
    const agent = await startOAuthAgent(scheme, takeTokens(server, {}));
    const oauth = oauthCredentials({
      clientId: "app",
      async fetch(url, init) {
        // Somebody else is faster.
        if ((url as string).endsWith("/token")) await fetch(url, init);
        return fetch(url, init);
      },
      redirect: {
        redirectUrl,
        async open(url) {
          const back = (await server.visit(url)) ?? new URL("");
          if (change !== "code") back.searchParams.set(change, "https://evil.example.com");
          return back;
        },
      },
    });
    const { client } = await open(agent, oauth);
    const failure = (await errorOf(client.getTask({ id: "7" }))) as Error;
    const text = failure.message.replace(/^.*?(?:authorization code at|token of) http:\/\/[\d.:]+: /, "");
    expect(text).toMatch(error);
    expect(server.requests.filter((request) => request === "POST /token")).toHaveLength(
      change === "code" ? 2 : 0,
    );
  });
});
