import { readFile } from "node:fs/promises";
import { relative } from "node:path";
import type { PartialMessage, Plugin } from "esbuild";
import { ProfileError, type ProfileProblem } from "../../generators/source/profile/profile-error.ts";
import { yamlToModule } from "../../generators/source/profile/yaml-module.ts";

/** Bundles profiles, validated, as modules with a default export. */
export const esbuildYaml: Plugin = {
  name: "yaml",
  setup({ onLoad, initialOptions }) {
    onLoad({ filter: /\.yaml$/ }, async ({ path }) => {
      const source = relative(initialOptions.absWorkingDir ?? process.cwd(), path);
      try {
        return { contents: yamlToModule(await readFile(path, "utf8"), source), loader: "js" };
      } catch (error) {
        if (!(error instanceof ProfileError)) throw error;
        return { errors: error.problems.map(toMessage) };
      }
    });
  },
};

function toMessage({ source, position, path, message, code }: ProfileProblem): PartialMessage {
  return {
    text: `${path === "" ? "" : `${path}: `}${message} [${code}]`,
    // esbuild counts columns from 0.
    location:
      position === undefined ? null : { file: source, line: position.line, column: position.column - 1 },
  };
}
