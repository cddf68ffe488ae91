import { generateKeyPairSync } from "node:crypto";
import type { RequestListener } from "node:http";
import { type VerifyJwtOptions, verifyJwt } from "@a2agen/runtime/authenticate";
import type { AuthenticationRequest } from "@a2agen/runtime/host";
import { exportJWK, exportSPKI, generateKeyPair, SignJWT, UnsecuredJWT } from "jose";
import { describe, expect, test } from "vitest";
import { requestOf } from "../../../shared/callers/request-of.ts";
import { listen } from "../../../shared/http/listen.ts";
import { failureOf, summary } from "../host/agent.ts";

const audience = "https://agent.example.com/a2a";

async function makeKey(kid: string) {
  const { privateKey, publicKey } = await generateKeyPair("ES256", { extractable: true });
  return {
    kid,
    privateKey,
    publicKey,
    jwk: { ...(await exportJWK(publicKey)), kid, alg: "ES256", use: "sig" },
  };
}

type Key = Awaited<ReturnType<typeof makeKey>>;

interface Issuer {
  readonly url: string;
  readonly problems: string[];
  /** Paths that were asked for. */
  readonly asked: string[];
  published: readonly Key[];
  /** Answers requests for keys in place of the server. */
  answer: RequestListener | undefined;
  verify(options?: Partial<VerifyJwtOptions>): (token: string) => Promise<unknown>;
  sign(
    claims?: Readonly<Record<string, unknown>>,
    header?: { kid?: string; typ?: string },
    key?: Key,
  ): Promise<string>;
}

const key = await makeKey("key-1");

/** An issuer with its metadata at one of the two places, `path` behind its origin. */
async function startIssuer({ path = "", isOAuth = false } = {}): Promise<Issuer> {
  const asked: string[] = [];
  const { url: origin } = await listen((request, response) => {
    asked.push(request.url ?? "");
    const places = [
      `${path}/.well-known/openid-configuration`,
      `/.well-known/oauth-authorization-server${path}`,
    ];
    if (request.url === places[isOAuth ? 1 : 0]) {
      response.end(JSON.stringify({ issuer: issuer.url, jwks_uri: `${origin}/keys` }));
    } else if (request.url !== "/keys") response.writeHead(404).end();
    else if (issuer.answer !== undefined) issuer.answer(request, response);
    else response.end(JSON.stringify({ keys: issuer.published.map(({ jwk }) => jwk) }));
  });
  const problems: string[] = [];
  const issuer: Issuer = {
    url: origin + path,
    problems,
    asked,
    published: [key],
    answer: undefined,
    verify(options = {}) {
      const authenticate = verifyJwt({
        issuer: issuer.url,
        audience,
        onUnavailable: ({ message }) => problems.push(message.replaceAll(origin, "")),
        ...options,
      });
      return async (token) => authenticate(requestOf({ authorization: `Bearer ${token}` }));
    },
    sign: (claims = {}, header = {}, by = key) =>
      new SignJWT({
        iss: issuer.url,
        aud: audience,
        sub: "ada",
        scope: "read write",
        exp: now() + 3600,
        ...claims,
      })
        .setProtectedHeader({ alg: "ES256", kid: by.kid, typ: "at+jwt", ...header })
        .sign(by.privateKey),
  };
  return issuer;
}

const refused = (message: string) => ({ name: "CallError", status: "UNAUTHENTICATED", http: 401, message });
const away = {
  name: "CallError",
  status: "UNAVAILABLE",
  http: 503,
  message: "callers cannot be checked now; try again",
};
const now = (): number => Math.floor(Date.now() / 1000);

describe("a token that counts", () => {
  test.each([
    { path: "" },
    { path: "/tenant" },
    { path: "", isOAuth: true },
    { path: "/tenant", isOAuth: true },
  ])("is verified by the keys that metadata names: %j", async (place) => {
    const issuer = await startIssuer(place);
    const exp = now() + 60;
    expect(await issuer.verify()(await issuer.sign({ exp }))).toEqual({
      id: "ada",
      scopes: ["read", "write"],
      schemes: ["oauth"],
      claims: { iss: issuer.url, aud: audience, sub: "ada", scope: "read write", exp },
    });
  });

  test.each([
    { claims: { sub: undefined, client_id: "service" }, want: { id: "service", scopes: ["read", "write"] } },
    { claims: { scope: undefined, scp: ["a", "b"] }, want: { id: "ada", scopes: ["a", "b"] } },
    { claims: { scope: undefined, scp: "a b" }, want: { id: "ada", scopes: ["a", "b"] } },
    { claims: { scope: undefined }, want: { id: "ada", scopes: [] } },
    { claims: { aud: ["https://other.example.com", audience] }, want: { id: "ada" } },
  ])("says who the caller is: $claims", async ({ claims, want }) => {
    const issuer = await startIssuer();
    expect(await issuer.verify()(await issuer.sign(claims))).toMatchObject(want);
  });

  test("may have expired, or not begun, by as much as clocks differ", async () => {
    const issuer = await startIssuer();
    const verify = issuer.verify({ clockToleranceMs: 3_600_000 });
    for (const claims of [{ exp: now() - 60 }, { nbf: now() + 60 }]) {
      expect(await verify(await issuer.sign(claims))).toMatchObject({ id: "ada" });
    }
  });

  test("may be of one of several issuers, which names are told apart by", async () => {
    const [one, other] = [await startIssuer(), await startIssuer({ path: "/b" })];
    const verify = one.verify({ issuer: [one.url, { issuer: other.url, jwks: { keys: [key.jwk] } }] });
    expect(await verify(await one.sign())).toMatchObject({ id: `${one.url}|ada` });
    expect(await verify(await other.sign())).toMatchObject({ id: `${other.url}|ada` });
    expect(other.asked).toEqual([]);
  });

  test("may be read by a function, which may know nobody", async () => {
    const issuer = await startIssuer();
    const verify = issuer.verify({
      principal: ({ sub }) => (sub === "ada" ? { id: "user-1", scopes: ["all"] } : undefined),
    });
    expect(await verify(await issuer.sign())).toEqual({ id: "user-1", scopes: ["all"], schemes: ["oauth"] });
    expect(await verify(await issuer.sign({ sub: "bob" }))).toBeUndefined();
  });

  test("is of type at+jwt, JWT or none; of at+jwt alone where that is required", async () => {
    const issuer = await startIssuer();
    const outcomes = async (requireType: boolean) =>
      Promise.all(
        ["at+jwt", "application/at+jwt", "JWT", undefined, "dpop+jwt"].map(async (typ) => {
          const token = await issuer.sign({}, { typ } as { typ: string });
          return issuer
            .verify({ requireType })(token)
            .then(
              () => "in",
              () => "out",
            );
        }),
      );
    expect(await outcomes(false)).toEqual(["in", "in", "in", "in", "out"]);
    expect(await outcomes(true)).toEqual(["in", "in", "out", "out", "out"]);
  });
});

describe("a token that does not count", () => {
  test.each([
    { claims: { iss: "https://evil.example.com" }, want: "the token is of another issuer" },
    { claims: { iss: undefined }, want: "the token is of another issuer" },
    {
      claims: { aud: "https://other.example.com" },
      want: "the token's claim aud is missing or not accepted",
    },
    { claims: { aud: undefined }, want: "the token's claim aud is missing or not accepted" },
    { claims: { exp: now() - 60 }, want: "the token has expired" },
    { claims: { exp: undefined }, want: "the token's claim exp is missing or not accepted" },
    { claims: { nbf: now() + 3600 }, want: "the token's claim nbf is missing or not accepted" },
    { claims: { sub: undefined }, want: "the token names no subject" },
    { claims: { cnf: { jkt: "thumb" } }, want: "the token is bound to a key, which is not checked here" },
  ])("$claims: $want", async ({ claims, want }) => {
    const issuer = await startIssuer();
    expect(summary(await failureOf(issuer.verify()(await issuer.sign(claims))))).toEqual(refused(want));
  });

  test("is unsigned, or signed with the public key as a secret, by another key, or by none that is known", async () => {
    const issuer = await startIssuer();
    const verify = issuer.verify();
    const claims = { iss: issuer.url, aud: audience, sub: "ada", exp: now() + 3600 };
    const secret = new TextEncoder().encode(await exportSPKI(key.publicKey));
    const [other, [head, , signature]] = [await makeKey("key-1"), (await issuer.sign()).split(".")];
    const changed = btoa(JSON.stringify({ ...claims, scope: "admin" })).replaceAll("=", "");
    const rows: readonly (readonly [string, string])[] = [
      [new UnsecuredJWT(claims).encode(), "the algorithm of the token is not accepted"],
      [
        await new SignJWT(claims).setProtectedHeader({ alg: "HS256", kid: "key-1" }).sign(secret),
        "the algorithm of the token is not accepted",
      ],
      [await issuer.sign({}, {}, other), "the signature of the token is not valid"],
      [`${head}.${changed}.${signature}`, "the signature of the token is not valid"],
      [await issuer.sign({}, { kid: "key-2" }), "the key of the token is not known"],
      [await issuer.sign({}, { kid: "../../../dev/null" }), "the key of the token is not known"],
      ["abc", "the token cannot be read"],
      ["a.b.c", "the token cannot be read"],
    ];
    for (const [token, want] of rows) {
      expect([token, summary(await failureOf(verify(token)))]).toEqual([token, refused(want)]);
    }
  });

  test.each(["Bearer", "Bearer ", "Bearer a b", "bearer a, Bearer b", "Bearer a\u00e9"])(
    "is malformed: %j",
    async (authorization) => {
      const authenticate = verifyJwt({ issuer: "https://login.example.com", audience });
      const call = async () => authenticate(requestOf({ authorization }));
      expect(summary(await failureOf(call()))).toEqual({
        name: "CallError",
        status: "INVALID_ARGUMENT",
        http: 400,
        message: "Authorization: expected Bearer and one token",
      });
    },
  );

  test("comes twice", async () => {
    const authenticate = verifyJwt({ issuer: "https://login.example.com", audience });
    const request: AuthenticationRequest = { ...requestOf({ authorization: "Bearer a" }), query: () => "a" };
    expect(summary(await failureOf((async () => authenticate(request))()))).toMatchObject({
      status: "INVALID_ARGUMENT",
      message: "expected one token, in Authorization; found one in the query too",
    });
  });

  test("is none: other credentials, and none at all, are left to others", async () => {
    const authenticate = verifyJwt({ issuer: "https://login.example.com", audience });
    expect(await authenticate(requestOf({}))).toBeUndefined();
    expect(await authenticate(requestOf({ authorization: "Basic YTpi" }))).toBeUndefined();
  });

  test("is in no error", async () => {
    const issuer = await startIssuer();
    const token = await issuer.sign({ sub: "a-private-name", exp: 1 });
    const error = (await failureOf(issuer.verify()(token))) as Error;
    expect(JSON.stringify([error, error.message, error.stack, error.cause])).not.toMatch(
      /a-private-name|eyJ/,
    );
  });
});

describe("keys", () => {
  test("are fetched once, by one request for all calls", async () => {
    const issuer = await startIssuer();
    const verify = issuer.verify();
    const token = await issuer.sign();
    await Promise.all(Array.from({ length: 20 }, () => verify(token)));
    await verify(token);
    expect(issuer.asked).toEqual(["/.well-known/openid-configuration", "/keys"]);
  });

  test("that are new are found; unknown ones ask no more than once in the cooldown", async () => {
    const issuer = await startIssuer();
    const verify = issuer.verify({ jwks: undefined, cooldownMs: 0 } as Partial<VerifyJwtOptions>);
    await verify(await issuer.sign());
    const next = await makeKey("key-2");
    issuer.published = [next];
    expect(await verify(await issuer.sign({}, {}, next))).toMatchObject({ id: "ada" });
    expect(summary(await failureOf(verify(await issuer.sign())))).toEqual(
      refused("the key of the token is not known"),
    );

    const patient = issuer.verify();
    await patient(await issuer.sign({}, {}, next));
    const before = issuer.asked.length;
    for (const kid of ["x-1", "x-2", "x-3"]) await failureOf(patient(await issuer.sign({}, { kid })));
    expect(issuer.asked.length).toBe(before);
  });

  test("that were withdrawn count until they are fetched again", async () => {
    const issuer = await startIssuer();
    const [verify, eager] = [issuer.verify(), issuer.verify({ maxAgeMs: 0 })];
    const token = await issuer.sign();
    await Promise.all([verify(token), eager(token)]);
    issuer.published = [await makeKey("key-2")];
    expect(await verify(token)).toMatchObject({ id: "ada" });
    expect(summary(await failureOf(eager(token)))).toEqual(refused("the key of the token is not known"));
  });

  test("without identifiers are tried by their kind", async () => {
    const issuer = await startIssuer();
    const { publicKey, privateKey } = generateKeyPairSync("ed25519");
    const ed = {
      kid: "",
      privateKey,
      publicKey,
      jwk: { ...publicKey.export({ format: "jwk" }), alg: "EdDSA" },
    };
    issuer.published = [key, ed as unknown as Key];
    const token = await issuer.sign({}, { alg: "EdDSA", kid: undefined } as object, ed as unknown as Key);
    expect(await issuer.verify()(token)).toMatchObject({ id: "ada" });
  });

  test.each<{ name: string; answer: RequestListener; want: string }>([
    { name: "slow", answer: () => undefined, want: "/keys: expected an answer within 50 ms" },
    {
      name: "huge",
      answer: (_request, response) => response.end(`{"keys": [${" ".repeat(300_000)}]}`),
      want: "/keys: expected at most 262144 bytes, got more",
    },
    {
      name: "elsewhere",
      answer: (_request, response) => response.writeHead(302, { location: "/other" }).end(),
      want: "/keys: expected status 200, got 302",
    },
    {
      name: "no keys",
      answer: (_request, response) => response.end("[]"),
      want: "JSON Web Key Set malformed",
    },
  ])("that are $name make the call UNAVAILABLE", async ({ name, answer, want }) => {
    const issuer = await startIssuer();
    issuer.answer = answer;
    const jwks = `${issuer.url}/keys`;
    const timeoutMs = name === "slow" ? 50 : 60_000;
    const verify = issuer.verify({ issuer: { issuer: issuer.url, jwks }, timeoutMs });
    const token = await issuer.sign();
    expect(summary(await failureOf(verify(token)))).toEqual(away);
    expect(issuer.problems).toEqual([want]);
  });

  test("that cannot be fetched again still count, and no unknown key is called wrong", async () => {
    const issuer = await startIssuer();
    const verify = issuer.verify({ maxAgeMs: 0, cooldownMs: 0 });
    const token = await issuer.sign();
    await verify(token);
    issuer.answer = (_request, response) => response.writeHead(500).end();
    expect(await verify(token)).toMatchObject({ id: "ada" });
    expect(summary(await failureOf(verify(await issuer.sign({}, { kid: "key-2" }))))).toEqual(away);
    expect(new Set(issuer.problems)).toEqual(new Set(["/keys: expected status 200, got 500"]));
    const strict = issuer.verify({ maxAgeMs: 0, staleMs: 0 });
    expect(summary(await failureOf(strict(token)))).toEqual(away);
  });

  test("of a server that calls itself another are not taken", async () => {
    const issuer = await startIssuer({ path: "/a" });
    const { url } = await listen((_request, response) => {
      response.end(JSON.stringify({ issuer: issuer.url, jwks_uri: `${issuer.url}/keys` }));
    });
    const problems: string[] = [];
    const authenticate = verifyJwt({
      issuer: url,
      audience,
      onUnavailable: ({ message }) => problems.push(message),
    });
    const token = await issuer.sign({ iss: url });
    const call = async () => authenticate(requestOf({ authorization: `Bearer ${token}` }));
    expect(summary(await failureOf(call()))).toEqual(away);
    const text = (path: string) => `${url}/.well-known/${path}: expected the issuer ${url}, got another one`;
    expect(problems).toEqual([`${text("openid-configuration")}; ${text("oauth-authorization-server")}`]);
  });

  test("are never fetched without TLS from another machine", () => {
    expect(() => verifyJwt({ issuer: "http://login.example.com", audience })).toThrow(
      'issuer: expected an https URL, found "http://login.example.com"',
    );
  });
});
