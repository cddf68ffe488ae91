import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { FileRegistry } from "@bufbuild/protobuf";
import { beforeAll, describe, expect, test } from "vitest";
import { type Compiler, compileProtos, protoFiles } from "./compile-protos.ts";
import { type Facts, filesOf, readExtensions, readFacts } from "./read-facts.ts";

const packages = ["a2a.v1", "lf.a2a.v1", "google.api"] as const;

const compilers: readonly Compiler[] = ["buf", "protoc"];

function readTable(packageName: string): unknown {
  return JSON.parse(readFileSync(join(import.meta.dirname, `${packageName}.json`), "utf8"));
}

/** Comparing objects ignores the order of properties; the order of declarations is a fact too. */
function declarationOrder({ enums, messages, services }: Facts): unknown {
  return {
    enums: Object.entries(enums).map(([name, values]) => [name, Object.keys(values)]),
    messages: Object.keys(messages),
    services: Object.entries(services).map(([name, methods]) => [name, Object.keys(methods)]),
  };
}

describe.each(compilers)("descriptors made by %s", (compiler) => {
  let registry: FileRegistry;

  beforeAll(async () => {
    registry = await compileProtos(compiler);
  });

  test.each(packages)("%s has everything that its table has, and nothing else", (packageName) => {
    expect(readFacts(registry, packageName)).toStrictEqual(readTable(packageName));
  });

  test.each(packages)("%s declares in the order of its table", (packageName) => {
    expect(declarationOrder(readFacts(registry, packageName))).toStrictEqual(
      // The test above checks the form of the table.
      declarationOrder(readTable(packageName) as Facts),
    );
  });

  test("options of google.api have the numbers under which they are found on the wire", () => {
    expect(readExtensions(registry, "google.api")).toStrictEqual([
      {
        name: "google.api.default_host",
        extends: "google.protobuf.ServiceOptions",
        number: 1049,
        type: "string",
      },
      {
        name: "google.api.oauth_scopes",
        extends: "google.protobuf.ServiceOptions",
        number: 1050,
        type: "string",
      },
      {
        name: "google.api.method_signature",
        extends: "google.protobuf.MethodOptions",
        number: 1051,
        type: "repeated string",
        packed: false,
      },
      {
        name: "google.api.field_behavior",
        extends: "google.protobuf.FieldOptions",
        number: 1052,
        type: "repeated google.api.FieldBehavior",
        packed: false,
      },
      {
        name: "google.api.resource_definition",
        extends: "google.protobuf.FileOptions",
        number: 1053,
        type: "repeated google.api.ResourceDescriptor",
        packed: false,
      },
      {
        name: "google.api.resource",
        extends: "google.protobuf.MessageOptions",
        number: 1053,
        type: "google.api.ResourceDescriptor",
      },
      {
        name: "google.api.resource_reference",
        extends: "google.protobuf.FieldOptions",
        number: 1055,
        type: "google.api.ResourceReference",
      },
      {
        name: "google.api.http",
        extends: "google.protobuf.MethodOptions",
        number: 72295728,
        type: "google.api.HttpRule",
      },
      {
        name: "google.api.field_info",
        extends: "google.protobuf.FieldOptions",
        number: 291403980,
        type: "google.api.FieldInfo",
      },
      {
        name: "google.api.api_version",
        extends: "google.protobuf.ServiceOptions",
        number: 525000001,
        type: "string",
      },
    ]);
  });

  test("the packages are made of the known files and declare nothing reserved or deprecated as a whole, and only enums of Google's within others", () => {
    const files = packages.flatMap((packageName) => filesOf(registry, packageName));
    expect(files.map((file) => `${file.name}.proto`).sort()).toStrictEqual([...protoFiles]);
    const messages = files.flatMap((file) => file.messages);
    const types = [...messages, ...files.flatMap((file) => [...file.enums, ...file.services])];
    expect({
      nested: messages
        .flatMap((m) => [...m.nestedMessages, ...m.nestedEnums, ...m.nestedExtensions])
        .map(({ typeName }) => typeName),
      reserved: messages.filter(({ proto }) => proto.reservedName.length + proto.reservedRange.length),
      deprecated: types.filter((type) => type.deprecated),
    }).toStrictEqual({
      nested: [
        "google.api.FieldInfo.Format",
        "google.api.ResourceDescriptor.History",
        "google.api.ResourceDescriptor.Style",
      ],
      reserved: [],
      deprecated: [],
    });
  });
});
