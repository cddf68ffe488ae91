import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import {
  CodeGeneratorRequestSchema,
  CodeGeneratorResponseSchema,
  type FileDescriptorSet,
  FileDescriptorSetSchema,
} from "@bufbuild/protobuf/wkt";
import { findBuf } from "../contenders.ts";
import { run } from "../process.ts";

export interface Protos {
  /** A module of buf, or a directory of protos. */
  readonly directory: string;
  /** Files or directories that are generated, from the directory on. */
  readonly paths: readonly string[];
}

/** The descriptors of files and of all that they import, with comments. */
export async function buildImage({ directory, paths }: Protos): Promise<FileDescriptorSet> {
  const args = [
    "build",
    ...paths.flatMap((path) => ["--path", path]),
    "--as-file-descriptor-set",
    "--output",
    "-",
  ];
  const { output } = await run(findBuf(), args, { directory });
  return fromBinary(FileDescriptorSetSchema, output);
}

/** What buf writes to a plugin's standard input. */
export function buildRequest(
  image: FileDescriptorSet,
  files: readonly string[],
  options: string,
): Uint8Array {
  const requested = new Set(files);
  return toBinary(
    CodeGeneratorRequestSchema,
    create(CodeGeneratorRequestSchema, {
      fileToGenerate: [...files],
      parameter: options,
      protoFile: image.file,
      sourceFileDescriptors: image.file.filter(({ name }) => requested.has(name)),
      compilerVersion: { major: 5, minor: 29, patch: 0 },
    }),
  );
}

/** A request without a file: what is left is the plugin's start. */
export function buildEmptyRequest(options: string): Uint8Array {
  return toBinary(CodeGeneratorRequestSchema, create(CodeGeneratorRequestSchema, { parameter: options }));
}

/** Refuses a response that is no success, so that no failure is timed as a success. */
export function assertGenerated(plugin: string, output: Uint8Array): void {
  const { error, file } = fromBinary(CodeGeneratorResponseSchema, output);
  if (error !== "" || file.length === 0) throw new Error(`${plugin}: expected files, got ${error || "none"}`);
}
