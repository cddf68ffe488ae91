import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { createFileRegistry, type FileRegistry, fromBinary } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { publishedModules } from "../../../scripts/release/published-protos.ts";

const execute = promisify(execFile);

export const repository: string = join(import.meta.dirname, "../../..");

/** The published protos that the fact tables and the options of google.api are about. */
export const protoFiles = [
  "a2a/v1/a2a.proto",
  "google/api/annotations.proto",
  "google/api/client.proto",
  "google/api/field_behavior.proto",
  "google/api/field_info.proto",
  "google/api/http.proto",
  "google/api/launch_stage.proto",
  "google/api/resource.proto",
  "lf/a2a/v1/a2a.proto",
] as const;

const compilers = {
  buf: (image: string) => ["buf", "build", "-o", image],
  protoc: (image: string) => [
    "protoc",
    "--include_imports",
    "--include_source_info",
    `--descriptor_set_out=${image}`,
    ...publishedModules.map((path) => `--proto_path=${path}`),
    "--proto_path=node_modules/protoc/include",
    ...protoFiles,
  ],
  /** A2A 1.1 stands beside, and imports from proto/shared. */
  "protoc for 1.1": (image: string) => [
    "protoc",
    "--include_imports",
    "--include_source_info",
    `--descriptor_set_out=${image}`,
    "--proto_path=proto/a2a-1.1-dev",
    "--proto_path=proto/shared",
    "--proto_path=node_modules/protoc/include",
    "lf/a2a/v1/a2a.proto",
  ],
} as const;

export type Compiler = keyof typeof compilers;

/** Compiles the protos of the repository, comments included, with the real compiler. */
export async function compileProtos(compiler: Compiler): Promise<FileRegistry> {
  const directory = await mkdtemp(join(tmpdir(), "proto-facts-"));
  try {
    const image = join(directory, "image.binpb");
    await execute("npx", ["--no", "--", ...compilers[compiler](image)], { cwd: repository });
    return createFileRegistry(fromBinary(FileDescriptorSetSchema, await readFile(image)));
  } finally {
    await rm(directory, { recursive: true });
  }
}
