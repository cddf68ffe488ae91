import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createFileRegistry, type DescField, fromJson, type JsonValue, toBinary } from "@bufbuild/protobuf";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTypeRegistry, type TypeRegistry } from "../../../../packages/runtime/src/binary/index.ts";
import { buildWorkspace } from "../../../shared/process/build-workspace.ts";
import { compileProject, resolutions, strictest } from "../../../shared/process/compile-project.ts";
import { compileProtos } from "../../../shared/process/compile-protos.ts";
import { type PluginResult, runPlugin } from "../../../shared/process/run-plugin.ts";
import { emittedIdentifiers } from "./emitted-identifiers.ts";
import { protosOfMembers, protosOfTypes } from "./name-protos.ts";

const core = "modules=lf/a2a/v1/a2a.proto=@a2agen/a2a-1.0";

/** Names that once broke code. */
const infamous = ["skip", "as", "value", "decodeBinary", "Binary", "Codec"];
/** Of how many names one is tried beside these: A2AGEN_NAMES=1 tries all, as `npm run test:long` does. */
const oneOf = Number(process.env["A2AGEN_NAMES"] ?? "8");

let all: readonly string[];
let names: readonly string[];
let protos: Readonly<Record<string, string>>;
let root: string;

beforeAll(async () => {
  all = await emittedIdentifiers();
  names = all.filter((name, i) => i % oneOf === 0 || infamous.includes(name));
  const { generated, ...rest } = await generateApart();
  protos = rest.protos;
  root = await buildWorkspace("names");
  await writeFile(join(root, "package.json"), '{ "type": "module" }\n');
  for (const [path, text] of Object.entries(generated.files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
});

afterAll(async () => root && rm(root, { recursive: true, force: true }));

async function generate(texts: Readonly<Record<string, string>>, targets: string): Promise<PluginResult> {
  const files = await compileProtos(texts);
  const parameter = `target=ts,import_extension=js,targets=${targets},${core}`;
  return runPlugin({ files, generate: Object.keys(texts), parameter });
}

/** Generates all; types whose functions would have one name, as the plugin says, go into several files. */
async function generateApart(): Promise<{ protos: typeof protos; generated: PluginResult }> {
  const apart = new Map<string, number>();
  for (let round = 0; round < 9; round++) {
    // The types alone say most of what collides, in half of the time.
    const texts = { ...(round === 0 ? {} : protosOfMembers(names)), ...protosOfTypes(names, apart) };
    const result = await generate(texts, "types+json+binary+service+grpc+extension");
    if (result.error === undefined && round > 0) return { protos: texts, generated: result };
    for (const line of result.error?.split("\n") ?? []) {
      const [, kind, number, name] =
        / and names\.([a-z]+)(\d+)\.(\w+);.*\[derived-name-collision\]$/.exec(line) ?? [];
      if (name === undefined) throw new Error(line);
      apart.set(`${kind} ${name}`, Number(number) + 1);
    }
  }
  throw new Error("types cannot be told apart");
}

test("there are some hundred names, such as those that once broke code", () => {
  expect(all.length).toBeGreaterThan(500);
  expect(all).toEqual(expect.arrayContaining(infamous));
});

test("code of protos that use the names of generated code compiles", async () => {
  const said = await compileProject({
    compiler: "typescript",
    directory: root,
    options: { ...strictest, ...resolutions.nodenext, lib: ["es2023", "webworker"] },
    include: ["**/*.ts"],
  });
  expect(said).toBe("");
});

test("a message of 3,200 fields is read and written as by protobuf-es", async () => {
  const files = createFileRegistry(await compileProtos(protos, ["names/wide.proto"]));
  const desc = files.getMessage("names.wide.WideZq");
  if (desc === undefined) throw new Error("no WideZq");
  // A message by the name of a member of every object is what protobuf-es cannot write.
  const isWritable = ({ localName, fieldKind }: DescField): boolean =>
    !(localName in Object.prototype && fieldKind === "message");
  const fields = desc.fields.filter((field) => field.oneof === undefined && isWritable(field));
  const value = Object.fromEntries(fields.map(sampleOf));
  value["member7"] = { a: "member" };
  const binary: WideBinary = await import(join(root, "names/wide_binary.ts"));
  const json: WideJson = await import(join(root, "names/wide_json.ts"));
  const bytes = toBinary(desc, fromJson(desc, value));
  expect(binary.encodeWideZqBinary(value, createTypeRegistry([]))).toEqual(bytes);
  expect(binary.decodeWideZqBinary(bytes, createTypeRegistry([]))).toEqual(value);
  expect(JSON.parse(json.stringifyWideZq(json.decodeWideZq({ ...value })))).toEqual(value);
});

interface WideBinary {
  encodeWideZqBinary(value: unknown, types: TypeRegistry): Uint8Array;
  decodeWideZqBinary(bytes: Uint8Array, types: TypeRegistry): unknown;
}

interface WideJson {
  decodeWideZq(value: unknown): unknown;
  stringifyWideZq(value: unknown): string;
}

function sampleOf(field: DescField): readonly [string, JsonValue] {
  const { jsonName, message } = field;
  switch (field.fieldKind) {
    case "scalar":
      return [jsonName, "dGV4"];
    case "enum":
      return [jsonName, "GRADE_GOOD"];
    case "message":
      return [jsonName, message?.typeName === "google.protobuf.Any" ? {} : { a: "text" }];
    case "list":
      return [
        jsonName,
        field.listKind === "message" ? [{ a: "text" }] : field.listKind === "enum" ? ["GRADE_GOOD"] : [7],
      ];
    case "map":
      return [jsonName, { key: { a: "text" } }];
  }
}

test("the emitters of other files take them too", async () => {
  const { error, files } = await generate(protos, "types+jsonschema+openapi+openrpc");
  expect(error).toBeUndefined();
  for (const [path, text] of Object.entries(files)) if (path.endsWith(".json")) JSON.parse(text);
});
