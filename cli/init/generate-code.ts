import { create } from "@bufbuild/protobuf";
import { CodeGeneratorRequestSchema } from "@bufbuild/protobuf/wkt";
import { generate } from "../../generators/plugins/generate.ts";
import { parsePluginOptions } from "../../generators/plugins/plugin-options.ts";
import { targetNames } from "../../generators/plugins/targets.ts";
import { version } from "../../generators/plugins/version.ts";
import { builtinLegacy } from "../../generators/source/profile/builtin-legacy.ts";
import { loadProfile } from "../../generators/source/profile/load-profile.ts";
import type { CompiledProtos } from "./proto-descriptors.ts";
import { GenerationError, type PluginEntry } from "./read-generation.ts";
import type { ProjectFile } from "./render-project.ts";

/** Generates what buf would with these plugins, in this process. `warn` is told of warnings. */
export async function generateCode(
  plugins: readonly PluginEntry[],
  { protos, warn }: { readonly protos: CompiledProtos; readonly warn: (line: string) => void },
): Promise<readonly ProjectFile[]> {
  const files = new Map<string, ProjectFile>();
  for (const { plugin, out, parameter } of plugins) {
    const options = parsePluginOptions(parameter, {
      umbrella: plugin === umbrella,
      targets: targetsOf(plugin),
    });
    const profile = options.profile === undefined ? undefined : await loadProfile(options.profile);
    const request = create(CodeGeneratorRequestSchema, {
      parameter,
      fileToGenerate: [...protos.requested],
      protoFile: [...protos.files],
    });
    const context = { version, options, profile, legacy: builtinLegacy, warn };
    for (const { path, text } of await generate(request, context)) {
      const place = out === "." ? path : `${out.replace(/\/+$/, "")}/${path}`;
      files.set(place, { path: place, text });
    }
  }
  return [...files.values()];
}

const umbrella = "protoc-gen-a2a";

/** What a plugin generates when nothing else is said. */
function targetsOf(plugin: string): readonly string[] {
  if (plugin === umbrella) return ["types", "json", "binary"];
  const target = plugin.slice(umbrella.length + 1);
  if (target === "legacy") return ["legacy", "legacy-schema", "migration"];
  if (targetNames.includes(target)) return [target];
  throw new GenerationError(
    `there is no plugin ${plugin}; the plugins are ${umbrella} and ${umbrella}-TARGET with one of ${targetNames.join(", ")}`,
  );
}
