import { A2AService, A2AServiceClient } from "@a2agen/a2a-1.0";
import { a2a03ToA2a10 } from "@a2agen/translate";
import { expect, test } from "vitest";
import { type NodeListener, toNodeListener } from "../../../../packages/runtime/src/adapters/node.ts";
import { chooseAgent, readCatalog } from "../../../../packages/runtime/src/catalog/index.ts";
import {
  type ClientConnectOptions,
  connect,
  isConnectError,
} from "../../../../packages/runtime/src/client/index.ts";
import { implement } from "../../../../packages/runtime/src/host/index.ts";
import type { HttpHandler } from "../../../../packages/runtime/src/http/http-message.ts";
import { jsonRpc } from "../../../../packages/runtime/src/jsonrpc/index.ts";
import { rest } from "../../../../packages/runtime/src/rest/index.ts";
import {
  type CatalogAgent,
  type CatalogOptions,
  createCatalogHandler,
  createHostFamily,
} from "../../../../packages/runtime/src/server/index.ts";
import { cardOf } from "../../../shared/client/agents.ts";
import { sendJson, startServer, type WebServer } from "../../../shared/client/web-server.ts";
import { createAgent, createTestHost, fullCard, makeTask, message } from "../host/agent.ts";

const wellKnown = "/.well-known/ai-catalog.json";
const bindings = [jsonRpc(), rest()];

/** Serves what is made for an origin. */
async function serve(make: (origin: string) => HttpHandler): Promise<WebServer> {
  let listener: NodeListener = () => {};
  const server = await startServer((request, response) => listener(request, response));
  listener = toNodeListener(make(server.origin));
  return server;
}

/** Two agents below one host, the second one in two versions; each answers with its name. */
function twoAgents(
  more: { readonly first?: Partial<CatalogAgent>; readonly options?: CatalogOptions } = {},
): (origin: string) => HttpHandler {
  return (origin) => {
    const card = (name: string, path: string) => cardOf(`${origin}${path}`, { name });
    const { host } = createTestHost(
      { sendMessage: async () => ({ task: makeTask("geography") }) },
      { card: card("Geography", "/geography") },
    );
    const family = createHostFamily({
      services: [
        implement(A2AService, createAgent({ sendMessage: async () => ({ task: makeTask("weather") }) })),
      ],
      card: card("Weather", "/sky/weather"),
      checkAnswers: "shape",
      older: [{ translation: a2a03ToA2a10 }],
    });
    return createCatalogHandler(
      { "/geography": { host, tags: ["maps"], ...more.first }, "/sky/weather/": family },
      more.options,
    );
  };
}

test("several agents are served below one host, and listed in the newest form", async () => {
  const { origin } = await serve(
    twoAgents({ options: { publisher: "example.com", displayName: "Example" } }),
  );
  const response = await fetch(origin + wellKnown);
  expect(
    Object.fromEntries(
      [...response.headers].filter(([name]) => /^(?:content-type|cache|etag|access)/.test(name)),
    ),
  ).toEqual({
    "content-type": "application/ai-catalog+json",
    "cache-control": "public, max-age=3600",
    etag: expect.stringMatching(/^"[0-9a-f]{32}"$/) as string,
    "access-control-allow-origin": "*",
    "access-control-expose-headers": "ETag",
  });
  const about = { description: "Says what it was asked with.", version: "1.0.0" };
  expect(await response.json()).toEqual({
    specVersion: "1.0",
    host: { displayName: "Example" },
    entries: [
      {
        identifier: "urn:air:example.com:agents:geography",
        type: "application/a2a-agent-card+json",
        displayName: "Geography",
        ...about,
        url: `${origin}/geography/.well-known/agent-card.json`,
        tags: ["maps"],
      },
      {
        identifier: "urn:air:example.com:agents:sky-weather",
        type: "application/a2a-agent-card+json",
        displayName: "Weather",
        ...about,
        url: `${origin}/sky/weather/.well-known/agent-card.json`,
      },
    ],
  });
  const etag = response.headers.get("etag") ?? "";
  expect((await fetch(origin + wellKnown, { headers: { "if-none-match": etag } })).status).toBe(304);
  expect((await fetch(origin + wellKnown, { method: "POST" })).status).toBe(405);
  expect((await fetch(`${origin}/readyz`)).status).toBe(200);
  expect((await fetch(`${origin}/elsewhere`)).status).toBe(404);
});

test("each agent is called by its entry, and its card leads to the catalog", async () => {
  const { origin } = await serve(twoAgents());
  const catalog = await readCatalog(origin);
  expect(catalog.problems).toEqual([]);
  for (const name of ["Geography", "Weather"]) {
    const connection = await connect(A2AServiceClient, chooseAgent(catalog, name), { bindings });
    expect((connection.card as { name: string }).name).toBe(name);
    expect((await connection.client.sendMessage(message)).task?.id).toBe(name.toLowerCase());
    expect((await connection.refreshCard()) as { name: string }).toMatchObject({ name });
    await connection.close();
  }
  const card = await fetch(`${origin}/geography/.well-known/agent-card.json`);
  expect(card.headers.get("link")).toBe(`<${origin}${wellKnown}>; rel="ai-catalog"`);
  const older = await fetch(`${origin}/sky/weather/.well-known/agent.json`);
  expect(await older.json()).toMatchObject({ name: "Weather", url: `${origin}/sky/weather/rpc` });
  const page = await fetch(`${origin}/sky/weather/`, { headers: { accept: "text/html" } });
  expect(await page.text()).toContain('<a href="/sky/weather/.well-known/agent-card.json">');
});

test("an agent whose card is not public is listed without its name", async () => {
  const authenticate = (): undefined => undefined;
  const { origin } = await serve((at) => {
    const card = cardOf(`${at}/closed`, { name: "Secret" });
    const { host } = createTestHost({}, { card, authenticate });
    return createCatalogHandler({ "/closed": { host, discovery: { access: "callers" } } });
  });
  const { entries } = await readCatalog(origin);
  expect(entries).toMatchObject([{ name: "closed", description: undefined, version: undefined }]);
  expect(await (await fetch(origin + wellKnown)).text()).not.toContain("Secret");
});

test.each([
  ["geography", 'agents["geography"]: expected a path such as "/geography"'],
  ["/", 'agents["/"]: expected a path such as "/geography"'],
  [
    "/other",
    'agents["/other"]: expected an interface of its card below /other, found http://127.0.0.1/rpc, http://127.0.0.1/',
  ],
])("agents at %s are refused where they cannot be", (path, text) => {
  expect(() => createCatalogHandler({ [path]: createTestHost().host })).toThrow(new TypeError(text));
});

test("a catalog has an agent", () => {
  expect(() => createCatalogHandler({})).toThrow(new TypeError("agents: expected at least one, found none"));
});

/** Reads a catalog of one entry, and connects by it. */
async function connectBy(
  entry: object,
  {
    from,
    answer,
    ...options
  }: Partial<ClientConnectOptions> & {
    readonly from?: string;
    readonly answer?: (url: string) => Response;
  },
): Promise<string> {
  const asked: string[] = [];
  const send = async (input: string | URL | Request): Promise<Response> => {
    asked.push(new Request(input).url);
    return answer?.(new Request(input).url) ?? Response.json({}, { status: 404 });
  };
  const document = {
    specVersion: "1.0",
    entries: [{ identifier: "urn:air:x.example:a", type: "application/a2a-agent-card+json", ...entry }],
  };
  const { entries } = await readCatalog(from ?? document, { fetch: async () => Response.json(document) });
  const [first = {}] = entries;
  try {
    const { interface: used } = await connect(A2AServiceClient, first, { bindings, fetch: send, ...options });
    return `${asked.join(" ")} -> ${used.url}`;
  } catch (error) {
    return isConnectError(error) ? `${error.reason}: ${error.message}` : String(error);
  }
}

const from = "https://x.example/catalog.json";

test("an entry's URL is that of the card, or of the agent", async () => {
  const card = cardOf("https://x.example");
  const used = "https://x.example/rpc";
  const at = (path: string) => (url: string) =>
    url === `https://x.example${path}`
      ? Response.json(card)
      : Response.json({ error: "no call" }, { status: 400 });
  expect(await connectBy({ url: "/any/card" }, { from, answer: at("/any/card") })).toBe(
    `https://x.example/any/card -> ${used}`,
  );
  expect(await connectBy({ url: "/any/card.json" }, { from, answer: at("/any/card.json") })).toBe(
    `https://x.example/any/card.json -> ${used}`,
  );
  const well = "https://x.example/agent/.well-known/agent-card.json";
  expect(await connectBy({ url: "/agent" }, { from, answer: at("/agent/.well-known/agent-card.json") })).toBe(
    `https://x.example/agent ${well} -> ${used}`,
  );
  // What is JSON and no card is passed over.
  const status = (url: string): Response => Response.json(url === well ? card : { status: "up" });
  expect(await connectBy({ url: "/agent" }, { from, answer: status })).toBe(
    `https://x.example/agent ${well} -> ${used}`,
  );
  const closed = (): Response => new Response("", { status: 401, headers: { "www-authenticate": "Bearer" } });
  expect(await connectBy({ url: "/agent" }, { from, answer: closed })).toBe(
    "CallError: https://x.example/agent: expected an agent card, got HTTP status 401, which asks for Bearer; give credentials with cardHeaders",
  );
});

test("a card in a catalog is no card of the caller", async () => {
  expect(await connectBy({ data: cardOf("https://x.example") }, { from })).toBe(" -> https://x.example/rpc");
  const local = { data: cardOf("http://169.254.169.254") };
  expect(await connectBy(local, { from })).toContain("not-allowed: no interface of the card can be used");
  expect(await connectBy(local, {})).toBe(" -> http://169.254.169.254/rpc");
  const asking = cardOf("https://y.example", {
    securitySchemes: { token: { httpAuthSecurityScheme: { scheme: "Bearer" } } },
    securityRequirements: [{ schemes: { token: { list: [] } } }],
  });
  expect(await connectBy({ data: asking }, { from, credentials: { token: "secret" } })).toContain(
    'credentials["token"] would be sent to another origin than that of the card, https://x.example',
  );
  expect(await connectBy({ data: { name: 1 } }, { from })).toContain(
    `card-invalid: ${from}: entries[0].data: `,
  );
});

test("a catalog leads neither into private networks nor to credentials", async () => {
  const answer = (): Response => Response.json(cardOf("https://y.example"));
  const refused = (text: string) =>
    expect.stringMatching(new RegExp(`^not-allowed: the card of "a", .* is not fetched: ${text}`)) as string;
  expect(await connectBy({ url: "http://10.0.0.1/card.json" }, { from, answer })).toEqual(
    refused("its host is of a private network"),
  );
  expect(await connectBy({ url: "http://y.example/card.json" }, { from, answer })).toEqual(
    refused("it is not encrypted"),
  );
  const url = "https://y.example/card.json";
  const leak = refused(
    "credentials would be sent to another origin than that of the catalog, https://x.example",
  );
  expect(await connectBy({ url }, { from, answer, credentials: { token: "t" } })).toEqual(leak);
  expect(await connectBy({ url }, { from, answer, headers: { "x-key": "t" } })).toEqual(leak);
  expect(await connectBy({ url }, { from, answer, cardHeaders: () => ({}) })).toEqual(leak);
  const good = `${url} -> https://y.example/rpc`;
  expect(await connectBy({ url }, { from, answer, headers: { "user-agent": "me" } })).toBe(good);
  expect(
    await connectBy({ url }, { from, answer, credentials: { token: "t" }, allowInterface: () => true }),
  ).toBe(good);
  const asked: string[] = [];
  const allowInterface = (to: URL, of: URL | undefined): boolean => {
    asked.push(`${to.href} ${of?.href}`);
    return false;
  };
  expect(await connectBy({ url }, { from, answer, allowInterface })).toEqual(
    refused("allowInterface does not allow it"),
  );
  expect(asked).toEqual([`${url} ${from}`]);
});

test("JSON of strangers does not pass for an entry", async () => {
  const server = await startServer((_request, response) => sendJson(response, fullCard));
  const forged = {
    "@a2agen/runtime/catalog-entry": true,
    url: `${server.origin}/card.json`,
    from: undefined,
  };
  await expect(connect(A2AServiceClient, forged, { bindings })).rejects.toThrow("The card offers none");
  expect(server.seen).toEqual([]);
});
