import { relative } from "node:path";
import type { Plugin } from "vite";
import { yamlToModule } from "../../generators/source/profile/yaml-module.ts";

/** Lets tests import profiles, validated, as modules with a default export. */
export function viteYaml(): Plugin {
  return {
    name: "yaml",
    enforce: "pre",
    transform(text, id) {
      if (!id.endsWith(".yaml")) return undefined;
      return { code: yamlToModule(text, relative(process.cwd(), id)), map: null, moduleType: "js" };
    },
  };
}
