import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { A2AService } from "@a2agen/a2a-1.0";
import { type NodeListener, toNodeListener } from "@a2agen/runtime/adapters/node";
import { createAgent } from "@a2agen/runtime/agent";
import { createHost, type Host, implement } from "@a2agen/runtime/host";
import { createCatalogHandler } from "@a2agen/runtime/server";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { cardOf } from "../../../shared/client/agents.ts";
import { startServer } from "../../../shared/client/web-server.ts";
import { runA2agen } from "../../../shared/run-a2agen.ts";

let origin = "";

beforeEach(async () => {
  let listener: NodeListener = () => {};
  const server = await startServer((request, response) => listener(request, response));
  origin = server.origin;
  const make = (name: string, path: string): Host => {
    const card = cardOf(`${origin}${path}`, { name });
    const agent = createAgent({ service: A2AService, card, execute: async ({ text }) => `${name}: ${text}` });
    return createHost({ services: [implement(A2AService, agent)], card });
  };
  const handler = createCatalogHandler(
    { "/geography": make("Geography", "/geography"), "/weather": make("Wea\u001b[2Jther", "/weather") },
    { publisher: "example.com", displayName: "Example" },
  );
  listener = toNodeListener(handler);
});

async function call(...args: readonly string[]): Promise<string> {
  const { status, stdout, stderr } = await runA2agen(["call", ...args]);
  return `${stdout}${stderr}exit ${status}`.replaceAll(origin, "ORIGIN");
}

test("several agents are listed, and one is chosen by its name or identifier", async () => {
  expect(await call("--catalog", origin)).toBe(
    [
      "2 agents of Example",
      "  Geography    1.0.0  urn:air:example.com:agents:geography    Says what it was asked with.",
      "  Wea␛[2Jther  1.0.0  urn:air:example.com:agents:weather      Says what it was asked with.",
      "hint: --agent NAME|IDENTIFIER chooses one",
      "exit 0",
    ].join("\n"),
  );
  expect(await call("send", "Hello", "--catalog", origin, "--agent", "geography")).toBe(
    "agent:\n  Geography: Hello\nexit 0",
  );
  expect(await call("--catalog", origin, "--agent", "urn:air:example.com:agents:geography")).toContain(
    "card: ORIGIN/geography/.well-known/agent-card.json",
  );
  expect(await call("send", "Hello", "--catalog", origin)).toContain(
    'the catalog has 2 agents; choose one by its name or identifier: "Geography" ("urn:air:example.com:agents:geography")',
  );
  expect(await call("--catalog", origin, "--agent", "Chess")).toMatch(
    /^the catalog has no agent called "Chess"; choose one .*\nhint: --agent NAME\|IDENTIFIER chooses one\nexit 1$/,
  );
});

test("as JSON", async () => {
  const { stdout, status } = await runA2agen(["call", "--catalog", origin, "--json"]);
  expect(status).toBe(0);
  const [first] = stdout.trim().split("\n");
  expect(JSON.parse(first ?? "")).toEqual({
    identifier: "urn:air:example.com:agents:geography",
    type: "application/a2a-agent-card+json",
    isAgent: true,
    name: "Geography",
    description: "Says what it was asked with.",
    version: "1.0.0",
    tags: [],
    url: `${origin}/geography/.well-known/agent-card.json`,
    from: `${origin}/.well-known/ai-catalog.json`,
    path: "entries[0]",
    trust: "none",
  });
});

test("from a file, with what is wrong in it, and the card in the entry", async () => {
  const directory = await mkdtemp(join(tmpdir(), "a2agen-catalog-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  const file = join(directory, "catalog.json");
  const entries = [
    {
      identifier: "urn:air:example.com:agents:inline",
      mediaType: "application/a2a-agent-card+json",
      data: cardOf(`${origin}/geography`, { name: "Inline" }),
      trustManifest: {},
    },
    { identifier: "urn:air:example.com:other", type: "text/markdown", url: "javascript:alert(1)" },
  ];
  await writeFile(file, JSON.stringify({ specVersion: "1.0", entries }));
  expect(await call("send", "Hi", "--catalog", file)).toBe(
    [
      "agent:",
      "  Geography: Hi",
      `warning: ${file}: entries[0].mediaType: expected type, its name in the newest form`,
      `warning: ${file}: entries[0].trustManifest: expected trustManifests, its name in the newest form`,
      `warning: ${file}: entries[1].url: expected an http or https URL without user and password, found "javascript:alert(1)"`,
      `warning: ${file}: entries[1]: expected url or data, found neither`,
      "exit 0",
    ].join("\n"),
  );
  await writeFile(file, "[1");
  expect(await call("--catalog", file)).toContain(`--catalog: ${file}: `);
});

test("a host without a catalog is the agent itself", async () => {
  const shown = await call("--catalog", `${origin}/geography`);
  expect(shown).toContain("Geography 1.0.0");
  expect(shown).toContain("note: the host has no AI Catalog; its own card is used");
});

test.each([
  [["--agent", "Geography"], "expected the URL of an agent"],
  [
    ["http://localhost:1", "--agent", "Geography"],
    "--agent chooses from a catalog: expected --catalog URL|FILE",
  ],
  [["--catalog", "ftp://x.example"], 'URL: expected an http or https URL; found "ftp://x.example"'],
])("%j is refused", async (args, text) => {
  const shown = await call(...args);
  expect(shown).toContain(text);
  expect(shown).toContain("exit 2");
});
