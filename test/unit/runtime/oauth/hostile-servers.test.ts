import type { createServer } from "node:http";
import type { SecurityScheme } from "@a2agen/a2a-1.0";
import type { CredentialAsk } from "@a2agen/runtime/client";
import { isOAuthError, type OAuthOptions, oauthCredentials } from "@a2agen/runtime/oauth";
import { describe, expect, it } from "vitest";
import { errorOf } from "../../../shared/client/agents.ts";
import { listen } from "../../../shared/http/listen.ts";

const secret = "planted-secret-5f0a77c1d2";
const client = { clientId: "service", clientSecret: secret };

type Listener = NonNullable<Parameters<typeof createServer>[1]>;

async function start(
  answer: (url: string, origin: string) => object | ((response: Parameters<Listener>[1]) => void),
) {
  const seen: string[] = [];
  const { url: origin } = await listen((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    const given = answer(request.url ?? "", origin);
    if (typeof given === "function") return void given(response);
    response.setHeader("content-type", "application/json").end(JSON.stringify(given));
  });
  return { origin, seen };
}

function askFor(scheme: SecurityScheme, more: Partial<CredentialAsk> = {}): CredentialAsk {
  return {
    name: "oauth",
    scheme,
    scopes: [],
    resource: "https://agent.example.com/a2a",
    signal: new AbortController().signal,
    ...more,
  };
}

async function failing(ask: CredentialAsk, options: OAuthOptions = client): Promise<string> {
  const error = await errorOf(oauthCredentials(options)(ask));
  expect(isOAuthError(error)).toBe(true);
  expect(JSON.stringify(error) + String(error) + String((error as Error).stack)).not.toContain(secret);
  expect(error).not.toHaveProperty("cause");
  return (error as Error).message;
}

const at = (tokenUrl: string): SecurityScheme => ({
  oauth2SecurityScheme: { flows: { clientCredentials: { tokenUrl, scopes: {} } } },
});
const discovered = (url: string): SecurityScheme => ({
  openIdConnectSecurityScheme: { openIdConnectUrl: url },
});

describe("no token comes from an authorization server", () => {
  it("whose metadata is that of another issuer", async () => {
    const { origin, seen } = await start((_, own) => ({
      issuer: "https://id.example.com",
      token_endpoint: `${own}/token`,
    }));
    const ask = askFor(discovered(`${origin}/.well-known/openid-configuration`));
    expect(await failing(ask)).toBe(
      `metadata at ${origin}/.well-known/openid-configuration: "response" body "issuer" property does not match the expected value`,
    );
    expect(seen).toEqual(["GET /.well-known/openid-configuration"]);
  });

  it("whose metadata names a token endpoint elsewhere, unless that is allowed", async () => {
    const evil = await start(() => ({ access_token: "abc", token_type: "Bearer" }));
    const { origin } = await start((_, issuer) => ({ issuer, token_endpoint: `${evil.origin}/token` }));
    const ask = askFor(discovered(`${origin}/.well-known/openid-configuration`));
    expect(await failing(ask)).toBe(
      `missing or wrong: issuer; ${origin}: its token_endpoint is at another origin, ${evil.origin}; allow it with allowOrigins`,
    );
    expect(evil.seen).toEqual([]);
    const allowed = oauthCredentials({ ...client, allowOrigins: [evil.origin] });
    expect(await allowed(ask)).toBe("abc");
  });

  it("that is not encrypted, on another host", async () => {
    expect(await failing(askFor(at("http://id.example.com/token")))).toBe(
      "http://id.example.com/token: expected https (or http on this machine); found http",
    );
    const { origin } = await start((_, issuer) => ({
      issuer,
      token_endpoint: "http://id.example.com/token",
    }));
    expect(await failing(askFor(discovered(`${origin}/.well-known/openid-configuration`)))).toContain(
      "expected https",
    );
  });

  it("that a card names beside its metadata", async () => {
    const { origin } = await start((_, issuer) => ({ issuer, token_endpoint: `${issuer}/token` }));
    const { oauth2SecurityScheme } = at("https://evil.example.com/token");
    const scheme = {
      oauth2SecurityScheme: {
        flows: {},
        ...oauth2SecurityScheme,
        oauth2MetadataUrl: `${origin}/.well-known/oauth-authorization-server`,
      },
    };
    expect(await failing(askFor(scheme as SecurityScheme))).toBe(
      `missing or wrong: issuer; the card has its tokenUrl at https://evil.example.com, and the metadata of ${origin} has another; set issuer`,
    );
  });

  it("that a card names, where the issuer is given", async () => {
    const evil = await start(() => ({ access_token: "evil", token_type: "Bearer" }));
    const { origin } = await start((url, issuer) =>
      url === "/token"
        ? { access_token: "own", token_type: "Bearer" }
        : { issuer, token_endpoint: `${issuer}/token` },
    );
    expect(await oauthCredentials({ ...client, issuer: origin })(askFor(at(`${evil.origin}/token`)))).toBe(
      "own",
    );
    expect(evil.seen).toEqual([]);
  });

  it("that redirects, and the secret does not go there", async () => {
    const evil = await start(() => ({ access_token: "abc", token_type: "Bearer" }));
    const { origin } = await start(() => (response) => {
      response.writeHead(307, { location: `${evil.origin}/token` }).end();
    });
    expect(await failing(askFor(at(`${origin}/token`)))).toBe(
      `${origin}/token: redirects, which is not followed: a secret could go elsewhere`,
    );
    expect(evil.seen).toEqual([]);
  });

  it("that answers without end", async () => {
    const { origin } = await start(() => (response) => {
      response.setHeader("content-type", "application/json");
      const more = (): void => {
        while (response.write("x".repeat(65_536)));
      };
      response.on("drain", more);
      more();
    });
    expect(await failing(askFor(at(`${origin}/token`)))).toBe(
      `${origin}/token: the answer is longer than 1048576 bytes`,
    );
  });

  it("that never answers, or that does not end its answer", async () => {
    const silent = await start(() => () => undefined);
    const options = { ...client, timeoutMs: 50 };
    expect(await failing(askFor(at(`${silent.origin}/token`)), options)).toBe(
      `${silent.origin}/token: no answer within 50 ms`,
    );
    const half = await start(() => (response) => void response.write("{"));
    expect(await failing(askFor(at(`${half.origin}/token`)), options)).toBe(
      `${half.origin}/token: no answer within 50 ms`,
    );
  });

  it("that repeats the secret in its error", async () => {
    const { origin } = await start(() => (response) => {
      response.writeHead(400, { "content-type": "application/json" }).end(
        JSON.stringify({
          error: "invalid_client",
          error_description: `bad secret ${secret} (${btoa(secret)})`,
        }),
      );
    });
    expect(await failing(askFor(at(`${origin}/token`)))).toBe(
      `missing or wrong: client authentication; token of ${origin}: invalid_client: bad secret … (…); set clientSecret, privateKey or clientAuthentication`,
    );
  });

  it("that gives tokens of another type", async () => {
    const { origin } = await start(() => ({ access_token: "abc", token_type: "mac" }));
    expect(await failing(askFor(at(`${origin}/token`)))).toContain(`token of ${origin}: unsupported`);
  });

  it("that cannot be reached, and the next call tries again", async () => {
    const oauth = oauthCredentials(client);
    const ask = askFor(at("http://127.0.0.1:1/token"));
    expect(String(await errorOf(oauth(ask)))).toContain("token of http://127.0.0.1:1: fetch failed");
    expect(String(await errorOf(oauth(ask)))).toContain("token of http://127.0.0.1:1: fetch failed");
  });
});

describe("what is missing is said, with the option that sets it", () => {
  it.each([
    {
      fact: "client identity",
      scheme: at("https://127.0.0.1:1/token"),
      options: { clientSecret: secret },
      message:
        "https://127.0.0.1:1 knows clients by an identifier; set clientId, or register at the server, which has no registration_endpoint",
    },
    {
      fact: "client authentication",
      scheme: at("https://id.example.com/token"),
      options: { clientId: "service" },
      message: "https://id.example.com offers clientCredentials, which needs clientSecret or privateKey",
    },
    {
      fact: "client authentication",
      scheme: at("https://id.example.com/token"),
      options: { ...client, clientAuthentication: "private_key_jwt" as const },
      message: "private_key_jwt needs privateKey",
    },
    {
      fact: "issuer",
      scheme: { httpAuthSecurityScheme: { scheme: "Bearer" } },
      options: { ...client, fetch: async () => new Response(null, { status: 404 }) },
      message:
        "the card names no authorization server, and https://agent.example.com/.well-known/oauth-protected-resource/a2a has status 404; set issuer",
    },
    {
      fact: "issuer",
      scheme: {
        oauth2SecurityScheme: {
          flows: { password: { tokenUrl: "https://id.example.com/token", scopes: {} } },
        },
      },
      options: {
        ...client,
        issuer: "https://id.example.com",
        fetch: async () =>
          Response.json({ issuer: "https://id.example.com", token_endpoint: "https://id.example.com/token" }),
      },
      message:
        "the card offers only the flow password, which is insecure and not supported (RFC 9700); ask for authorizationCode, deviceCode or clientCredentials",
    },
  ])("$fact: $message", async ({ fact, scheme, options, message }) => {
    expect(await failing(askFor(scheme as SecurityScheme), options)).toBe(
      `missing or wrong: ${fact}; ${message}`,
    );
  });
});

describe("the description of the protected resource", () => {
  const challenge = (resourceMetadata: string) => ({
    challenge: { scheme: "bearer", scopes: [], resourceMetadata, parameters: {} },
  });

  it("says where tokens come from, where a card does not", async () => {
    const { origin, seen } = await start((url, issuer) => {
      if (url === "/about") return { resource: `${issuer}/a2a`, authorization_servers: [issuer] };
      return url === "/token"
        ? { access_token: "abc", token_type: "Bearer" }
        : { issuer, token_endpoint: `${issuer}/token` };
    });
    const ask = askFor(
      { httpAuthSecurityScheme: { scheme: "Bearer" } },
      { resource: `${origin}/a2a`, ...challenge(`${origin}/about`) },
    );
    expect(await oauthCredentials(client)(ask)).toBe("abc");
    expect(seen).toEqual(["GET /about", "GET /.well-known/oauth-authorization-server", "POST /token"]);
  });

  it("is refused if it is that of another resource", async () => {
    const { origin, seen } = await start((_, issuer) => ({
      resource: "https://bank.example.com",
      authorization_servers: [issuer],
    }));
    const ask = askFor({ httpAuthSecurityScheme: { scheme: "Bearer" } }, challenge(`${origin}/about`));
    expect(await failing(ask)).toBe(
      `missing or wrong: resource; resource metadata at ${origin}/about: it is that of another resource than https://agent.example.com/a2a`,
    );
    expect(seen).toEqual(["GET /about"]);
  });
});
