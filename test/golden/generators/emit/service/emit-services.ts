import type { FileDescriptorSet } from "@bufbuild/protobuf/wkt";
import { expect } from "vitest";
import { compileProtos } from "../../../../shared/process/compile-protos.ts";
import { runPlugin } from "../../../../shared/process/run-plugin.ts";

/** Texts by path of what the umbrella plugin writes for a proto text, "greeter.proto"; it must not fail. */
export async function emitServices(
  text: string,
  { targets = "service+grpc", options = "" }: { readonly targets?: string; readonly options?: string } = {},
): Promise<Readonly<Record<string, string>>> {
  const files = await compileProtos({ "greeter.proto": text });
  return emitFiles(files, ["greeter.proto"], `targets=${targets}${options}`);
}

/** The same for compiled files. */
export async function emitFiles(
  files: FileDescriptorSet,
  generate: readonly string[],
  parameter: string,
): Promise<Readonly<Record<string, string>>> {
  const result = await runPlugin({
    parameter: `target=ts,import_extension=js,${parameter}`,
    files,
    generate,
  });
  expect({ status: result.status, stderr: result.stderr, error: result.error }).toEqual({
    status: 0,
    stderr: "",
    error: undefined,
  });
  return result.files;
}
