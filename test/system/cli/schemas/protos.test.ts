import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { schemaHost, sharedSchemaBase } from "../../../../generators/naming/schema-host.ts";
import { findProfileForPackage } from "../../../../generators/source/profile/builtin-profiles.ts";
import { compileProtos } from "../../../../packages/protos/src/compile-protos.ts";
import { generateCode } from "../../../../packages/protos/src/generate-code.ts";
import { readImage } from "../../../../packages/protos/src/image.ts";
import { listFiles } from "../../../../scripts/list-files.ts";
import { refusedBy, runSchemas } from "../../../shared/cli/schemas/run-schemas.ts";
import { writeFiles } from "../../../shared/cli/schemas/write-package.ts";
import { useDirectory } from "../../../shared/use-directory.ts";

const repository = join(import.meta.dirname, "../../../..");

const directory = await useDirectory("a2agen-protos-");

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
    proto = notes,
    license = "MIT",
  }: {
    readonly targets: readonly (readonly [out: string, target: string])[];
    readonly profile?: string;
    readonly proto?: string;
    readonly license?: string;
  },
): Promise<void> {
  const place = join(directory, name);
  await writeFiles(place, { "proto/notes/v1/notes.proto": proto });
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
    "package.json": { name: "@acme/notes", version: "1.0.0", license },
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

test("protos without a profile go where --base-url says", async () => {
  await makePackage("plain", { targets });
  const args = ["plain", "--out", "plain-out", "--base-url", "https://acme.example/schemas"];
  const shared = "is shared by all protos without a profile";
  expect(await runSchemas(args, directory)).not.toContain(shared);
  const said = await runSchemas(["plain", "--out", "plain-there"], directory);
  expect(said.split("\n").filter((line) => line.includes(shared))).toEqual([
    "https://a2agen.dev/schemas/proto/ is shared by all protos without a profile: host them with --base-url, or give them $ids of your own, with schema_base= where the schemas are generated",
  ]);
  expect(sharedSchemaBase).toBe(`${schemaHost}${findProfileForPackage("notes.v1").name}/`);
  const ids = await idsOf(join(directory, "plain-out/site"));
  const paths = ["notes.v1.schema.json", "notes.v1/Note.schema.json", "notes.v1/Place.schema.json"];
  const base = "https://acme.example/schemas/proto/";
  expect([...ids].sort()).toEqual(
    [...paths.map((path) => `${base}1.0.0/${path}`), ...paths.map((path) => `${base}${path}`)].sort(),
  );
});

const task = `syntax = "proto3";
package notes.v1;
import "lf/a2a/v1/a2a.proto";
message Note { lf.a2a.v1.Task task = 1; }
`;

test.each([{ name: "nobody's profile" }, { name: "a profile of one's own", isOwn: true }])(
  "a README says which schemas of A2A those of protos need, with $name",
  async ({ name, isOwn = false }) => {
    const place = name.replaceAll(/\W/g, "-");
    const profile = join(directory, `${place}.yaml`);
    const plain = await readFile(join(repository, "profiles/proto.yaml"), "utf8");
    const own = "packages: [notes.v1]\nschemaBase: https://acme.example/a2a/";
    await writeFiles(directory, {
      [`${place}.yaml`]: plain.replace("name: proto", "name: notes").replace("packages: []", own),
    });
    const license = "SEE LICENSE IN LICENSE";
    await makePackage(place, { targets, proto: task, license, ...(isOwn ? { profile } : {}) });
    const out = join(directory, `${place}-out`);
    await runSchemas([place, "--out", out, ...(isOwn ? ["--profile", profile] : [])], directory);
    const readme = await readFile(join(out, "acme-notes-schemas-1.0.0/README.md"), "utf8");
    expect(readme).toContain(
      [
        "References between files are relative to their `$id`s; `index.json` maps `$id`s",
        "to files in this bundle.",
        "",
        "## External schemas",
        "",
        "Some schemas refer to others outside of this bundle. A validator needs these too, each under its `$id`:",
        "",
        "- those below `https://a2agen.dev/schemas/a2a-1.0/`, in the bundle of the npm package `@a2agen/a2a-1.0`, created by",
        "  `npx a2agen schemas node_modules/@a2agen/a2a-1.0 --out published` where the package is installed",
        "",
      ].join("\n"),
    );
    expect(readme).toContain("` | JSON Schemas of all its own types in one file |\n");
    expect(readme).not.toContain("needs no other file");
    // No expression that a program could read.
    expect(readme).not.toMatch(/SEE LICENSE|^License:/m);
    const stem = isOwn ? "notes" : "notes.v1";
    const schema = await readFile(join(out, `acme-notes-schemas-1.0.0/schemas/${stem}.schema.json`), "utf8");
    expect(schema.match(/"\$ref": ".*"/g)).toEqual([
      '"$ref": "https://a2agen.dev/schemas/a2a-1.0/a2a.schema.json#/$defs/Task"',
    ]);
  },
);

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
