import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listFiles } from "../../../../scripts/list-files.ts";
import { runSchemas } from "../../../shared/cli/schemas/run-schemas.ts";
import { type SiteServer, serveSite } from "../../../shared/cli/schemas/serve-site.ts";
import { validate } from "../../../shared/jsonschema/hyperjump.ts";

const repository = join(import.meta.dirname, "../../../..");

const generated = ["generated/a2a-1.0", "generated/a2a-0.3"];

let directory: string;
/** The site whose `$id`s are those of npm, at another host than they say. */
let copy: SiteServer;
/** A site that is where its `$id`s say. */
let host: SiteServer;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "a2agen-host-"));
  copy = await serveSite(join(directory, "copy/site"));
  host = await serveSite(join(directory, "host/site"));
  await runSchemas(["generated/a2a-1.0", "--out", join(directory, "copy")], repository);
  const base = `${host.origin}/our/schemas`;
  await runSchemas([...generated, "--out", join(directory, "host"), "--base-url", base], repository);
});

afterAll(async () => {
  await Promise.all([copy.close(), host.close()]);
  await rm(directory, { recursive: true, force: true });
});

interface Schema {
  readonly $id: string;
}

async function readSchemas(
  site: string,
): Promise<readonly { readonly path: string; readonly text: string }[]> {
  const paths = (await listFiles(site)).filter((path) => /\.schema(?:\.strict)?\.json$/.test(path));
  return Promise.all(paths.map(async (path) => ({ path, text: await readFile(join(site, path), "utf8") })));
}

async function fetchText(url: string): Promise<string> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return response.text();
}

async function fetchJson(url: string): Promise<Record<string, unknown>> {
  return JSON.parse(await fetchText(url)) as Record<string, unknown>;
}

test.each([
  {
    name: "the host that the npm packages name",
    site: "copy",
    from: () => "https://a2agen.dev",
    to: () => copy,
  },
  { name: "a host of one's own", site: "host", from: () => host.origin, to: () => host },
])("every identifier leads to its document on $name", async ({ site, from, to }) => {
  const schemas = await readSchemas(join(directory, site, "site"));
  const ids = schemas.map(({ text }) => (JSON.parse(text) as Schema).$id);
  expect(ids).toEqual(schemas.map(({ path }) => `${from()}/${path}`));
  for (const [index, { text }] of schemas.entries()) {
    const id = ids[index] ?? "";
    // Texts are long: what differs is not shown.
    expect([id, (await fetchText(id.replace(from(), to().origin))) === text]).toEqual([id, true]);
  }
  expect(schemas.filter(({ path }) => path.includes("/0.1.0/"))).toHaveLength(schemas.length / 2);
});

test("what has no version is what the npm packages have", async () => {
  const root = join(repository, "generated/a2a-1.0/schemas");
  for (const path of await listFiles(root)) {
    const hosted = await fetchText(`${copy.origin}/schemas/a2a-1.0/${path}`);
    expect(hosted === (await readFile(join(root, path), "utf8"))).toBe(true);
  }
});

test("indexes list every version, and every file with its hash", async () => {
  interface Index {
    readonly profiles: readonly {
      readonly profile: string;
      readonly newest: string;
      readonly versions: readonly { readonly index: string; readonly archive: { readonly url: string } }[];
    }[];
  }
  const { profiles } = (await fetchJson(`${host.origin}/our/schemas/index.json`)) as unknown as Index;
  expect(profiles.map(({ profile, newest, versions }) => [profile, newest, versions.length])).toEqual([
    ["a2a-0.3", "0.1.0", 1],
    ["a2a-1.0", "0.1.0", 1],
  ]);
  for (const { versions } of profiles) {
    for (const { index, archive } of versions) {
      const { base } = (await fetchJson(index)) as { readonly base: string };
      expect(index).toBe(`${base}index.json`);
      expect((await fetch(archive.url)).status).toBe(200);
    }
  }
  const page = await fetchText(`${host.origin}/our/schemas/`);
  const links = [...page.matchAll(/href="([^"]+)"/g)].map(([, href = ""]) => href);
  expect(links.length).toBeGreaterThan(15);
  for (const href of new Set(links)) {
    expect([href, (await fetch(new URL(href, `${host.origin}/our/schemas/`))).status]).toEqual([href, 200]);
  }
});

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

const { name: _, ...nameless } = card;
const wrong = [nameless, { ...card, name: 1 }, { ...card, capabilities: { streaming: "yes" } }, []];

const olderCard = {
  name: "Echo",
  description: "Says what it is told.",
  version: "1.0.0",
  protocolVersion: "0.3.0",
  url: "https://agent.example.com",
  capabilities: {},
  defaultInputModes: ["text/plain"],
  defaultOutputModes: ["text/plain"],
  skills: [],
};

describe.each(["a2a-1.0/0.1.0/", "a2a-1.0/"])("a validator that loads %s", (place) => {
  const paths = [
    "a2a/AgentCard.schema.json",
    "a2a/AgentCard.schema.strict.json",
    "a2a.schema.json#/$defs/AgentCard",
  ];

  test.each(paths)("checks a card over HTTP, with ajv: %s", async (path) => {
    host.served.clear();
    const ajv = new Ajv2020({ strict: false, validateFormats: false, loadSchema: fetchJson });
    const check = await ajv.compileAsync({ $ref: `${host.origin}/our/schemas/${place}${path}` });
    expect(check(card)).toBe(true);
    expect(wrong.map((value) => check(value))).toEqual(wrong.map(() => false));
    expect(check({ ...card, extra: 1 })).toBe(!path.includes("strict"));
    const [file = ""] = path.split("#");
    expect(host.served).toContain(`/our/schemas/${place}${file}`);
    // Nothing comes from another version, nor from elsewhere.
    expect([...host.served].filter((each) => each.includes("/0.1.0/") !== place.includes("/0.1.0/"))).toEqual(
      [],
    );
  });

  test.each(paths)("checks a card over HTTP, with hyperjump: %s", { tags: "later" }, async (path) => {
    const check = await validate(`${host.origin}/our/schemas/${place}${path}`);
    expect(check(card).valid).toBe(true);
    expect(wrong.map((value) => check(value).valid)).toEqual(wrong.map(() => false));
  });
});

test("a validator of draft 07 loads the schema of A2A 0.3", async () => {
  for (const version of ["0.1.0/", ""]) {
    const id = `${host.origin}/our/schemas/a2a-0.3/${version}a2a-0.3.schema.json`;
    const ajv = new Ajv({ strict: false, validateFormats: false, loadSchema: fetchJson });
    const check = await ajv.compileAsync({ $ref: `${id}#/definitions/AgentCard` });
    expect(check(olderCard)).toBe(true);
    expect(check(card)).toBe(false);
  }
});
