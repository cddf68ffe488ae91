import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { generatePackage } from "../../../../packages/cli/src/package/generate-package.ts";
import { textFile } from "../../../../packages/cli/src/package/package-file.ts";
import { preparePackage } from "../../../../packages/cli/src/package/prepare-package.ts";
import { findProfile } from "../../../../packages/cli/src/package/read-template.ts";
import { compileProtos } from "../../../../packages/protos/src/compile-protos.ts";
import { useDirectory } from "../../../shared/use-directory.ts";
import { repository, writeTexts } from "./pack-command.ts";

const directory = await useDirectory("a2agen-project-profile-");

const proto = `syntax = "proto3";
package notes.v1;
import "google/api/field_behavior.proto";
message Note { string id = 1 [(google.api.field_behavior) = REQUIRED]; }
`;

const template = `version: v2
inputs: [{ directory: proto }]
plugins:
  - { local: protoc-gen-a2a, out: src, opt: [target=ts, import_extension=js, profile=strict.yaml] }
  - { local: protoc-gen-a2a, out: schemas, opt: [targets=jsonschema, "profile=strict.yaml"] }
`;

const terminal = { out: () => undefined, err: () => undefined };

test("the profile of buf.gen.yaml rules a package, wherever pack runs", async () => {
  const place = join(directory, "notes");
  await writeTexts(place, {
    "proto/notes/v1/notes.proto": proto,
    "buf.gen.yaml": template,
    "strict.yaml": await readFile(join(repository, "packages/exchange/profile.yaml"), "utf8"),
    "package.json": JSON.stringify({ name: "@acme/notes", version: "1.0.0", license: "MIT" }),
    LICENSE: "MIT",
  });
  const image = await compileProtos(join(place, "proto"));
  const files = [textFile("buf.gen.yaml", template)];
  const generated = await generatePackage({ image, profile: undefined, files, directory: place });
  await writeTexts(place, Object.fromEntries(generated.map(({ path, text }) => [path, text])));
  await writeFile(join(place, "notes.binpb"), image);
  expect(generated.find(({ path }) => path === "schemas/notes.v1.schema.json")?.text).toContain('"required"');

  const { model, stale } = await preparePackage(place, {}, terminal);
  expect(stale).toEqual([]);
  const { messages } = model.files.find(({ name }) => name === "notes/v1/notes.proto") ?? { messages: [] };
  expect(messages[0]?.fields[0]?.rules.mayLack).toBeUndefined();
});

test.each([
  { name: "a built-in one", opts: ["profile=proto", "targets=json,profile=proto"], want: "proto" },
  { name: "a path", opts: ["profile=a/b.yaml"], want: "notes/a/b.yaml" },
  { name: "plugins that differ", opts: ["profile=proto", "targets=json"], want: undefined },
  { name: "none", opts: ["target=ts"], want: undefined },
])("the profile of $name is $want", async ({ opts, want }) => {
  const plugins = opts.map((opt) => ({ local: "protoc-gen-a2a", out: "src", opt }));
  const text = JSON.stringify({ version: "v2", inputs: [{ directory: "proto" }], plugins });
  expect(await findProfile([textFile("buf.gen.yaml", text)], "notes")).toBe(want);
});

test("the profile that package.json names rules a package without a buf.gen.yaml", async () => {
  const place = join(directory, "stated");
  const manifest = { name: "@acme/notes", version: "1.0.0", license: "MIT", a2a: { profile: "a2a-1.1-dev" } };
  await writeTexts(place, {
    "proto/notes.proto": proto,
    "package.json": JSON.stringify(manifest),
    LICENSE: "MIT",
  });
  await writeFile(join(place, "notes.binpb"), await compileProtos(join(place, "proto")));
  const { model } = await preparePackage(place, {}, terminal);
  expect(model.files.find(({ name }) => name === "notes.proto")?.profile).toBe("a2a-1.1-dev");
});
