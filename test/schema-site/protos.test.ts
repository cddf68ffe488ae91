import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { compileProtos } from "../../generators/cli/protos/compile-protos.ts";
import { generateCode } from "../../generators/init/generate-code.ts";
import { readImage } from "../../generators/init/proto-descriptors.ts";
import { listFiles } from "../../scripts/list-files.ts";
import { refusedBy, runSchemas } from "./run-schemas.ts";
import { writeFiles } from "./write-package.ts";

const repository = join(import.meta.dirname, "../..");

let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "a2agen-protos-"));
});

afterAll(() => rm(directory, { recursive: true, force: true }));

const notes = `syntax = "proto3";
package notes.v1;
message Note { string id = 1; Place place = 2; }
message Place { string name = 1; }
service Notes { rpc GetNote(Note) returns (Note); }
`;

/** A package of protos in the making, with all that is generated for schemas. */
async function makePackage(
  name: string,
  {
    targets,
    profile,
  }: { readonly targets: readonly (readonly [out: string, target: string])[]; readonly profile?: string },
): Promise<void> {
  const place = join(directory, name);
  await writeFiles(place, { "proto/notes/v1/notes.proto": notes });
  const image = await compileProtos(join(place, "proto"));
  const given = profile === undefined ? "" : `,profile=${profile}`;
  const files = await generateCode(
    targets.map(([out, target]) => ({
      plugin: "protoc-gen-a2a",
      out,
      parameter: `targets=${target}${given}`,
    })),
    { protos: readImage(image), warn: () => undefined },
  );
  await writeFiles(place, {
    "package.json": { name: "@acme/notes", version: "1.0.0", license: "MIT" },
    LICENSE: "The license.\n",
    "a2a.binpb": image,
    "src/own.ts": "export const own = 1;\n",
    ...Object.fromEntries(files.map(({ path, text }) => [path, text])),
  });
}

const targets = [
  ["schemas", "jsonschema"],
  ["openapi", "openapi"],
] as const;

async function idsOf(site: string): Promise<readonly string[]> {
  const paths = (await listFiles(site)).filter((path) => path.endsWith(".schema.json"));
  return Promise.all(
    paths.map(async (path) => {
      const { $id } = JSON.parse(await readFile(join(site, path), "utf8")) as { readonly $id: string };
      expect(new URL($id).pathname).toBe(`/${path}`);
      return $id;
    }),
  );
}

test("a profile's schemaBase is where its schemas are hosted", async () => {
  const profile = join(directory, "notes.yaml");
  const plain = await readFile(join(repository, "profiles/proto.yaml"), "utf8");
  await writeFiles(directory, {
    "notes.yaml": plain
      .replace("name: proto", "name: notes")
      .replace("packages: []", "packages: [notes.v1]\nschemaBase: https://acme.example/a2a/"),
  });
  await makePackage("own", { targets, profile });
  await runSchemas(["own", "--out", "own-out", "--profile", profile], directory);
  const base = "https://acme.example/a2a/";
  const paths = ["notes.schema.json", "notes/Note.schema.json", "notes/Place.schema.json"];
  const want = [...paths.map((path) => `${base}1.0.0/${path}`), ...paths.map((path) => `${base}${path}`)];
  expect([...(await idsOf(join(directory, "own-out/site")))].sort()).toEqual([...want].sort());
  const index = JSON.parse(await readFile(join(directory, "own-out/site/index.json"), "utf8")) as unknown;
  expect(index).toMatchObject({
    profiles: [{ profile: "notes", package: "@acme/notes", base, newest: "1.0.0" }],
  });
  // Generated with a profile that is not given, they are not what the generator writes.
  expect(await refusedBy(["own", "--out", "own-out"], directory)).toContain("notes/Note.schema.json: is ");
});

test("protos of nobody's profile go where --base-url says", async () => {
  await makePackage("plain", { targets });
  await runSchemas(["plain", "--out", "plain-out", "--base-url", "https://acme.example/schemas"], directory);
  const ids = await idsOf(join(directory, "plain-out/site"));
  const paths = ["notes.v1.schema.json", "notes.v1/Note.schema.json", "notes.v1/Place.schema.json"];
  const base = "https://acme.example/schemas/proto/";
  expect([...ids].sort()).toEqual(
    [...paths.map((path) => `${base}1.0.0/${path}`), ...paths.map((path) => `${base}${path}`)].sort(),
  );
});

test("an extension has its schemas beside its code, and refers to those of the protocol", async () => {
  const path = "example/geolocation/v1/geolocation.profile.schema.json";
  const text = await readFile(join(repository, "examples/geolocation/generated", path), "utf8");
  await writeFiles(join(directory, "extension"), {
    "package.json": { name: "a2a-extension-geolocation", version: "1.0.0", license: "MIT" },
    LICENSE: "The license.\n",
    "src/index.ts": "export * from './gen/index.ts';\n",
    [`src/gen/${path}`]: text,
  });
  await runSchemas(["extension", "--out", "alone", "--base-url", "https://acme.example/schemas/"], directory);
  const referenceOf = /"\$ref": "(https:[^"#]+)#\/\$defs\/Message"/;
  const alone = await readFile(join(directory, "alone/site/schemas/proto/1.0.0", path), "utf8");
  expect(alone).toContain(`"$id": "https://acme.example/schemas/proto/1.0.0/${path}"`);
  expect(referenceOf.exec(alone)?.[1]).toBe("https://a2agen.dev/schemas/a2a-1.0/a2a.schema.json");

  // Hosted together, they name each other's versions.
  const both = ["extension", join(repository, "generated/a2a-1.0"), "--out", "both"];
  await runSchemas([...both, "--base-url", "https://acme.example/schemas/"], directory);
  const version = await readFile(join(directory, "both/site/schemas/proto/1.0.0", path), "utf8");
  expect(referenceOf.exec(version)?.[1]).toBe("https://acme.example/schemas/a2a-1.0/0.1.0/a2a.schema.json");
  const newest = await readFile(join(directory, "both/site/schemas/proto", path), "utf8");
  expect(referenceOf.exec(newest)?.[1]).toBe("https://acme.example/schemas/a2a-1.0/a2a.schema.json");
});
