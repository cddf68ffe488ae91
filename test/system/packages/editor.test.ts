import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  getLanguageService,
  type TextDocument,
  TextDocument as TextDocuments,
} from "vscode-json-languageservice";
import { runSchemas } from "../../shared/cli/schemas/run-schemas.ts";
import { type SiteServer, serveSite } from "../../shared/cli/schemas/serve-site.ts";
import { runA2agen } from "../../shared/run-a2agen.ts";

const repository = join(import.meta.dirname, "../../..");

/** A project with the package installed, in which the card lies. */
let project: string;
/** Hosts the schemas, at the URLs that their `$id`s have. */
let host: SiteServer;

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), "a2agen-editor-"));
  const installed = join(project, "node_modules/@a2agen/a2a-1.0");
  await mkdir(installed, { recursive: true });
  for (const path of ["schemas", "package.json"]) {
    await cp(join(repository, "generated/a2a-1.0", path), join(installed, path), { recursive: true });
  }
  host = await serveSite(join(project, "out/site"));
  const base = `${host.origin}/schemas/`;
  await runSchemas(["generated/a2a-1.0", "--out", join(project, "out"), "--base-url", base], repository);
});

afterAll(async () => {
  await host.close();
  await rm(project, { recursive: true, force: true });
});

/**
 * What an editor does with a card file that names its schema, by the language server of Visual Studio Code.
 */
const editor = getLanguageService({
  schemaRequestService: async (uri) => {
    if (uri.startsWith("file:")) return readFile(fileURLToPath(uri), "utf8");
    const response = await fetch(uri);
    if (!response.ok) throw new Error(`${uri}: ${response.status}`);
    return response.text();
  },
  workspaceContext: { resolveRelativePath: (path, resource) => new URL(path, resource).href },
});

let opened = 0;

function open(text: string): TextDocument {
  opened += 1;
  return TextDocuments.create(pathToFileURL(join(project, "agent-card.json")).href, "json", opened, text);
}

async function completeAt(text: string): Promise<readonly string[]> {
  const at = text.indexOf("|");
  const document = open(text.replace("|", ""));
  const list = await editor.doComplete(document, document.positionAt(at), editor.parseJSONDocument(document));
  return (list?.items ?? []).map(({ label }) => label).sort();
}

async function problemsOf(card: object): Promise<readonly string[]> {
  const document = open(JSON.stringify(card, undefined, 2));
  const found = await editor.doValidation(document, editor.parseJSONDocument(document));
  return found.map(({ message, range }) => `${range.start.line + 1}: ${JSON.stringify(message)}`).sort();
}

const card = {
  name: "Echo",
  description: "Says what it is told.",
  version: "1.0.0",
  supportedInterfaces: [
    { url: "https://agent.example.com", protocolBinding: "JSONRPC", protocolVersion: "1.0" },
  ],
  capabilities: { streaming: true },
  defaultInputModes: ["text/plain"],
  defaultOutputModes: ["text/plain"],
  skills: [],
};

const file = "a2a/AgentCard.schema.json";

describe.each([
  { name: "a path in node_modules", schemaOf: () => `./node_modules/@a2agen/a2a-1.0/schemas/${file}` },
  { name: "the URL of the newest version", schemaOf: () => `${host.origin}/schemas/a2a-1.0/${file}` },
  { name: "the URL of one version", schemaOf: () => `${host.origin}/schemas/a2a-1.0/0.1.0/${file}` },
])("in a card whose $schema is $name, an editor", ({ schemaOf }) => {
  test("completes the fields of the card and of what is in it", async () => {
    const schema = schemaOf();
    host.served.clear();
    expect(await completeAt(`{ "$schema": "${schema}", "supp|" }`)).toContain("supportedInterfaces");
    expect(await completeAt(`{ "$schema": "${schema}", "capabilities": { "|" } }`)).toEqual([
      "extendedAgentCard",
      "extensions",
      "pushNotifications",
      "streaming",
    ]);
    if (!schema.startsWith("http")) return expect([...host.served]).toEqual([]);
    // Every file that is needed, and none of another version.
    const { pathname } = new URL(schema);
    expect(host.served).toContain(pathname);
    expect(host.served).toContain(new URL("AgentCapabilities.schema.json", schema).pathname);
    const folder = new URL(".", schema).pathname;
    return expect([...host.served].filter((path) => !path.startsWith(folder))).toEqual([]);
  });

  test("says what a field is", async () => {
    const text = `{ "$schema": "${schemaOf()}", "supportedInterfaces": [] }`;
    const document = open(text);
    const at = document.positionAt(text.indexOf("supportedInterfaces") + 2);
    const hover = await editor.doHover(document, at, editor.parseJSONDocument(document));
    expect(JSON.stringify(hover?.contents)).toContain("interface");
  });

  test("finds nothing wrong with a good card, and what is wrong with others", async () => {
    const good = { $schema: schemaOf(), ...card };
    expect(await problemsOf(good)).toEqual([]);
    expect(await problemsOf({ ...good, name: 1, capabilities: { streaming: "yes" } })).toEqual([
      String.raw`14: "Incorrect type. Expected \"boolean\"."`,
      String.raw`3: "Incorrect type. Expected \"string\"."`,
    ]);
    const { name: _, ...nameless } = good;
    expect(await problemsOf(nameless)).toEqual([String.raw`1: "Missing property \"name\"."`]);
  });
});

test("a card with the hosted $schema is one that a2agen takes", async () => {
  const path = join(project, "agent-card.json");
  const $schema = `${host.origin}/schemas/a2a-1.0/${file}`;
  const [jsonRpc] = card.supportedInterfaces;
  const supportedInterfaces = [jsonRpc, { ...jsonRpc, protocolBinding: "HTTP+JSON" }];
  await writeFile(path, JSON.stringify({ $schema, ...card, supportedInterfaces }));
  const { status, stderr } = await runA2agen(["generate", "openapi", "--card", path], { directory: project });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
});
