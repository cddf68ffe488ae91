import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { Plugin } from "esbuild";

/**
 * Bundles files that are imported as text, `x.hbs?raw`, or as a data URL, `x.binpb?url&inline`, as Vite does.
 */
export const esbuildAssets: Plugin = {
  name: "assets",
  setup({ onResolve, onLoad, resolve: find }) {
    onResolve({ filter: /\?(?:raw|url&inline)$/ }, async ({ path, resolveDir, importer, kind }) => {
      const mark = path.indexOf("?");
      const [name, suffix] = [path.slice(0, mark), path.slice(mark)];
      const directory = resolveDir === "" ? dirname(importer) : resolveDir;
      if (name.startsWith(".")) return { path: resolve(directory, name), suffix };
      const { path: found, errors } = await find(name, { kind, importer, resolveDir: directory });
      return { path: found, suffix, errors };
    });
    onLoad(
      { filter: /(?:\.(?:hbs|binpb|css|js|ts|json|md|txt|woff2)|\/LICENSE)$/ },
      async ({ path, suffix }) => {
        if (suffix === "") return undefined;
        return { contents: await readFile(path), loader: suffix === "?raw" ? "text" : "dataurl" };
      },
    );
  },
};
