import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { toBinary } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import type { ValueType } from "../../../../generators/model/model.ts";
import type { ModelDocument } from "../../../../generators/model/model-document.ts";
import { builtinVersions } from "../../../../packages/protos/src/builtin-versions.ts";
import { loadModel } from "../../../../packages/protos/src/load-model.ts";
import { generateModelSchema } from "../../../../scripts/generate/generate-model-schema.ts";
import { listFiles } from "../../../../scripts/list-files.ts";
import { validateProto } from "../../../golden/generators/source/validate/validate-proto.ts";
import { compileProtos } from "../../../shared/process/compile-protos.ts";
import { runA2agen } from "../../../shared/run-a2agen.ts";
import { useDirectory } from "../../../shared/use-directory.ts";

const repository = join(import.meta.dirname, "../../../..");
const schemaPath = join(repository, "schemas/model.schema.json");
const isDocument = new Ajv2020({
  strict: true,
  allErrors: true,
  allowUnionTypes: true,
}).compile<ModelDocument>(JSON.parse(await readFile(schemaPath, "utf8")) as object);

const directory = await useDirectory("a2agen-model-");

async function readModel(...args: readonly string[]): Promise<ModelDocument> {
  const { status, stdout, stderr } = await runA2agen(["model", "--json", ...args], { directory });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  const document: unknown = JSON.parse(stdout);
  isDocument(document);
  expect(isDocument.errors ?? []).toEqual([]);
  // Sound: the schema is made of the type.
  return document as ModelDocument;
}

/** The full names that types refer to and the document does not hold. */
function findLost({ files }: ModelDocument): readonly string[] {
  const held = new Set(
    files.flatMap(({ messages, enums, unions }) =>
      [...messages, ...enums, ...unions].map((each) => each.typeName),
    ),
  );
  const namesOf = (type: ValueType): readonly string[] => {
    if (type.kind === "list") return namesOf(type.element);
    if (type.kind === "map") return namesOf(type.value);
    return "typeName" in type ? [type.typeName] : [];
  };
  const named = files.flatMap(({ messages, unions, services }) => [
    ...messages.flatMap(({ fields }) => fields.flatMap(({ shape }) => namesOf(shape.type))),
    ...unions.flatMap(({ arms }) => arms.flatMap(namesOf)),
    ...services.flatMap(({ methods }) => methods.flatMap(({ input, output }) => [input, output])),
  ]);
  return named.filter((name) => !held.has(name) && !name.startsWith("google.protobuf."));
}

describe("a2agen model --json", () => {
  test.each(builtinVersions)("prints all of %s, by its schema", async (profile) => {
    const document = await readModel("--profile", profile);
    expect(document.model).toBe(1);
    expect(Object.keys(document.profiles)).toContain(profile);
    expect(findLost(document)).toEqual([]);
    expect(document.files.flatMap(({ services }) => services).length).toBeGreaterThan(0);
  });

  test("takes a version by the name that users give it", async () => {
    expect(Object.keys((await readModel("--profile", "1.0")).profiles)).toContain("a2a-1.0");
    expect(Object.keys((await readModel("--profile", "0.3")).profiles)).toContain("a2a-0.3");
  });

  test("prints what emitters read, without a loss, and the same each time", async () => {
    const terminal = { out: () => undefined, err: () => undefined };
    const document = await readModel();
    expect(document).toStrictEqual({ model: 1, ...(await loadModel({}, terminal)) });
    expect(JSON.stringify(await readModel())).toBe(JSON.stringify(document));
  });

  test("prints protos of every kind: closed enums, maps, groups, extensions", async () => {
    const root = join(repository, "test/protos");
    const paths = (await listFiles(root)).filter((path) =>
      /^(?:features|extensions|bookshop).*[.]proto$/.test(path),
    );
    const image = join(directory, "protos.binpb");
    await writeFile(image, toBinary(FileDescriptorSetSchema, await compileProtos({}, paths)));
    const document = await readModel("--image", image);
    const requested = document.files.filter((file) => file.requested).map(({ name }) => name);
    expect(requested).toEqual(expect.arrayContaining(paths));
    expect(findLost(document)).toEqual([]);
  });

  test("prints rules of buf.validate", async () => {
    await mkdir(join(directory, "rules/buf/validate"), { recursive: true });
    await writeFile(join(directory, "rules/buf/validate/validate.proto"), validateProto);
    await writeFile(
      join(directory, "rules/acme.proto"),
      `syntax = "proto3";
package acme;
import "buf/validate/validate.proto";
message Order {
  string id = 1 [(buf.validate.field).string = { pattern: "^[a-z]+$", min_len: 2 }];
  repeated int64 counts = 2 [(buf.validate.field).repeated = { max_items: 3, items: { int64: { gt: 0 } } }];
  map<string, double> prices = 3 [(buf.validate.field).map = { keys: { string: { max_len: 5 } } }];
}
`,
    );
    const { files } = await readModel("--proto", "rules");
    const order = files.flatMap(({ messages }) => messages).find(({ typeName }) => typeName === "acme.Order");
    expect(order?.fields.map(({ jsonName, rules }) => ({ jsonName, rules }))).toEqual([
      {
        jsonName: "id",
        rules: {
          value: {
            matches: [{ pattern: "^[a-z]+$", says: "matching ^[a-z]+$" }],
            minLength: 2,
            maxLength: 10_000,
          },
        },
      },
      { jsonName: "counts", rules: { count: { most: 3 }, value: { minimum: "1" } } },
      { jsonName: "prices", rules: { key: { maxLength: 5 } } },
    ]);
  });

  test("its schema is made of the types of the model", { tags: "later" }, async () => {
    expect(await readFile(schemaPath, "utf8")).toBe(generateModelSchema());
  });
});

test("a2agen model prints an outline, to a file too", async () => {
  await mkdir(join(directory, "shop/acme/v1"), { recursive: true });
  await writeFile(
    join(directory, "shop/acme/v1/shop.proto"),
    `syntax = "proto3";
package acme.v1;
import "google/api/annotations.proto";
service Shop {
  rpc Get(Asked) returns (Item) { option (google.api.http) = { get: "/v1/items/{id}" }; }
  rpc Watch(stream Asked) returns (stream Item);
}
message Asked { string id = 1; }
message Item { Kind kind = 1; }
enum Kind { KIND_UNSPECIFIED = 0; KIND_NEW = 1; }
`,
  );
  const result = await runA2agen(["model", "--proto", "shop"], { directory });
  expect(result).toEqual({
    status: 0,
    stderr: "",
    stdout: `acme/v1/shop.proto: package acme.v1, profile proto, 2 messages, 1 enum
  acme.v1.Shop
    Get(acme.v1.Asked): acme.v1.Item, GET /v1/items/{id}
    Watch(stream acme.v1.Asked): stream acme.v1.Item
`,
  });
  await runA2agen(["model", "--proto", "shop", "--out", "outline.txt"], { directory });
  expect(await readFile(join(directory, "outline.txt"), "utf8")).toBe(result.stdout);
});

test("a2agen model says what is not known", async () => {
  const { status, stdout, stderr } = await runA2agen(["model", "--profile", "a2a-9"], { directory });
  expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
  expect(stderr).toContain("a2a-9");
});
