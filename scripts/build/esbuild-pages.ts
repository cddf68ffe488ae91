import { resolve } from "node:path";
import type { Plugin } from "esbuild";
import { buildPage, buildSplitPage } from "./build-page.ts";

/** Bundles pages, with all that is in them, as texts: `x.html?page`; and as `SplitPage`: `x.html?split`. */
export const esbuildPages: Plugin = {
  name: "pages",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\?(?:page|split)$/ }, ({ path, resolveDir }) => {
      const [file = "", kind] = path.split("?");
      return { path: resolve(resolveDir, file), suffix: `?${kind}` };
    });
    onLoad({ filter: /\.html$/ }, async ({ path, suffix }) =>
      suffix === "?split"
        ? { contents: JSON.stringify(await buildSplitPage(path)), loader: "json" }
        : { contents: await buildPage(path), loader: "text" },
    );
  },
};
