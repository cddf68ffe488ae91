import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import {
  getLanguageService,
  type TextDocument,
  TextDocument as TextDocuments,
} from "vscode-json-languageservice";

const repository = join(import.meta.dirname, "../..");

/** As the templates of projects have it, below `node_modules`. */
const schema = "../../generated/a2a-1.0/schemas/a2a/AgentCard.schema.json";

/** What an editor does with a card file that names its schema, by the language server of Visual Studio Code. */
const editor = getLanguageService({
  schemaRequestService: (uri) => readFile(fileURLToPath(uri), "utf8"),
  workspaceContext: { resolveRelativePath: (path, resource) => new URL(path, resource).href },
});

function open(text: string): TextDocument {
  const uri = pathToFileURL(join(repository, "test/packages/agent-card.json")).href;
  return TextDocuments.create(uri, "json", 1, text);
}

async function completeAt(text: string): Promise<readonly string[]> {
  const at = text.indexOf("|");
  const document = open(text.replace("|", ""));
  const list = await editor.doComplete(document, document.positionAt(at), editor.parseJSONDocument(document));
  return (list?.items ?? []).map(({ label }) => label).sort();
}

async function problemsOf(card: object): Promise<readonly string[]> {
  const document = open(JSON.stringify({ $schema: schema, ...card }, undefined, 2));
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

test("an editor completes the fields of a card", async () => {
  expect(await completeAt(`{ "$schema": "${schema}", "supp|" }`)).toContain("supportedInterfaces");
  expect(await completeAt(`{ "$schema": "${schema}", "capabilities": { "|" } }`)).toEqual([
    "extendedAgentCard",
    "extensions",
    "pushNotifications",
    "streaming",
  ]);
});

test("an editor says what a field is", async () => {
  const text = `{ "$schema": "${schema}", "supportedInterfaces": [] }`;
  const document = open(text);
  const at = document.positionAt(text.indexOf("supportedInterfaces") + 2);
  const hover = await editor.doHover(document, at, editor.parseJSONDocument(document));
  expect(JSON.stringify(hover?.contents)).toContain("interface");
});

test("an editor finds nothing wrong with a good card, and what is wrong with others", async () => {
  expect(await problemsOf(card)).toEqual([]);
  expect(await problemsOf({ ...card, name: 1, capabilities: { streaming: "yes" } })).toEqual([
    String.raw`14: "Incorrect type. Expected \"boolean\"."`,
    String.raw`3: "Incorrect type. Expected \"string\"."`,
  ]);
  const { name: _, ...nameless } = card;
  expect(await problemsOf(nameless)).toEqual([String.raw`1: "Missing property \"name\"."`]);
});
