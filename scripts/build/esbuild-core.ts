import { readFile } from "node:fs/promises";
import type { Plugin } from "esbuild";

/**
 * Has all modules that are loaded later import the core of a program, which is loaded by then. esbuild makes
 * a file of each set of modules that the same parts of a program reach: the core is one file this way, and
 * otherwise a dozen small ones, which programs would read when they start.
 */
export function esbuildCore(core: string): Plugin {
  return {
    name: "core",
    setup(bundler) {
      bundler.onResolve({ filter: /^\..*\.ts$/ }, async ({ kind, path, pluginData, ...init }) => {
        if (kind !== "dynamic-import" || pluginData === resolved) return undefined;
        const found = await bundler.resolve(path, { ...init, kind, pluginData: resolved });
        return { ...found, pluginData: later };
      });
      bundler.onLoad({ filter: /\.ts$/ }, async ({ path, pluginData }) => {
        if (pluginData !== later) return undefined;
        const text = await readFile(path, "utf8");
        return { contents: `${text}\nimport ${JSON.stringify(core)};\n`, loader: "ts" };
      });
    },
  };
}

const resolved = Symbol("resolved");
const later = Symbol("loaded later");
