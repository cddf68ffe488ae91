import { resolve } from "node:path";
import type { Plugin } from "esbuild";
import { buildPage } from "./build-page.ts";

/** Bundles pages, with all that is in them, as texts: `x.html?page`. */
export const esbuildPages: Plugin = {
  name: "pages",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\?page$/ }, ({ path, resolveDir }) => ({
      path: resolve(resolveDir, path.slice(0, -"?page".length)),
      suffix: "?page",
    }));
    onLoad({ filter: /\.html$/ }, async ({ path }) => ({ contents: await buildPage(path), loader: "text" }));
  },
};
