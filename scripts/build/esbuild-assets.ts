import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { Plugin } from "esbuild";

/**
 * Bundles files that are imported as text, `x.hbs?raw`, or as a data URL, `x.binpb?url&inline`, as Vite does.
 */
export const esbuildAssets: Plugin = {
  name: "assets",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\?(?:raw|url&inline)$/ }, ({ path, resolveDir, importer }) => {
      const mark = path.indexOf("?");
      const directory = resolveDir === "" ? dirname(importer) : resolveDir;
      return { path: resolve(directory, path.slice(0, mark)), suffix: path.slice(mark) };
    });
    onLoad({ filter: /\.(?:hbs|binpb|css|js|ts|json|txt)$/ }, async ({ path, suffix }) => {
      if (suffix === "") return undefined;
      return { contents: await readFile(path), loader: suffix === "?raw" ? "text" : "dataurl" };
    });
  },
};
