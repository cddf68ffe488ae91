import { generate } from "@a2agen/generators/plugins/generate.ts";
import { findPlugin } from "@a2agen/generators/plugins/plugins.ts";
import { create } from "@bufbuild/protobuf";
import { CodeGeneratorRequestSchema } from "@bufbuild/protobuf/wkt";
import type { CompiledProtos } from "./image.ts";
import type { PluginEntry } from "./read-generation.ts";

/** A generated file; its path has "/" between names. */
export interface GeneratedText {
  readonly path: string;
  readonly text: string;
}

/** Generates what buf would with these plugins, in this process. `warn` gets warnings. */
export async function generateCode(
  plugins: readonly PluginEntry[],
  { protos, warn }: { readonly protos: CompiledProtos; readonly warn: (line: string) => void },
): Promise<readonly GeneratedText[]> {
  const files = new Map<string, GeneratedText>();
  for (const { plugin, out, parameter } of plugins) {
    const request = create(CodeGeneratorRequestSchema, {
      parameter,
      fileToGenerate: [...protos.requested],
      protoFile: [...protos.files],
    });
    const { file } = await generate(request, { plugin: findPlugin(plugin), warn });
    for (const { name, content } of file) {
      const place = out === "." ? name : `${out.replace(/\/+$/, "")}/${name}`;
      files.set(place, { path: place, text: content });
    }
  }
  return [...files.values()];
}
