import type { IncomingMessage, ServerResponse } from "node:http";
import { text as readText } from "node:stream/consumers";
import { type IntrospectOptions, introspect } from "@a2agen/runtime/authenticate";
import { describe, expect, test } from "vitest";
import { requestOf } from "../../../shared/callers/request-of.ts";
import { createSignal, listen } from "../../../shared/http/listen.ts";
import { failureOf, summary } from "../host/agent.ts";

const now = (): number => Math.floor(Date.now() / 1000);

/** An authorization server that knows tokens; `hold` makes it answer later. */
async function start(options: Partial<IntrospectOptions> = {}) {
  const tokens: Record<string, object> = { good: { active: true, sub: "ada", scope: "read write" } };
  const asked: string[] = [];
  const state: { hold: Promise<void>; status: number } = { hold: Promise.resolve(), status: 200 };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const form = new URLSearchParams(await readText(request));
    const token = form.get("token") ?? "";
    asked.push(`${request.headers.authorization} ${form.get("token_type_hint")} ${token}`);
    await state.hold;
    response.statusCode = state.status;
    response.end(JSON.stringify(tokens[token] ?? { active: false }));
  };
  const { url } = await listen((request, response) => {
    void answer(request, response);
  });
  const problems: string[] = [];
  const authenticate = introspect({
    url: `${url}/introspect`,
    clientId: "agent",
    clientSecret: "s:3 cret",
    onUnavailable: ({ message }) => problems.push(message.replace(url, "")),
    ...options,
  });
  const verify = async (token: string): Promise<unknown> =>
    authenticate(requestOf({ authorization: `Bearer ${token}` }));
  return { tokens, asked, state, problems, verify };
}

const inactive = {
  name: "CallError",
  status: "UNAUTHENTICATED",
  http: 401,
  message: "the token is not active",
};
const away = {
  name: "CallError",
  status: "UNAVAILABLE",
  http: 503,
  message: "callers cannot be checked now; try again",
};

test("a token that is active says who the caller is; the server proves itself", async () => {
  const { asked, verify } = await start();
  expect(await verify("good")).toEqual({
    id: "ada",
    scopes: ["read", "write"],
    schemes: ["oauth"],
    claims: { active: true, sub: "ada", scope: "read write" },
  });
  // Both are form-encoded before base64 (RFC 6749 2.3.1).
  expect(asked).toEqual([`Basic ${btoa("agent:s%3A3+cret")} access_token good`]);
});

test.each([
  { name: "unknown", claims: { active: false } },
  { name: "of no known form", claims: { active: "yes", sub: "ada" } },
  { name: "expired", claims: { active: true, sub: "ada", exp: now() - 1 } },
  { name: "not yet valid", claims: { active: true, sub: "ada", nbf: now() + 3600 } },
])("a token that is $name is refused", async ({ claims }) => {
  const { tokens, verify } = await start();
  tokens["bad"] = claims;
  expect(summary(await failureOf(verify("bad")))).toEqual(inactive);
});

test("the audience counts where one is given", async () => {
  const { tokens, verify } = await start({ audience: "https://agent.example.com" });
  tokens["mine"] = { active: true, sub: "ada", aud: ["https://agent.example.com", "b"] };
  expect(await verify("mine")).toMatchObject({ id: "ada" });
  expect(summary(await failureOf(verify("good")))).toMatchObject({
    message: "the token's claim aud is missing or not accepted",
  });
});

describe("answers", () => {
  test("are kept, active or not, and asked for by one request at a time", async () => {
    const { asked, verify } = await start();
    await Promise.all([verify("good"), verify("good"), failureOf(verify("bad")), failureOf(verify("bad"))]);
    await verify("good");
    expect(asked.map((line) => line.split(" ").at(-1) ?? "").sort()).toEqual(["bad", "good"]);
  });

  test("count for so long and no longer, so that a revoked token is refused", async () => {
    const { tokens, verify } = await start({ ttlMs: 0 });
    await verify("good");
    tokens["good"] = { active: false };
    expect(summary(await failureOf(verify("good")))).toEqual(inactive);
  });

  test("are forgotten, the oldest first, when there are too many", async () => {
    const { asked, verify } = await start({ maxEntries: 1 });
    for (const token of ["good", "bad", "good"]) await verify(token).catch(() => undefined);
    expect(asked).toHaveLength(3);
  });
});

describe("an authorization server that cannot be asked", () => {
  test("makes calls UNAVAILABLE, and answers that are kept still count", async () => {
    const { state, tokens, problems, verify } = await start();
    await verify("good");
    state.status = 500;
    tokens["new"] = { active: true, sub: "bob" };
    expect(await verify("good")).toMatchObject({ id: "ada" });
    expect(summary(await failureOf(verify("new")))).toEqual(away);
    expect(problems).toEqual(["/introspect: expected status 200, got 500"]);
    state.status = 200;
    expect(await verify("new")).toMatchObject({ id: "bob" });
  });

  test("is asked about so many tokens at one time", async () => {
    const { state, asked, verify } = await start({ maxPending: 1 });
    const { promise, resolve } = createSignal();
    state.hold = promise;
    const first = verify("good");
    expect(summary(await failureOf(verify("other")))).toEqual(away);
    resolve();
    expect(await first).toMatchObject({ id: "ada" });
    expect(asked).toHaveLength(1);
  });

  test("tells nobody tokens and secrets", async () => {
    const { state, problems, verify } = await start({ timeoutMs: 50 });
    state.hold = new Promise(() => undefined);
    const error = (await failureOf(verify("secret-token"))) as Error;
    expect(problems).toEqual(["/introspect: expected an answer within 50 ms"]);
    expect(`${error.stack}${JSON.stringify(error)}${problems.join("")}`).not.toMatch(
      /secret-token|s:3 |s%3A3|cret/,
    );
  });
});
