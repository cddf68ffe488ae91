import type { FileDescriptorSet } from "@bufbuild/protobuf/wkt";
import { compileProtos } from "../../../../shared/process/compile-protos.ts";
import { type PluginResult, runPlugin } from "../../../../shared/process/run-plugin.ts";

/** The extensions that the tests are about, one proto each. */
export const extensionNames = [
  "citations",
  "compliance",
  "geolocation",
  "konami_code",
  "parcel",
  "task_search",
] as const;

export const extensionProtos: readonly string[] = extensionNames.map(
  (name) => `extensions/${name}/v1/${name}.proto`,
);

/** What imports the core, in both of its versions, from packages instead of generating it. */
export const coreFromPackage =
  "modules=lf/a2a/v1/a2a.proto=@a2agen/a2a-1.0+a2a/v1/a2a.proto=@a2agen/a2a-1.0-draft";

export async function generateExtensions(
  parameter: string,
  {
    plugin = "protoc-gen-a2a",
    generate = extensionProtos,
    files,
  }: {
    readonly plugin?: string;
    readonly generate?: readonly string[];
    readonly files?: FileDescriptorSet;
  } = {},
): Promise<PluginResult> {
  return runPlugin({ plugin, parameter, files: files ?? (await compileProtos({}, generate)), generate });
}
