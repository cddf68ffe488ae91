import { A2AService, A2AServiceClient, type AgentCard } from "@a2agen/a2a-1.0";
import { a2a03ToA2a10 } from "@a2agen/translate";
import { describe, expect, test } from "vitest";
import { toNodeListener } from "../../../../packages/runtime/src/adapters/node.ts";
import { connect } from "../../../../packages/runtime/src/client/index.ts";
import {
  type Authenticate,
  type HostOptions,
  implement,
} from "../../../../packages/runtime/src/host/index.ts";
import type { HttpHandler } from "../../../../packages/runtime/src/http/http-message.ts";
import { jsonRpc } from "../../../../packages/runtime/src/jsonrpc/index.ts";
import {
  createHostFamily,
  createHttpHandler,
  type DiscoveryOptions,
} from "../../../../packages/runtime/src/server/index.ts";
import { isCallError, type Principal } from "../../../../packages/runtime/src/service/index.ts";
import { startServer, type WebServer } from "../../../shared/client/web-server.ts";
import { frameworks } from "../adapters/servers.ts";
import { createAgent, createTestHost, fullCard, message } from "../host/agent.ts";

const path = "/.well-known/agent-card.json";
const skill = (id: string) => ({ id, name: id, description: id, tags: ["test"] });

function cardAt(origin: string): AgentCard {
  return {
    ...fullCard,
    supportedInterfaces: [{ url: `${origin}/rpc`, protocolBinding: "JSONRPC", protocolVersion: "1.0" }],
    skills: [skill("public"), skill("secret")],
    securitySchemes: {
      token: { httpAuthSecurityScheme: { scheme: "Bearer" } },
      key: { apiKeySecurityScheme: { location: "header", name: "X-Key" } },
    },
    securityRequirements: [{ schemes: { token: { list: [] } } }, { schemes: { key: { list: [] } } }],
  };
}

const callers: ReadonlyMap<string, Principal> = new Map([
  ["Bearer ada", { id: "ada", scopes: ["secrets"] }],
  ["Bearer bob", { id: "bob", scopes: [] }],
]);

const authenticate: Authenticate = ({ header }) => callers.get(header("authorization") ?? "");

/** Hides a skill from those who may not know of it. */
const card: DiscoveryOptions["card"] = (principal: Principal | undefined, whole: object): object => {
  const { skills } = whole as AgentCard;
  const knows = principal?.scopes?.includes("secrets") === true;
  return { ...whole, skills: skills.filter(({ id }) => knows || id !== "secret") };
};

async function serve(discovery: DiscoveryOptions, options: Partial<HostOptions> = {}): Promise<WebServer> {
  let handler: HttpHandler = () => undefined;
  const server = await startServer(toNodeListener((request) => handler(request)));
  const { host } = createTestHost({}, { card: cardAt(server.origin), authenticate, ...options });
  handler = createHttpHandler(host, { discovery });
  return server;
}

const as = (name: string, more: Record<string, string> = {}) => ({
  headers: { authorization: `Bearer ${name}`, ...more },
});

async function skillsOf(response: Response): Promise<readonly string[]> {
  return ((await response.json()) as AgentCard).skills.map(({ id }) => id);
}

describe("a card for known callers", () => {
  test.each(frameworks)(
    "is refused to others with the challenges of calls, over $name",
    async ({ start }) => {
      let handler: HttpHandler = () => undefined;
      const { url, close } = await start((request) => handler(request));
      try {
        const { host } = createTestHost({}, { card: cardAt(url), authenticate });
        handler = createHttpHandler(host, { discovery: { access: "callers" } });
        const refused = await fetch(url + path);
        const call = await fetch(`${url}/rpc`, {
          method: "POST",
          headers: { "content-type": "application/json", "a2a-version": "1.0" },
          body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "SendMessage", params: message }),
        });
        expect([refused.status, call.status]).toEqual([401, 401]);
        expect(refused.headers.get("www-authenticate")).toBe(call.headers.get("www-authenticate"));
        expect(refused.headers.get("www-authenticate")).toContain("Bearer");
        expect(refused.headers.get("cache-control")).toBe("no-store");
        expect(refused.headers.get("vary")).toBe("authorization, x-key");
        expect(refused.headers.get("etag")).toBeNull();
        expect(refused.headers.get("access-control-expose-headers")).toBe("WWW-Authenticate");
        expect(await refused.json()).toMatchObject({ error: { code: 401, status: "UNAUTHENTICATED" } });
        const known = await fetch(url + path, as("ada"));
        expect(await known.json()).toMatchObject({ name: "Test" });
        expect(known.headers.get("cache-control")).toBe("private, no-cache");
        expect(known.headers.get("vary")).toBe("authorization, x-key");
        expect(known.headers.get("last-modified")).toBeNull();
      } finally {
        await close();
      }
    },
  );

  test("is not on a page, and a preflight needs nobody", async () => {
    const { origin } = await serve({ access: "callers" });
    expect((await fetch(`${origin}/`, { headers: { accept: "text/html" } })).status).toBe(404);
    const preflight = {
      "access-control-request-method": "GET",
      "access-control-request-headers": "authorization",
    };
    const response = await fetch(origin + path, { method: "OPTIONS", headers: preflight });
    expect(response.status).toBe(204);
    expect(response.headers.get("access-control-allow-headers")).toBe("authorization");
    expect((await fetch(origin + path, { method: "HEAD" })).status).toBe(401);
  });

  test("reports who was refused, and asks the hook with the path", async () => {
    const seen: string[] = [];
    const { origin } = await serve(
      { access: "callers" },
      {
        onRefused: ({ status }, { method, binding }) => void seen.push(`${status} ${method} ${binding}`),
        authenticate: async ({ method, kind }) => {
          seen.push(`${method} ${kind}`);
          return undefined;
        },
      },
    );
    await fetch(origin + path);
    expect(seen).toEqual([`${path} unary`, `UNAUTHENTICATED ${path} HTTP+JSON`]);
  });

  test("is read by clients that answer the challenge", async () => {
    const { origin, seen } = await serve({ access: "callers" });
    const bindings = [jsonRpc()];
    const failure: unknown = await connect(A2AServiceClient, origin, { bindings }).catch(
      (error: unknown) => error,
    );
    if (!isCallError(failure)) throw failure;
    expect(failure.message).toBe(
      `${origin}${path}: expected an agent card, got HTTP status 401, which asks for ${failure.challenges.join(", ")}; give credentials with cardHeaders`,
    );
    expect(failure.challenges.join(", ")).toMatch(/^Bearer.*ApiKey in="header", name="X-Key"$/);
    const before = seen.length;
    const schemes: (string | undefined)[] = [];
    const connection = await connect(A2AServiceClient, origin, {
      bindings,
      cardHeaders: (challenge): Record<string, string> => {
        schemes.push(challenge?.scheme);
        return challenge === undefined ? {} : { authorization: "Bearer ada" };
      },
      credentials: { token: "ada" },
    });
    expect(schemes).toEqual([undefined, "bearer"]);
    expect(seen.slice(before).map(({ headers }) => headers.authorization)).toEqual([undefined, "Bearer ada"]);
    expect((await connection.client.sendMessage(message)).task?.id).toBe("t1");
    // Headers that do not change are not sent again.
    const now = seen.length;
    await connect(A2AServiceClient, origin, { bindings, cardHeaders: () => ({}) }).catch(() => undefined);
    expect(seen).toHaveLength(now + 1);
  });

  test("needs the hook, and no public caches", () => {
    const { host } = createTestHost();
    expect(() => createHttpHandler(host, { discovery: { access: "callers" } })).toThrow(
      'discovery: access "callers" needs the hook authenticate of the host, found none',
    );
    const closed = createTestHost({}, { authenticate }).host;
    const discovery = { access: "callers", cacheControl: "public, max-age=60" } as const;
    expect(() => createHttpHandler(closed, { discovery })).toThrow(
      "discovery: expected a cacheControl with private or no-store, found public, max-age=60",
    );
  });
});

describe("a card for each caller", () => {
  test("has the skills that the caller may know, and an entity tag of its own", async () => {
    const { origin } = await serve({ card });
    const [ada, bob, nobody] = await Promise.all([
      fetch(origin + path, as("ada")),
      fetch(origin + path, as("bob")),
      fetch(origin + path),
    ]);
    expect(await skillsOf(ada)).toEqual(["public", "secret"]);
    expect(await skillsOf(bob)).toEqual(["public"]);
    expect(await skillsOf(nobody)).toEqual(["public"]);
    const etag = ada.headers.get("etag") ?? "";
    expect(bob.headers.get("etag")).not.toBe(etag);
    expect((await fetch(origin + path, as("ada", { "if-none-match": etag }))).status).toBe(304);
    expect((await fetch(origin + path, as("bob", { "if-none-match": etag }))).status).toBe(200);
    expect(ada.headers.get("cache-control")).toBe("private, no-cache");
  });

  test("is given to known callers only, together with access", async () => {
    const { origin } = await serve({ card, access: "callers" });
    expect((await fetch(origin + path)).status).toBe(401);
    expect(await skillsOf(await fetch(origin + path, as("bob")))).toEqual(["public"]);
  });

  test("a function that fails or makes no card says nothing to the client", async () => {
    const { origin: failing } = await serve(
      {
        card: () => {
          throw new Error("the database of skills at 10.0.0.1");
        },
      },
      { onError: () => undefined },
    );
    const { origin: wrong } = await serve({ card: () => ({ name: 1 }) }, { onError: () => undefined });
    for (const origin of [failing, wrong]) {
      const response = await fetch(origin + path);
      expect(response.status).toBe(500);
      expect(response.headers.get("cache-control")).toBe("no-store");
      expect(await response.json()).toMatchObject({ error: { message: "internal error" } });
    }
  });

  test("in every version, at every path, with the extended card as it is", async () => {
    let handler: HttpHandler = () => undefined;
    const { origin } = await startServer(toNodeListener((request) => handler(request)));
    const family = createHostFamily({
      services: [implement(A2AService, createAgent())],
      card: cardAt(origin),
      authenticate,
      checkAnswers: "shape",
      older: [{ translation: a2a03ToA2a10, cardPrefix: "/old", jsonRpc: "/old/rpc" }],
      onWarning: () => undefined,
    });
    handler = createHttpHandler(family, { discovery: { card }, onDeprecated: () => undefined });
    for (const each of [path, "/.well-known/agent.json", `/old${path}`, "/old/.well-known/agent.json"]) {
      expect([each, await skillsOf(await fetch(origin + each, as("ada")))]).toEqual([
        each,
        ["public", "secret"],
      ]);
      expect([each, await skillsOf(await fetch(origin + each))]).toEqual([each, ["public"]]);
    }
    expect(await (await fetch(`${origin}/old${path}`)).json()).toMatchObject({ protocolVersion: "0.3" });
    const { client } = await connect(A2AServiceClient, origin, {
      bindings: [jsonRpc()],
      credentials: { token: "bob" },
    });
    expect(await client.getExtendedAgentCard({})).toMatchObject({ name: "Extended" });
    handler = createHttpHandler(family, { discovery: { access: "callers" }, onDeprecated: () => undefined });
    for (const each of [path, "/.well-known/agent.json", `/old${path}`]) {
      expect([each, (await fetch(origin + each)).status]).toEqual([each, 401]);
      expect([each, (await fetch(origin + each, as("bob"))).status]).toEqual([each, 200]);
    }
  });
});
