import { expect, test } from "vitest";
import { compileProtos } from "../../../shared/process/compile-protos.ts";
import { runPlugin } from "../../../shared/process/run-plugin.ts";

const orders = `syntax = "proto3";
package acme.v1;
import "acme/options.proto";
import "google/api/annotations.proto";
service Orders {
  rpc GetOrder(GetOrderRequest) returns (Order) {
    option (google.api.http) = {get: "/v1/orders/{id}"};
  }
}
message GetOrderRequest { string id = 1; }
message Order { string id = 1 [(acme.audit) = {level: "high"}]; }
`;
const options = `syntax = "proto3";
package acme;
import "acme/level.proto";
import "google/protobuf/descriptor.proto";
message Audit { string level = 1; Level of = 2; }
extend google.protobuf.FieldOptions { Audit audit = 50001; }
`;
const level = 'syntax = "proto3";\npackage acme;\nenum Level { LEVEL_UNSPECIFIED = 0; }\n';
const protos = {
  "acme/v1/orders.proto": orders,
  "acme/options.proto": options,
  "acme/level.proto": level,
};
const apis = ["google/api/http.proto", "google/api/annotations.proto"];
const everything = [...Object.keys(protos), ...apis];

async function run(parameter: string, generate: readonly string[] = everything) {
  const files = await compileProtos(protos, [...new Set([...everything, ...generate])]);
  return runPlugin({ parameter, files, generate });
}

async function paths(parameter: string, generate?: readonly string[]): Promise<readonly string[]> {
  const { error, stderr, files } = await run(parameter, generate);
  expect({ error, stderr }).toEqual({ error: undefined, stderr: "" });
  return Object.keys(files).sort();
}

test("files that carry options alone write nothing, unless nothing else is asked for", async () => {
  expect(await paths("target=ts,targets=types+jsonschema+docs")).toEqual([
    "acme.v1.schema.json",
    "acme.v1.schema.strict.json",
    "acme.v1/GetOrderRequest.schema.json",
    "acme.v1/GetOrderRequest.schema.strict.json",
    "acme.v1/Order.schema.json",
    "acme.v1/Order.schema.strict.json",
    "acme/v1/orders.md",
    "acme/v1/orders_types.ts",
  ]);
  expect(await paths("target=ts,targets=types", ["acme/options.proto", "acme/level.proto"])).toEqual([
    "acme/level_types.ts",
    "acme/options_types.ts",
  ]);
});

test("build rules that want a file of every proto get one", async () => {
  const { files } = await run("target=js+dts,targets=types+service,keep_empty_files=true");
  expect(
    Object.keys(files)
      .filter((path) => path.endsWith(".js"))
      .sort(),
  ).toEqual([
    "acme/level_service.js",
    "acme/level_types.js",
    "acme/options_service.js",
    "acme/options_types.js",
    "acme/v1/orders_service.js",
    "acme/v1/orders_types.js",
    "google/api/annotations_service.js",
    "google/api/annotations_types.js",
    "google/api/http_service.js",
    "google/api/http_types.js",
    "proto_protocol.js",
  ]);
  for (const path of ["acme/options_types.js", "acme/options_types.d.ts"]) {
    expect(files[path]?.split("\n").slice(1)).toEqual(["", "export {};", ""]);
  }
});

test("presets stand for targets, and go with others", async () => {
  const endings = async (targets: string): Promise<readonly string[]> => {
    const found = await paths(`target=ts,targets=${targets}`);
    return [
      ...new Set(found.map((path) => path.replace(/^.*orders_?|^acme\.v1(?:\/\w+)?|^proto/, ""))),
    ].sort();
  };
  const client = ["_protocol.ts", "index.ts", "json.ts", "service.ts", "types.ts"];
  const schemas = [
    ".openapi-3.1.json",
    ".openapi-3.1.yaml",
    ".openapi-3.2.json",
    ".openapi-3.2.yaml",
    ".openrpc.json",
    ".schema.bundle.json",
    ".schema.json",
    ".schema.strict.json",
  ];
  const server = [...client, "binary.ts", "grpc.ts"].sort();
  expect(await endings("client")).toEqual(client);
  expect(await endings("server")).toEqual(server);
  expect(await endings("schemas")).toEqual(schemas);
  expect(await endings("client+schemas+docs")).toEqual([...schemas, ".md", ...client].sort());
  expect(await endings("all")).toEqual([...schemas, ".md", ...server].sort());
});

test("each target's files go where the option says", async () => {
  const folders =
    "folders=jsonschema=schemas+schema-bundle=schemas+openapi=api+openrpc=api/rpc+docs=reference/";
  const found = await paths(`target=ts,targets=all,${folders}`);
  expect([...new Set(found.map((path) => path.replace(/[^/]+$/, "")))]).toEqual([
    "acme/v1/",
    "api/",
    "api/rpc/",
    "",
    "reference/acme/v1/",
    "schemas/",
    "schemas/acme.v1/",
  ]);
});

test.each([
  [
    "Jane <jane@acme.example> (https://acme.example)",
    { name: "Jane", email: "jane@acme.example", url: "https://acme.example" },
  ],
  ["https://acme.example", { url: "https://acme.example" }],
  ["jane@acme.example", { email: "jane@acme.example" }],
  ["Acme", { name: "Acme" }],
])("documents say the title, the license and the contact %s", async (contact, want) => {
  const parameter = `targets=openapi+openrpc,title=Orders of Acme,license=MIT,contact=${contact}`;
  const { error, files } = await run(parameter, ["acme/v1/orders.proto", "lf/a2a/v1/a2a.proto"]);
  expect(error).toBeUndefined();
  const infoOf = (path: string): unknown =>
    (JSON.parse(files[path] ?? "{}") as { readonly info?: unknown }).info;
  const info = { title: "Orders of Acme", contact: want, license: { name: "MIT", identifier: "MIT" } };
  expect(infoOf("acme.v1.openapi-3.1.json")).toMatchObject(info);
  expect(infoOf("acme.v1.openrpc.json")).toMatchObject({ ...info, license: { name: "MIT" } });
  expect(infoOf("a2a.openapi-3.1.json")).toMatchObject({ title: "A2A 1.0", license: { name: "Apache-2.0" } });
});

test("the $ids of schemas begin with the URL that is given, and those of protocols do not", async () => {
  const { files } = await run("targets=jsonschema,schema_base=https://schemas.acme.example/orders", [
    "acme/v1/orders.proto",
    "lf/a2a/v1/a2a.proto",
  ]);
  const idOf = (path: string): unknown => (JSON.parse(files[path] ?? "{}") as { readonly $id?: string }).$id;
  expect(idOf("acme.v1.schema.json")).toBe("https://schemas.acme.example/orders/acme.v1.schema.json");
  expect(idOf("a2a.schema.json")).toBe("https://a2agen.dev/schemas/a2a-1.0/a2a.schema.json");
});

test("the $ids of protos that a profile does not name begin with the URL too", async () => {
  const { files } = await run(
    "targets=jsonschema,profile=a2a-1.0,schema_base=https://schemas.acme.example/orders",
    ["acme/v1/orders.proto", "lf/a2a/v1/a2a.proto"],
  );
  const idOf = (path: string): unknown => (JSON.parse(files[path] ?? "{}") as { readonly $id?: string }).$id;
  expect(idOf("acme.v1.schema.json")).toBe("https://schemas.acme.example/orders/acme.v1.schema.json");
  expect(idOf("a2a.schema.json")).toBe("https://a2agen.dev/schemas/a2a-1.0/a2a.schema.json");
});

test.each([
  [
    "folders=types=src",
    'option folders: expected jsonschema, schema-bundle, openapi, openrpc, docs, each with =FOLDER, joined with +; got "types=src"',
  ],
  [
    "targets=docs,folders=docs=../up",
    'option folders: expected jsonschema, schema-bundle, openapi, openrpc, docs, each with =FOLDER, joined with +; got "docs=../up"',
  ],
  [
    "targets=docs,folders=docs=/abs",
    'option folders: expected jsonschema, schema-bundle, openapi, openrpc, docs, each with =FOLDER, joined with +; got "docs=/abs"',
  ],
  ["targets=jsonschema,schema_base=acme", 'option schema_base: expected an absolute URL; got "acme"'],
  [
    "targets=jsonschema,schema_base=https://acme.example/#a",
    'option schema_base: expected an absolute URL; got "https://acme.example/#a"',
  ],
  [
    "targets=types,templates=docs",
    "option templates: expected one of the targets that read it, docs, extension; the targets are types",
  ],
  [
    "targets=types,template=docs",
    "option template: expected one of the targets that read it, template; the targets are types",
  ],
])("%s is refused", async (parameter, want) => {
  expect((await run(parameter)).error).toBe(want);
});
