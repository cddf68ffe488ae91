import { relative } from "node:path";
import type { Plugin } from "vite";
import { importSource } from "./import-source.ts";

/** Lets tests import profiles, validated, as modules with a default export. */
export async function viteYaml(): Promise<Plugin> {
  const { yamlToModule } = await importSource<YamlModule>("generators/source/profile/yaml-module.ts");
  return {
    name: "yaml",
    enforce: "pre",
    transform(text, id) {
      if (!id.endsWith(".yaml")) return undefined;
      return { code: yamlToModule(text, relative(process.cwd(), id)), map: null, moduleType: "js" };
    },
  };
}

interface YamlModule {
  readonly yamlToModule: (text: string, path: string) => string;
}
