import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { FileDescriptorSet } from "@bufbuild/protobuf/wkt";
import { beforeAll, describe, expect, test } from "vitest";
import { compareCodeUnits } from "../../../../../generators/naming/order.ts";
import { builtinProfiles } from "../../../../../generators/source/profile/builtin-profiles.ts";
import { listFiles } from "../../../../../scripts/list-files.ts";
import { createAjv } from "../../../../shared/jsonschema/create-ajv.ts";
import { emitSchemas, type SchemaDocument, schemaAt } from "../../../../shared/jsonschema/emit-schemas.ts";
import { compileProtos } from "../../../../shared/process/compile-protos.ts";
import { type PluginRun, runPlugin } from "../../../../shared/process/run-plugin.ts";
import { choose } from "../../../../shared/runs.ts";
import { compileSubjects, featureProtos } from "./subjects.ts";

const a2a = ["a2a/v1/a2a.proto", "lf/a2a/v1/a2a.proto"];
const generate = [...a2a, ...featureProtos];

let files: FileDescriptorSet;

beforeAll(async () => {
  files = await compileSubjects();
});

/** Without the warnings of names.proto, which has types that differ in case only. */
function withoutCases(stderr: string): string {
  return stderr.replaceAll(/^features\/names\.proto:.* \[case-collision\]\n/gm, "");
}

/** Paths and texts that a run of the plugin writes; it must not fail. */
async function write(run: Partial<PluginRun> = {}): Promise<readonly (readonly [string, string])[]> {
  const result = await runPlugin({ plugin: "protoc-gen-a2a-jsonschema", files, generate, ...run });
  expect({ status: result.status, stderr: withoutCases(result.stderr), error: result.error }).toEqual({
    status: 0,
    stderr: "",
    error: undefined,
  });
  return Object.entries(result.files);
}

describe("the output is the same bytes", () => {
  let first: readonly (readonly [string, string])[];

  beforeAll(async () => {
    first = await write();
  });

  test("on a second run, in every locale and time zone", { tags: "thorough" }, async () => {
    const environments = choose<Readonly<Record<string, string>>>([
      { LANG: "tr_TR.UTF-8", LC_ALL: "tr_TR.UTF-8", TZ: "Pacific/Kiritimati" },
      {},
      { LANG: "C", LC_ALL: "C", TZ: "UTC" },
      { LANG: "ja_JP.eucJP", LC_ALL: "", LC_COLLATE: "ja_JP.eucJP", TZ: "Asia/Tokyo" },
    ]);
    for (const env of environments) expect(await write({ env })).toEqual(first);
  });

  test("in every order of files", async () => {
    // In both, every file still follows what it imports.
    const reversed = await compileProtos({}, generate.toReversed());
    const sorted = await compileProtos({}, [...featureProtos, ...a2a].sort());
    expect(await write({ files: reversed, generate: generate.toReversed() })).toEqual(first);
    expect(await write({ files: sorted })).toEqual(first);
  });

  test("from the umbrella plugin", async () => {
    const parameter = "targets=jsonschema";
    expect(await write({ plugin: "protoc-gen-a2a", parameter })).toEqual(first);
  });
});

describe("a bundle is called", () => {
  const proto = (name: string) => `syntax = "proto3";\npackage ${name};\nmessage Dog {}\n`;

  test.each([
    { protoPackage: "pets", want: "pets.schema.json" },
    { protoPackage: "acme.pets.v1", want: "acme.pets.v1.schema.json" },
    { protoPackage: "", want: "default.schema.json" },
  ])("like its package: $protoPackage", async ({ protoPackage, want }) => {
    const text = protoPackage === "" ? 'syntax = "proto3";\nmessage Dog {}\n' : proto(protoPackage);
    const set = await compileProtos({ "dog.proto": text });
    const { texts } = emitSchemas(set, { requested: ["dog.proto"] });
    const stem = want.replace(".schema.json", "");
    expect([...texts.keys()].toSorted(compareCodeUnits)).toEqual([
      want,
      `${stem}.schema.strict.json`,
      `${stem}/Dog.schema.json`,
      `${stem}/Dog.schema.strict.json`,
    ]);
  });

  test.each([
    { packages: ["acme.pets.v1"], want: "pets.schema.json" },
    { packages: ["acme.pets.v1beta2"], want: "pets.schema.json" },
    { packages: ["acme.pets"], want: "pets.schema.json" },
    { packages: ["acme.pets.v1", "acme.pets.v2"], want: "acme.pets.v1.schema.json" },
  ])("by its last name that is no version in the profile for $packages", async ({ packages, want }) => {
    const [protoPackage = ""] = packages;
    const profile = { ...profileOf("proto"), name: "acme", packages };
    const set = await compileProtos({ "dog.proto": proto(protoPackage) });
    const emitted = emitSchemas(set, { requested: ["dog.proto"], profile });
    expect(schemaAt(emitted, want).$id).toBe(`https://a2agen.dev/schemas/acme/${want}`);
  });

  test("the same in two profiles of one run, each in a directory of its profile", async () => {
    const paths = (await write({ generate: a2a })).map(([path]) => path);
    expect(paths.filter((path) => path.endsWith("a2a.schema.json"))).toEqual([
      "a2a-1.0-draft/a2a.schema.json",
      "a2a-1.0/a2a.schema.json",
    ]);
    expect(paths.every((path) => /^a2a-1\.0(-draft)?\//.test(path))).toBe(true);
  });

  test("below the base that the profile sets", async () => {
    const profile = { ...profileOf("proto"), schemaBase: "https://pets.example/schemas/" };
    const set = await compileProtos({ "dog.proto": proto("pets") });
    const { schemas } = emitSchemas(set, { requested: ["dog.proto"], profile });
    expect([...schemas].map(([path, { $id }]) => [path, $id])).toEqual(
      [...schemas.keys()].map((path) => [path, `https://pets.example/schemas/${path}`]),
    );
  });
});

describe("definitions", () => {
  test("of the protocol's own never take the name of a message", async () => {
    const text = `syntax = "proto3";
package p.v1;
message TaskNotFoundError { string mine = 1; }
message JsonRpcError { string mine = 1; }
message CallJsonRpcRequest { string mine = 1; }
message Choice { oneof choice { string text = 1; } }
message ChoiceText { string mine = 1; }
service S { rpc Call(Choice) returns (ChoiceText); }
`;
    const set = await compileProtos({ "own.proto": text });
    const profile = {
      ...profileOf("a2a-1.0-draft"),
      packages: ["p.v1"],
      lists: { requiredNonEmpty: true, exempt: [] },
      fields: {},
    };
    const emitted = emitSchemas(set, { requested: ["own.proto"], profile });
    const { $defs = {} } = schemaAt(emitted, "p.schema.json");
    for (const name of ["TaskNotFoundError", "JsonRpcError", "CallJsonRpcRequest", "ChoiceText"]) {
      expect($defs[name]).toEqual({ type: "object", properties: { mine: { type: "string" } } });
    }
    expect(Object.keys($defs).filter((name) => name.endsWith("_"))).toEqual([
      "CallJsonRpcRequest_",
      "JsonRpcError_",
      "TaskNotFoundError_",
    ]);
    expect($defs["Choice"]).toEqual({
      oneOf: [
        {
          title: "ChoiceText_",
          type: "object",
          properties: { text: { type: "string" } },
          required: ["text"],
        },
      ],
    });
  });

  test("of nested types that can be joined in two ways keep their dots", async () => {
    const texts = {
      "one.proto": 'syntax = "proto3";\npackage p;\nmessage A { message B {} B b = 1; }\n',
      "two.proto": 'syntax = "proto3";\npackage p;\nmessage A_B {}\n',
    };
    const set = await compileProtos(texts);
    const { $defs = {} } = schemaAt(emitSchemas(set, { requested: Object.keys(texts) }), "p.schema.json");
    expect(Object.keys($defs)).toEqual(["A", "A.B", "A_B"]);
    expect($defs["A"]).toEqual({ type: "object", properties: { b: { $ref: "#/$defs/A.B" } } });
  });

  test("of a package without methods, and of a profile without errors, are its types", async () => {
    const text = `syntax = "proto3";
package p;
message Dog {}
service S { rpc Call(Dog) returns (Dog); }
`;
    const set = await compileProtos({ "p.proto": text });
    const { $defs = {} } = schemaAt(emitSchemas(set, { requested: ["p.proto"] }), "p.schema.json");
    expect(Object.keys($defs)).toEqual(["Dog"]);
  });
});

describe("references between packages", () => {
  test("lead to the other bundle, or to the other file, by their $id", async () => {
    const emitted = emitSchemas(files, {
      requested: ["features/imports/a.proto", "features/imports/b.proto"],
    });
    const property = (path: string, name: string): unknown => {
      const document = schemaAt(emitted, path);
      const item = (document.$defs?.["Item"] ?? document)["oneOf"] as readonly {
        readonly properties: Readonly<Record<string, unknown>>;
      }[];
      return item[0]?.properties[name];
    };
    expect(property("features.imports.a.schema.json", "second")).toEqual({
      $ref: "features.imports.b.schema.json#/$defs/Item",
    });
    expect(property("features.imports.a/Item.schema.strict.json", "second")).toEqual({
      $ref: "../features.imports.b/Item.schema.strict.json",
    });
    expect(property("features.imports.a/Item.schema.json", "own")).toEqual({ $ref: "#" });
  });

  test("of other profiles are absolute", async () => {
    const text = `syntax = "proto3";
package ext;
import "a2a/v1/a2a.proto";
message Note { a2a.v1.Task task = 1; }
`;
    const requested = ["ext.proto", "a2a/v1/a2a.proto"];
    const emitted = emitSchemas(await compileProtos({ "ext.proto": text }), { requested });
    const reference = (path: string): unknown =>
      JSON.stringify(schemaAt(emitted, path)).match(/"\$ref":"([^"]*)"/)?.[1];
    const base = "https://a2agen.dev/schemas/a2a-1.0-draft";
    expect(reference("ext.schema.json")).toBe(`${base}/a2a.schema.json#/$defs/Task`);
    expect(reference("ext/Note.schema.json")).toBe(`${base}/a2a/Task.schema.json`);
    const ajv = createAjv(emitted.schemas.values());
    const note = ajv.getSchema("https://a2agen.dev/schemas/proto/ext/Note.schema.json");
    expect([note?.({ task: {} }), note?.({})]).toEqual([false, true]);
  });
});

test.each([
  { name: "@a2agen/a2a-1.0-draft", profile: "a2a-1.0-draft" },
  { name: "@a2agen/a2a-1.0", profile: "a2a-1.0" },
])("the package $name exports its schemas", ({ name, profile }) => {
  const require = createRequire(import.meta.url);
  const paths = [
    "a2a.schema.json",
    "a2a.schema.strict.json",
    "a2a/Task.schema.json",
    "a2a/Task.schema.strict.json",
  ];
  const found = paths.map((path) => (require(`${name}/schemas/${path}`) as SchemaDocument).$id);
  expect(found).toEqual(paths.map((path) => `https://a2agen.dev/schemas/${profile}/${path}`));
});

test("features/imports/b.proto, in whole", async () => {
  const golden = join(import.meta.dirname, "../../../../expected/jsonschema/features-imports-b");
  const { texts } = emitSchemas(files, { requested: ["features/imports/b.proto"] });
  if (process.env["RECORD"] === "1") {
    for (const [path, text] of texts) {
      await mkdir(dirname(join(golden, path)), { recursive: true });
      await writeFile(join(golden, path), text);
    }
  }
  const paths = await listFiles(golden);
  const wanted = await Promise.all(
    paths.map(async (path) => [path, await readFile(join(golden, path), "utf8")]),
  );
  expect([...texts].toSorted(([a], [b]) => compareCodeUnits(a, b))).toEqual(wanted);
});

function profileOf(name: string) {
  const profile = builtinProfiles.get(name);
  if (profile === undefined) throw new Error(`no profile ${name}`);
  return profile;
}
