import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { afterEach, describe, expect, test } from "vitest";
import {
  chooseAgent,
  type ReadCatalogOptions,
  readCatalog,
} from "../../../../packages/runtime/src/catalog/index.ts";
import { isConnectError } from "../../../../packages/runtime/src/client/index.ts";
import { isCallError } from "../../../../packages/runtime/src/service/index.ts";
import { listen, type RunningServer } from "../adapters/servers.ts";
import { agentType, firstForm, secondForm, thirdForm } from "./shapes.ts";

const running: RunningServer[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.close()));
});

type Answer = (request: IncomingMessage, response: ServerResponse, origin: string) => void;

/** A server that answers by path; what it lacks is not found. */
async function serve(
  answers: Readonly<Record<string, unknown>>,
): Promise<{ origin: string; asked: string[] }> {
  const asked: string[] = [];
  const server = await listen(
    createServer((request, response) => {
      asked.push(request.url ?? "");
      const found = Object.hasOwn(answers, request.url ?? "") ? answers[request.url ?? ""] : undefined;
      if (typeof found === "function") return (found as Answer)(request, response, server.url);
      response.statusCode = found === undefined ? 404 : 200;
      response.end(found === undefined ? "" : JSON.stringify(found));
    }),
  );
  running.push(server);
  return { origin: server.url, asked };
}

const wellKnown = "/.well-known/ai-catalog.json";

function entry(name: string, more: object): object {
  return { identifier: `urn:air:x.example:${name}`, type: agentType, ...more };
}

function nested(name: string, more: object): object {
  return { identifier: `urn:air:x.example:${name}`, type: "application/ai-catalog+json", ...more };
}

const of = (...entries: readonly unknown[]): object => ({ specVersion: "1.0", entries });

async function problemsOf(source: string | object, options?: ReadCatalogOptions): Promise<readonly string[]> {
  const { problems } = await readCatalog(source, options);
  return problems.map(({ code, path, message }) => `${code} ${path}: ${message}`);
}

async function failureOf(source: string | object, options?: ReadCatalogOptions): Promise<string> {
  try {
    await readCatalog(source, options);
    return "read";
  } catch (error) {
    if (isConnectError(error)) return `${error.reason}: ${error.message}`;
    return isCallError(error) ? `${error.status}: ${error.message}` : String(error);
  }
}

describe("the three forms", () => {
  const shown = async (form: object): Promise<readonly object[]> =>
    (await readCatalog(form)).entries.map(({ source: _source, from: _from, ...rest }) => rest);

  test("that of April 2026", async () => {
    expect(await shown(firstForm)).toEqual([
      {
        [Symbol.for("@a2agen/runtime/catalog-entry")]: expect.any(Function) as unknown,
        identifier: "urn:ai:harbour.example:tides",
        type: agentType,
        isAgent: true,
        name: "Tides",
        description: "High and low water",
        version: undefined,
        tags: ["a2a", "sea"],
        url: "https://harbour.example/tides",
        data: undefined,
        path: "entries[0]",
        trust: "present, not verified",
      },
    ]);
    expect(await problemsOf(firstForm)).toEqual([
      "older-type entries[0].mediaType: expected type, its name in the newest form",
      "older-metadata entries[0].metadata: expected extensions, its name in the newest form",
      "older-trust entries[0].trustManifest: expected trustManifests, its name in the newest form",
    ]);
  });

  test("that of summer 2026", async () => {
    const list = await shown(secondForm);
    expect(list).toMatchObject([
      { name: "measurement-agent", type: agentType, isAgent: true, trust: "present, not verified" },
      { name: "Lab", isAgent: false, data: { name: "Lab" }, trust: "none" },
      { name: "docs", type: "text/markdown", isAgent: false },
    ]);
    expect(await problemsOf(secondForm)).toEqual([
      "older-trust entries[0].trustManifest: expected trustManifests, its name in the newest form",
    ]);
  });

  test("that of October 2026, with the entries of a set and each artifact once", async () => {
    const { entries, publisher, problems } = await readCatalog(thirdForm);
    expect(publisher).toBe("Observatory");
    expect(entries).toMatchObject([
      {
        name: "Stars",
        description: "Knows the sky",
        version: "2.0.0",
        url: undefined,
        trust: "present, not verified",
      },
      { name: "dome", path: "entries[1].data.entries[0]", url: "https://observatory.example/dome.json" },
    ]);
    expect(problems).toEqual([]);
    expect(entries[0]?.source).toBe(thirdForm.entries[0]);
  });
});

describe("what is wrong", () => {
  test("is passed over with its place, what was expected, and what came", async () => {
    const catalog = of(
      7,
      { type: agentType, url: "https://x.example/" },
      entry("none", {}),
      entry("both", { url: "https://x.example/a.json", data: {} }),
      entry("script", { url: "javascript:alert(1)" }),
      entry("password", { url: "https://me:secret@x.example/" }),
      entry("relative", { url: "/a.json" }),
      { identifier: "untyped", url: "https://x.example/b.json" },
      { identifier: "json", type: "application/json", tags: ["A2A"], url: "https://x.example/c.json" },
      entry("keys", { url: "https://x.example/d.json", extensions: { plain: 1 } }),
      entry("keys", { url: "https://x.example/e.json" }),
    );
    expect(await problemsOf(catalog)).toEqual([
      'content entries[0]: expected an object, found "7"',
      "identifier entries[1].identifier: expected a text, found none",
      "content entries[2]: expected url or data, found neither",
      "content entries[3]: expected url or data, found both",
      'url entries[4].url: expected an http or https URL without user and password, found "javascript:alert(1)"',
      "content entries[4]: expected url or data, found neither",
      "url entries[5].url: expected an http or https URL without user and password, found one with them",
      "content entries[5]: expected url or data, found neither",
      'url entries[6].url: expected an http or https URL without user and password, found "/a.json"',
      "content entries[6]: expected url or data, found neither",
      "type entries[7].type: expected a media type, found none",
      `type entries[8].type: expected ${agentType} for an agent with the tag a2a, found application/json`,
      'extension-key entries[9].extensions: expected URLs or reverse domain names as keys, found "plain"',
      "duplicate entries[10].identifier: expected another identifier, or another version",
    ]);
    const { entries } = await readCatalog(catalog);
    expect(entries.map(({ name, isAgent }) => [name, isAgent])).toEqual([
      ["both", true],
      ["untyped", false],
      ["json", true],
      ["keys", true],
    ]);
  });

  test("names of prototypes are names like others", async () => {
    const text = `{"specVersion":"1.0","entries":[{"identifier":"__proto__","type":"${agentType}","url":"https://x.example/a.json","extensions":{"__proto__":{"polluted":true}},"__proto__":{"displayName":"no"}}]}`;
    const { entries } = await readCatalog(JSON.parse(text) as object);
    expect(entries.map(({ name }) => name)).toEqual(["__proto__"]);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  test.each([
    [[], "catalog-invalid: catalog: expected an AI Catalog with a list of entries"],
    [
      { name: "site", version: "1" },
      "catalog-invalid: catalog: expected an AI Catalog with a list of entries",
    ],
    [{ specVersion: "2.0", entries: [] }, 'catalog-invalid: catalog: specVersion: expected 1.x, found "2.0"'],
  ])("a document that is no catalog of ours: %j", async (document, message) => {
    expect(await failureOf(document)).toBe(message);
  });

  test("a catalog without a version is read", async () => {
    expect(await problemsOf({ entries: [] })).toEqual(["spec-version specVersion: expected 1.x, found none"]);
  });
});

describe("finding the catalog of a host", () => {
  const catalog = of(entry("one", { url: "card.json" }));

  test("at the well-known path, with relative URLs of its own", async () => {
    const { origin, asked } = await serve({ [wellKnown]: catalog });
    const { url, entries } = await readCatalog(origin);
    expect(url).toBe(origin + wellKnown);
    expect(entries.map((each) => each.url)).toEqual([`${origin}/.well-known/card.json`]);
    expect(asked).toEqual(["/", wellKnown]);
  });

  test("at any URL, by the header Link, and below a path", async () => {
    const link: Answer = (_request, response) => {
      response.setHeader("link", '</style.css>; rel="preload", </tenants/7>; title="a"; rel="x ai-catalog"');
      response.end("<html>");
    };
    const { origin, asked } = await serve({ "/": link, "/tenants/7": catalog, "/here.json": catalog });
    expect((await readCatalog(origin)).url).toBe(`${origin}/tenants/7`);
    expect((await readCatalog(`${origin}/tenants/7#top`)).url).toBe(`${origin}/tenants/7`);
    expect((await readCatalog(`${origin}/here.json`)).url).toBe(`${origin}/here.json`);
    expect(asked).toEqual(["/", "/tenants/7", "/tenants/7", "/here.json"]);
  });

  test("says where it looked, and reads challenges", async () => {
    const ask: Answer = (_request, response) => {
      response.writeHead(401, { "www-authenticate": 'Bearer scope="catalog"' }).end();
    };
    const { origin } = await serve({ "/closed.json": ask, "/page.json": "text" });
    expect(await failureOf(`${origin}/a`)).toBe(
      `catalog-not-found: no AI Catalog found: ${origin}/a: HTTP status 404; ${origin}/a${wellKnown}: HTTP status 404`,
    );
    expect(await failureOf(`${origin}/page.json`)).toContain("catalog-invalid");
    expect(await failureOf(`${origin}/closed.json`)).toBe(
      `UNAUTHENTICATED: ${origin}/closed.json: expected an AI Catalog, got HTTP status 401, which asks for Bearer scope="catalog"; give credentials with headers`,
    );
    expect(await failureOf("ftp://x.example")).toContain("TypeError: catalog: expected an http or https URL");
  });
});

describe("bounds", () => {
  test("catalogs in catalogs are read four deep, and a cycle is seen", async () => {
    const { origin } = await serve({
      [wellKnown]: of(nested("a", { url: "/a.json" }), nested("self", { url: wellKnown })),
      "/a.json": of(
        nested("b", { data: of(nested("c", { url: "/c.json" })) }),
        nested("up", { url: wellKnown }),
      ),
      "/c.json": of(entry("deep", { url: "/card.json" }), nested("d", { url: "/d.json" })),
      "/d.json": of(),
    });
    const { entries, problems } = await readCatalog(origin);
    expect(entries.map(({ name, from, path }) => [name, from, path])).toEqual([
      ["deep", `${origin}/c.json`, "entries[0]"],
    ]);
    expect(problems.filter(({ code }) => code !== "relative-url")).toEqual([
      {
        code: "too-deep",
        from: `${origin}/c.json`,
        path: "entries[1]",
        message: "expected 4 catalogs in each other at most; it is not read",
      },
      {
        code: "cycle",
        from: `${origin}/a.json`,
        path: "entries[1].url",
        message: `expected another catalog, found "${origin}${wellKnown}" in itself`,
      },
      {
        code: "cycle",
        from: origin + wellKnown,
        path: "entries[1].url",
        message: `expected another catalog, found "${origin}${wellKnown}" in itself`,
      },
    ]);
  });

  test("ten megabytes, too many entries and too many catalogs are not read", async () => {
    const { origin, asked } = await serve({
      "/large.json": of(entry("large", { data: "x".repeat(10 * 1024 * 1024) })),
      "/many.json": of(
        ...Array.from({ length: 1100 }, (_, at) => entry(`n${at}`, { url: `https://x.example/${at}.json` })),
      ),
      "/wide.json": of(
        ...Array.from({ length: 30 }, (_, at) => nested(`n${at}`, { url: `/nested/${at}.json` })),
      ),
    });
    expect(await failureOf(`${origin}/large.json`)).toBe(
      `RESOURCE_EXHAUSTED: ${origin}/large.json: the answer is longer than 1048576 bytes`,
    );
    const many = await readCatalog(`${origin}/many.json`);
    expect(many.entries).toHaveLength(1000);
    expect(many.problems).toMatchObject([{ code: "too-many", path: "entries[1000]" }]);
    asked.length = 0;
    const wide = await readCatalog(`${origin}/wide.json`);
    expect(asked).toHaveLength(21);
    expect(wide.problems.filter(({ code }) => code === "too-many")).toHaveLength(10);
    expect(wide.problems.filter(({ code }) => code === "unreadable")).toHaveLength(20);
  });

  test("a server that does not answer", async () => {
    const { origin } = await serve({
      [wellKnown]: of(nested("slow", { url: "/slow.json" })),
      "/slow.json": () => {},
    });
    expect(await failureOf(origin, { timeoutMs: 300 })).toMatch(
      /^(?:DEADLINE_EXCEEDED|TimeoutError|CANCELLED)/,
    );
  });

  test("a catalog of the internet leads to no private network, and none that redirects elsewhere", async () => {
    const asked: string[] = [];
    const fetch = async (input: string | URL | Request): Promise<Response> => {
      const url = new Request(input).url;
      asked.push(url);
      if (url === "https://far.example/moved.json") {
        return new Response(null, { status: 302, headers: { location: "http://169.254.169.254/latest" } });
      }
      return Response.json(
        of(
          nested("metadata", { url: "http://169.254.169.254/latest" }),
          nested("local", { url: "https://localhost/a.json" }),
          nested("plain", { url: "http://far.example/b.json" }),
          nested("moved", { url: "https://far.example/moved.json" }),
        ),
      );
    };
    expect(await problemsOf("https://x.example/c.json", { fetch })).toEqual([
      "not-allowed entries[0].url: its host is of a private network, and the catalog came from https://x.example",
      "not-allowed entries[1].url: its host is of a private network, and the catalog came from https://x.example",
      "not-allowed entries[2].url: it is not encrypted, and the catalog came over https",
      "unreadable entries[3].url: https://far.example/moved.json: redirects to another origin, http://169.254.169.254; give the URL of the catalog there if it is trusted",
    ]);
    expect(asked).toEqual(["https://x.example/c.json", "https://far.example/moved.json"]);
  });

  test("headers go to the first origin only", async () => {
    const sent: Record<string, string | null> = {};
    const fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
      sent[new Request(input).url] = new Headers(init?.headers).get("authorization");
      return Response.json(
        of(nested("near", { url: "near.json" }), nested("far", { url: "https://far.example/c.json" })),
      );
    };
    await readCatalog("https://x.example/c.json", { fetch, headers: { authorization: "Bearer t" } });
    expect(sent).toEqual({
      "https://x.example/c.json": "Bearer t",
      "https://x.example/near.json": "Bearer t",
      "https://far.example/c.json": null,
      "https://far.example/near.json": null,
    });
  });
});

describe("choosing an agent", () => {
  const url = "https://x.example/card.json";
  const catalog = of(
    entry("agents:tides", { url, displayName: "Tides", version: "1.9.0" }),
    entry("agents:tides", { url, displayName: "Tides", version: "1.10.0" }),
    entry("agents:tides", { url, displayName: "Tides", version: "1.10.0-rc.1" }),
    entry("agents:stars", { url }),
    entry("other:stars", { url }),
    { identifier: "urn:air:x.example:docs", type: "text/markdown", url },
  );

  async function choose(wanted?: string): Promise<string> {
    try {
      const { identifier, version } = chooseAgent(await readCatalog(catalog), wanted);
      return `${identifier} ${version}`;
    } catch (error) {
      return isConnectError(error, "agent-unclear") ? error.message : String(error);
    }
  }

  test("by identifier, name and the end of the identifier, in the newest version", async () => {
    expect(await choose("urn:air:x.example:agents:tides")).toBe("urn:air:x.example:agents:tides 1.10.0");
    expect(await choose("tides")).toBe("urn:air:x.example:agents:tides 1.10.0");
    expect(chooseAgent(await readCatalog(of(entry("a:one", { url })))).name).toBe("one");
  });

  test("says which there are", async () => {
    const stars = '"stars" ("urn:air:x.example:agents:stars"); "stars" ("urn:air:x.example:other:stars")';
    const all = `"Tides" ("urn:air:x.example:agents:tides"); ${stars}`;
    expect(await choose("stars")).toBe(
      `the catalog has 2 agents called "stars"; choose one by its name or identifier: ${stars}`,
    );
    expect(await choose()).toBe(`the catalog has 3 agents; choose one by its name or identifier: ${all}`);
    expect(await choose("docs")).toBe(
      `the catalog has no agent called "docs"; choose one by its name or identifier: ${all}`,
    );
    expect(() => chooseAgent({ entries: [] })).toThrow("the catalog has no agent");
  });
});
