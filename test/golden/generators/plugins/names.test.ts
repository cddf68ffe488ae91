import { expect, test } from "vitest";
import { compileProtos } from "../../../shared/process/compile-protos.ts";
import { runPlugin } from "../../../shared/process/run-plugin.ts";

const all = "target=ts,import_extension=js,targets=types+json+binary+service+grpc+index";

interface Given {
  readonly protos: Readonly<Record<string, string>>;
  readonly parameter?: string;
  readonly generate?: readonly string[];
}

/** What the files of a run export, the warnings of the run, and the texts. */
async function generate({ protos, parameter = all, generate: names = Object.keys(protos) }: Given) {
  const result = await runPlugin({ parameter, files: await compileProtos(protos), generate: names });
  if (result.error !== undefined) throw new Error(result.error);
  const exportsOf = (path: string): readonly string[] => {
    const text = result.files[path] ?? "";
    return [...text.matchAll(/^export (?:interface|type|const|function) ([\w$]+)/gm)].map(
      ([, name = ""]) => name,
    );
  };
  return { warnings: result.stderr, files: result.files, exportsOf };
}

const proto3 = (...lines: readonly string[]): string =>
  `syntax = "proto3";\npackage p.v1;\n${lines.map((line) => `${line}\n`).join("")}`;

test("a service beside what its client would be called keeps its name, and its client has another one", async () => {
  const { warnings, exportsOf } = await generate({
    protos: {
      "a.proto": proto3("service Cloud {}", "service CloudClient {}", "message UnimplementedCloud {}"),
    },
  });
  expect(warnings).toBe("");
  expect(exportsOf("a_types.ts")).toEqual(["UnimplementedCloud"]);
  expect([...new Set(exportsOf("a_service.ts"))]).toEqual([
    "Cloud",
    "CloudClient$",
    "UnimplementedCloud$",
    "CloudClient",
    "CloudClientClient",
    "UnimplementedCloudClient",
  ]);
});

test("types that are named like functions of others keep their names", async () => {
  const { warnings, exportsOf } = await generate({
    protos: {
      "a.proto": proto3(
        "message Dog { map<string, Dog> friends = 1; }",
        "message DogCodec {}",
        "message checkDog {}",
        "message DogBinary {}",
        "message Dog_FriendsEntry2 {}",
        "enum Coat { COAT_UNSPECIFIED = 0; COAT_LONG = 1; }",
        "message CoatKind {}",
      ),
    },
  });
  expect(warnings).toBe("");
  const names = ["types", "json", "binary"].flatMap((kind) => exportsOf(`a_${kind}.ts`));
  const once = names.filter((name, i) => names.indexOf(name) === i);
  expect(names.filter((name) => name !== "Coat").length).toBe(once.length - 1);
  expect(once.filter((name) => name.endsWith("$"))).toEqual([
    "CoatKind$",
    "DogCodec$",
    "checkDog$",
    "checkDogCodec$",
    "decodeDogBinary$",
    "checkDogBinary$",
    "encodeDogBinary$",
    "DogBinary$",
  ]);
});

test("a nested type gives way to one that has its name at the top, whatever comes first", async () => {
  const first = "message Dog { message Tail {} enum Ear { EAR_UNSPECIFIED = 0; } }";
  const others = ["message Dog_Tail {}", "service Dog_Ear {}"];
  for (const lines of [
    [first, ...others],
    [...others, first],
  ]) {
    const { exportsOf } = await generate({ protos: { "a.proto": proto3(...lines) } });
    expect([...new Set(exportsOf("a_types.ts"))].sort()).toEqual([
      "Dog",
      "Dog_Ear$",
      "Dog_Tail",
      "Dog_Tail$",
    ]);
    expect(exportsOf("a_service.ts")).toContain("Dog_Ear");
  }
});

test("names do not depend on the other files of the run", async () => {
  const protos = {
    "a.proto": proto3("message Dog {}"),
    "b.proto": proto3("service Cat {}", "message DogCodec {}"),
  };
  const together = await generate({ protos });
  const alone = await generate({ protos, generate: ["a.proto"] });
  expect(together.files["a_json.ts"]).toBe(alone.files["a_json.ts"]);
  expect(together.warnings).toBe(
    'a.proto:1:1: warning: "DogCodec" is exported by both b_types and a_json; the index has that of b_types, import the other one from its file [index-name-taken]\n',
  );
  expect(together.files["index.ts"]).toContain('export * from "./b_types.js";');
  expect(together.files["index.ts"]).not.toMatch(/^ {2}DogCodec,$/m);
});

test("names of two packages are exported by the indexes of their packages alone", async () => {
  const orders = (version: string): string =>
    `syntax = "proto3";\npackage acme.${version};\nmessage Order {}\nmessage Only${version} {}\nenum State { STATE_UNSPECIFIED = 0; }\n`;
  const { warnings, files } = await generate({
    protos: { "one.proto": orders("v1"), "two.proto": orders("v2") },
    parameter: "target=ts,import_extension=js,targets=types+index",
  });
  expect(warnings).toBe(
    'two.proto:1:1: warning: "Order", "State" are exported by both acme/v1/index and acme/v2/index, and not by the index of the run; import from these [index-collision]\n',
  );
  const body = (path: string): string => files[path]?.split("\n").slice(2).join("\n") ?? "";
  expect(Object.keys(files)).toEqual([
    "one_types.ts",
    "two_types.ts",
    "index.ts",
    "acme/v1/index.ts",
    "acme/v2/index.ts",
  ]);
  expect(body("index.ts")).toBe(
    'export {\n  type Onlyv1,\n} from "./one_types.js";\nexport {\n  type Onlyv2,\n} from "./two_types.js";\n',
  );
  expect(body("acme/v1/index.ts")).toBe('export * from "../../one_types.js";\n');
  expect(body("acme/v2/index.ts")).toBe('export * from "../../two_types.js";\n');
});

test("a run of one package has one index", async () => {
  const { files } = await generate({
    protos: { "a.proto": proto3("message A {}"), "b.proto": proto3("message B {}") },
    parameter: "target=js+dts,targets=types+index",
  });
  expect(Object.keys(files).filter((path) => path.includes("index"))).toEqual(["index.js", "index.d.ts"]);
});

test("types that an index lists are in its declarations and not in its JavaScript", async () => {
  const dog = (protoPackage: string): string =>
    `syntax = "proto3";\npackage ${protoPackage};\nmessage Dog {}\nmessage ${protoPackage}Cat {}\n`;
  const { files } = await generate({
    protos: { "a.proto": dog("a"), "b.proto": dog("b") },
    parameter: "target=js+dts,import_extension=js,targets=types+index",
  });
  const body = (path: string): string => files[path]?.split("\n").slice(2).join("\n") ?? "";
  expect(body("index.js")).toBe('export {\n} from "./a_types.js";\nexport {\n} from "./b_types.js";\n');
  expect(body("index.d.ts")).toBe(
    'export {\n  type aCat,\n} from "./a_types.js";\nexport {\n  type bCat,\n} from "./b_types.js";\n',
  );
});

test("a message that is called like the facts of a protocol keeps its name", async () => {
  const { warnings, files } = await generate({
    protos: { "a.proto": proto3("message errors {}", "service Dog {}") },
  });
  expect(warnings).toBe(
    'a.proto:1:1: warning: "errors" is exported by both a_types and proto_protocol; the index has that of a_types, import the other one from its file [index-name-taken]\n',
  );
  expect(files["index.ts"]).toContain(
    'export {\n  clientProtocol,\n  protocol,\n} from "./proto_protocol.js";\n',
  );
});
