import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runA2agen } from "../../../shared/run-a2agen.ts";
import { makePlaces, type Places, pack, readTexts, writeTexts } from "./pack-command.ts";

let places: Places;

beforeAll(async () => {
  places = await makePlaces();
  await writeTexts(join(places.root, "collisions/proto/acme"), protos);
});

afterAll(() => places.remove());

/** Two packages with the same names, derived names that are taken, and a type of descriptor.proto. */
const protos = {
  "v1/shop.proto": `syntax = "proto3";
package acme.v1;
import "google/protobuf/descriptor.proto";
message Order { string id = 1; google.protobuf.FieldDescriptorProto field = 2; Type type = 3; }
message OrderCodec { string name = 1; }
enum Type { TYPE_UNSPECIFIED = 0; TYPE_NEW = 1; }
service Cloud { rpc GetOrder(Order) returns (CloudClient); }
message CloudClient {}
`,
  "v2/shop.proto": `syntax = "proto3";
package acme.v2;
import "acme/v1/shop.proto";
message Order { string id = 1; acme.v1.Order old = 2; Status status = 3; }
enum Status { STATUS_UNSPECIFIED = 0; STATUS_OPEN = 1; }
service Cloud { rpc GetOrder(Order) returns (Order); }
`,
};

const args = [
  "--proto",
  "collisions/proto",
  "--name",
  "@acme/shop",
  "--license",
  "notes/LICENSE",
  "--allow-dirty",
];

test("packages with the same names are packed, each below its own path", { tags: "later" }, async () => {
  const base = "https://schemas.acme.example/";
  await pack([...args, "--schema-base", base, "--out", "out/shop"], places.root);
  const texts = await readTexts(join(places.root, "out/shop"));
  const { exports } = JSON.parse(texts["package.json"] ?? "") as { readonly exports: object };
  expect(Object.keys(exports)).toEqual([
    ".",
    "./codegen/*",
    "./acme/v1",
    "./acme/v2",
    "./google/protobuf",
    "./schema/acme.v1",
    "./schema/acme.v1/strict",
    "./schema/acme.v2",
    "./schema/acme.v2/strict",
    "./schema/google.protobuf",
    "./schema/google.protobuf/strict",
    "./schemas/*",
    "./openapi/*",
    "./protos.binpb",
    "./package.json",
  ]);
  expect(texts["README.md"]).toContain('from "@acme/shop/acme/v1";');
  expect(JSON.parse(texts["openapi/acme.v1.openrpc.json"] ?? "")).toMatchObject({
    info: { title: "@acme/shop", license: { name: "Apache-2.0" } },
  });
  const load = async (path: string): Promise<Readonly<Record<string, unknown>>> =>
    (await import(pathToFileURL(join(places.root, "out/shop/dist", path)).href)) as Readonly<
      Record<string, unknown>
    >;
  const [root, v1, v2] = [
    await load("index.js"),
    await load("acme/v1/index.js"),
    await load("acme/v2/index.js"),
  ];
  const has = (module: object): readonly boolean[] =>
    ["Order", "Cloud"].map((name) => `decode${name}` in module || name in module);
  expect([root, v1, v2].map(has)).toEqual([
    [false, false],
    [true, true],
    [true, true],
  ]);
  expect(Object.keys(root)).toEqual(expect.arrayContaining(["Type", "Status", "CloudClient$"]));
});

test.each([
  { profile: "proto", given: [] },
  { profile: "a2a-1.0-draft", given: ["--profile", "a2a-1.0-draft"] },
])(
  "schemas below a2agen.dev are refused for protos of $profile that are not A2A's",
  async ({ profile, given }) => {
    const { status, stdout, stderr } = await runA2agen(["pack", ...args, ...given, "--out", "out/refused"], {
      directory: places.root,
    });
    expect({ status, stdout, stderr }).toEqual({
      status: 1,
      stdout: "",
      stderr: expect.stringContaining(
        `schemas/acme.v1.schema.json: $id: expected a URL below one of your own; found https://a2agen.dev/schemas/${profile}/acme.v1.schema.json, where the schemas of all protos are: give yours with --schema-base, or where buf generates the schemas with the option schema_base=`,
      ),
    });
    await expect(readFile(join(places.root, "out/refused/package.json"))).rejects.toThrow("ENOENT");
  },
);
