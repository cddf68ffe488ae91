import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { versionTable } from "@a2agen/versions/table.ts";
import { describe, expect, test } from "vitest";
import { getLanguageService, TextDocument } from "vscode-json-languageservice";
import { parse } from "yaml";
import catalog from "../../../schemas/catalog.json" with { type: "json" };
import { listFiles } from "../../../scripts/list-files.ts";

const repository = join(import.meta.dirname, "../../..");

interface Schema {
  readonly $id: string;
  readonly title?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly $ref?: string;
}

/** The schemas of the repository by the URL under which they are published. */
const schemas = new Map<string, Schema>();
for (const path of await findSchemas()) {
  const schema = JSON.parse(await readFile(join(repository, path), "utf8")) as Schema;
  schemas.set(schema.$id, schema);
}

async function findSchemas(): Promise<readonly string[]> {
  const own = await Promise.all(
    ["profiles", "packages/gateway", "packages/testing", "templates/probe"].map(async (folder) =>
      (await listFiles(join(repository, folder)))
        .filter((path) => /^[^/]*[.]schema[.]json$/.test(path))
        .map((path) => `${folder}/${path}`),
    ),
  );
  const cards = await Promise.all(
    versionTable.map(async ({ directory }) =>
      (await listFiles(join(repository, directory, "schemas/a2a")))
        .filter((path) => path.endsWith(".schema.json"))
        .map((path) => `${directory}/schemas/a2a/${path}`),
    ),
  );
  return [...own.flat(), ...new Set(cards.flat())];
}

/** An editor that knows files by the catalog, as editors with SchemaStore do. */
const editor = getLanguageService({
  schemaRequestService: async (uri) => JSON.stringify(schemaOf(uri)),
  workspaceContext: { resolveRelativePath: (path, resource) => new URL(path, resource).href },
});
editor.configure({
  schemas: catalog.schemas.map(({ url, fileMatch }) => ({ uri: url, fileMatch: [...fileMatch] })),
});

function schemaOf(uri: string): Schema {
  const schema = schemas.get(uri);
  if (schema === undefined) throw new Error(`expected a schema of the repository; found ${uri}`);
  return schema;
}

/** Whether a pattern with at most one star names the file. */
function isMatch(pattern: string, name: string): boolean {
  return pattern.startsWith("*") ? name.endsWith(pattern.slice(1)) : name === pattern;
}

function open(name: string, text: string): TextDocument {
  return TextDocument.create(`file:///project/${name}`, "json", 1, text);
}

/** What the editor finds wrong with a file that has this name. */
async function problemsOf(name: string, value: unknown): Promise<readonly string[]> {
  const document = open(name, JSON.stringify(value));
  const found = await editor.doValidation(document, editor.parseJSONDocument(document));
  return found.map(({ message }) => (typeof message === "string" ? message : message.value));
}

/** The block of a page that is called so. */
async function readExample(page: string, fence: string): Promise<unknown> {
  const [, text] = (await readFile(join(repository, page), "utf8")).split(`\`\`\`${fence}\n`);
  if (text === undefined) throw new Error(`${page}: expected a block of ${fence}`);
  return parse(text.split("\n```")[0] ?? "");
}

const readYaml = async (path: string): Promise<unknown> =>
  parse(await readFile(join(repository, path), "utf8"));

const interfaces = [{ url: "https://agent.example.com", protocolBinding: "JSONRPC", protocolVersion: "1.0" }];
const card = {
  name: "Echo",
  description: "Says what it hears.",
  version: "1.0.0",
  supportedInterfaces: interfaces,
  capabilities: {},
  defaultInputModes: ["text/plain"],
  defaultOutputModes: ["text/plain"],
  skills: [],
};

/** Of each entry of the catalog a file that has the name, right files, a member and what is wrong. */
const files = [
  {
    name: "agent-card.json",
    right: [card],
    member: "supportedInterfaces",
    wrong: { ...card, skills: {} },
    want: ['Incorrect type. Expected "array".'],
  },
  {
    name: "probe.yaml",
    right: [await readExample("docs/probe.md", "yaml probe.yaml")],
    member: "inputRequired",
    wrong: { inputRequird: "Book a flight" },
    want: ["Property inputRequird is not allowed."],
  },
  {
    name: "a2a-fleet.yaml",
    right: [await readExample("docs/fleet.md", "yaml a2a-fleet.yaml")],
    member: "agents",
    wrong: { agents: [{ name: "Shop", notRun: {} }] },
    want: ['Missing property "reason".'],
  },
  {
    name: "shop.scenario.yaml",
    right: [await readYaml("templates/projects/client/files/test/agent.yaml")],
    member: "rules",
    wrong: { rules: [{ answer: [{ delay: "soon" }] }] },
    want: ['Incorrect type. Expected "integer".'],
  },
  {
    name: "a2a-gateway.yaml",
    right: [await readExample("docs/gateway.md", "yaml gateway.yaml")],
    member: "upstreams",
    wrong: { upstreams: { "/a": {} } },
    want: ['Missing property "agent".'],
  },
  {
    name: "a2a-extension.yaml",
    right: [
      await readExample("docs/extension-manifest.md", "yaml extension.yaml"),
      await readYaml("packages/ext-task-progress/extension.yaml"),
      await readYaml("packages/ext-a2ui/extension.yaml"),
    ],
    member: "extensions",
    wrong: { extensions: [{ name: "Mood", uri: "https://acme.example/mood", kind: "feeling" }] },
    want: ['Value is not accepted. Valid values: "data", "profile", "method", "state-machine".'],
  },
  {
    name: "a2a-profile.yaml",
    right: [await readYaml("profiles/proto.yaml"), await readYaml("packages/exchange/profile.yaml")],
    member: "serviceParameters",
    wrong: { ...(parse(await readFile(join(repository, "profiles/proto.yaml"), "utf8")) as object), name: 5 },
    want: ['Incorrect type. Expected "string".'],
  },
] as const;

/** The members without a description, of a schema and of those to which it refers. */
function findSilent(url: string, seen = new Set<string>()): readonly string[] {
  if (seen.has(url)) return [];
  seen.add(url);
  const silent: string[] = [];
  const root = schemaOf(url);
  const isDescribed = ({ description, $ref }: Schema): boolean => {
    if (description !== undefined) return true;
    if ($ref === undefined) return false;
    return isDescribed($ref.startsWith("#") ? definitionOf(root, $ref) : schemaOf(new URL($ref, url).href));
  };
  const visit = (node: unknown, path: string): void => {
    if (typeof node !== "object" || node === null) return;
    const { properties, $ref } = node as Schema;
    if (typeof $ref === "string" && !$ref.startsWith("#"))
      silent.push(...findSilent(new URL($ref, url).href, seen));
    for (const [name, member] of Object.entries(properties ?? {})) {
      if (!isDescribed(member)) silent.push(`${url}#${path}/${name}`);
    }
    // What is under these only repeats members, to say more of their values.
    for (const [key, child] of Object.entries(node)) {
      if (!["if", "then", "oneOf", "examples"].includes(key)) visit(child, `${path}/${key}`);
    }
  };
  visit(root, "");
  return silent;
}

function definitionOf(root: unknown, $ref: string): Schema {
  const keys = $ref.split("/").slice(1);
  return keys.reduce((node, key) => (node as Readonly<Record<string, unknown>>)[key], root) as Schema;
}

describe("the catalog of schemas", () => {
  test("has a file for each test, and schemas that are there", () => {
    const names = catalog.schemas.map(({ fileMatch }) => fileMatch);
    expect(
      names.map((patterns) => files.some(({ name }) => patterns.some((each) => isMatch(each, name)))),
    ).toEqual(files.map(() => true));
    for (const { url } of catalog.schemas) expect(schemaOf(url).description).toMatch(/./);
  });

  test("has the cards of all versions", () => {
    const urls = versionTable.flatMap((row) =>
      "formOf" in row
        ? []
        : [[row.label, `https://a2agen.dev/schemas/${row.name}/a2a/AgentCard.schema.json`]],
    );
    const [versions = {}] = catalog.schemas.flatMap((entry) => entry.versions ?? []);
    expect(versions).toEqual(Object.fromEntries(urls));
    expect(Object.values<string>(versions).filter((url) => !schemas.has(url))).toEqual([]);
  });

  test("says of every member what it is", () => {
    // The JSON Schema of a version without a proto describes types alone.
    const bare = versionTable.filter((row) => !("proto" in row)).map(({ name }) => `/${name}/`);
    const cards = catalog.schemas.flatMap((entry) => Object.values(entry.versions ?? {}));
    const urls = new Set([...catalog.schemas.map(({ url }) => url), ...cards]);
    const described = [...urls].filter((url) => !bare.some((name) => url.includes(name)));
    expect(described.length).toBeGreaterThan(files.length);
    expect(described.flatMap((url) => findSilent(url))).toEqual([]);
  });

  test("is what the settings of the page give to Visual Studio Code", async () => {
    const settings = (await readExample("docs/publishing.md", "json .vscode/settings.json")) as {
      readonly "json.schemas": readonly { readonly url: string; readonly fileMatch: readonly string[] }[];
      readonly "yaml.schemas": Readonly<Record<string, readonly string[]>>;
    };
    const json = settings["json.schemas"].map(({ url, fileMatch }) => [url, fileMatch] as const);
    for (const [path, names] of [...json, ...Object.entries(settings["yaml.schemas"])]) {
      const [, name = "", rest = ""] = /^\.\/node_modules\/((?:@[^/]+\/)?[^/]+)\/(.*)$/.exec(path) ?? [];
      const folder = ["generated", "packages"]
        .map((each) => join(repository, each, name.replace("@a2agen/", "")))
        .find((each) => name !== "a2agen" && existsSync(each));
      const schema = JSON.parse(await readFile(join(folder ?? repository, rest), "utf8")) as Schema;
      const entry = catalog.schemas.find(({ url }) => url === schema.$id);
      expect({ path, known: entry?.fileMatch }).toEqual({
        path,
        known: expect.arrayContaining([...names]) as unknown,
      });
    }
  });

  test.each(files)("gives editors completion and hovers in $name", async ({ name, member }) => {
    const begun = open(name, '{ "" }');
    const list = await editor.doComplete(begun, begun.positionAt(3), editor.parseJSONDocument(begun));
    const item = list?.items.find(({ label }) => label === member);
    expect(item?.documentation).toMatch(/[.]$/);
    const written = open(name, `{ "${member}": 1 }`);
    const hover = await editor.doHover(written, written.positionAt(4), editor.parseJSONDocument(written));
    expect(hover?.contents).not.toEqual([]);
    expect(JSON.stringify(hover?.contents).length).toBeGreaterThan(20);
  });

  test.each(files)("finds what is wrong in $name, and nothing else", async ({ name, right, wrong, want }) => {
    for (const value of right) expect(await problemsOf(name, value)).toEqual([]);
    expect(await problemsOf(name, wrong)).toEqual(want);
  });
});
