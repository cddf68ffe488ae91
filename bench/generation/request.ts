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
  /** The file that is generated, from the directory on. */
  readonly file: string;
}

/** The descriptors of a file and of all that it imports, with comments. */
export async function buildImage({ directory, file }: Protos): Promise<FileDescriptorSet> {
  const args = ["build", "--path", file, "--as-file-descriptor-set", "--output", "-"];
  const { output } = await run(findBuf(), args, { directory });
  return fromBinary(FileDescriptorSetSchema, output);
}

/** What buf writes to a plugin's standard input. */
export function buildRequest(image: FileDescriptorSet, file: string, options: string): Uint8Array {
  return toBinary(
    CodeGeneratorRequestSchema,
    create(CodeGeneratorRequestSchema, {
      fileToGenerate: [file],
      parameter: options,
      protoFile: image.file,
      sourceFileDescriptors: image.file.filter(({ name }) => name === file),
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
