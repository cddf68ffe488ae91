import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import {
  createFileRegistry,
  type DescField,
  type DescFile,
  type FileRegistry,
  fromBinary,
} from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { describe, expect, test } from "vitest";
import { publishedModules } from "../../../../scripts/release/published-protos.ts";
import { protoModules } from "../../../golden/generated/differential/modules.ts";
import { reachesAny } from "../../../golden/generated/differential/reach.ts";
import { buildRegistry, getFile, listMessages } from "../../../shared/process/registry.ts";
import { isRequired } from "../../../shared/random/required.ts";

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const protoc = createRequire(import.meta.url).resolve("protoc/protoc.cjs");

function listFeatureProtos(): string[] {
  return readdirSync(join(root, "test/protos/features"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".proto"))
    .map((name) => `features/${name.replaceAll("\\", "/")}`)
    .sort();
}

function buildWithProtoc(): FileRegistry {
  const directory = mkdtempSync(join(tmpdir(), "a2agen-protoc-"));
  try {
    const image = join(directory, "image.binpb");
    const include = resolve(protoc, "../include");
    const paths = [include, ...publishedModules, "test/protos"].flatMap((path) => ["--proto_path", path]);
    const inputs = [...listFeatureProtos(), "a2a/v1/a2a.proto", "lf/a2a/v1/a2a.proto"];
    execFileSync(
      process.execPath,
      [protoc, ...paths, "--include_imports", "--descriptor_set_out", image, ...inputs],
      {
        cwd: root,
        stdio: ["ignore", "inherit", "inherit"],
      },
    );
    return createFileRegistry(fromBinary(FileDescriptorSetSchema, new Uint8Array(readFileSync(image))));
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** What generated code depends on, as lines of text. */
function outline(file: DescFile): string[] {
  return listMessages(file).flatMap((desc) => [desc.typeName, ...desc.fields.map(outlineField)]);
}

function outlineField(field: DescField): string {
  const facts = {
    number: field.number,
    json: field.jsonName,
    kind: field.fieldKind,
    of: field.message?.typeName ?? field.enum?.typeName ?? field.scalar,
    presence: field.presence,
    packed: field.fieldKind === "list" && field.packed,
    delimited: "delimitedEncoding" in field && field.delimitedEncoding,
    required: isRequired(field),
  };
  return `${field.name} ${JSON.stringify(facts)}`;
}

describe("feature protos", () => {
  const registry = buildRegistry();

  test("mean the same to buf and to protoc", () => {
    const compiled = buildWithProtoc();
    const files = protoModules.map((module) => module.protoFile);
    expect(files.map((name) => outline(getFile(registry, name)))).toEqual(
      files.map((name) => outline(getFile(compiled, name))),
    );
  });

  test("are all in the table of the differential test, except the one without messages", () => {
    const listed = protoModules
      .map((module) => module.protoFile)
      .filter((name) => name.startsWith("features/"));
    expect([...listed, "features/empty.proto"].sort()).toEqual(listFeatureProtos());
  });

  test("carry google.protobuf.Any in one file only", () => {
    const carriers = protoModules
      .map((module) => module.protoFile)
      .filter((name) => listMessages(getFile(registry, name)).some(reachesAny));
    expect(carriers).toEqual(["features/any.proto"]);
  });

  test("have forty mandatory fields in one message and two oneofs of twenty members in another", () => {
    const required = registry.getMessage("features.wide.Required")?.fields.filter(isRequired);
    const oneofs = registry.getMessage("features.wide.Alternatives")?.oneofs;
    expect([required?.length, oneofs?.map((oneof) => oneof.fields.length)]).toEqual([40, [20, 20]]);
  });
});
