import { createRequire } from "node:module";
import { dirname } from "node:path";
import { pathToFileURL } from "node:url";
import type { Plugin } from "esbuild";

const namespace = "named-imports";

/**
 * Gives `await import("package")` the names that it has in Node. Of a package in CommonJS that is in a file
 * of its own esbuild exports nothing but `default`.
 */
export function esbuildNamedImports(external: readonly string[]): Plugin {
  return {
    name: namespace,
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^[^./]/ }, ({ kind, path, importer, resolveDir }) =>
        kind !== "dynamic-import" ||
        !importer.endsWith(".ts") ||
        /^node:|^@a2agen\//.test(path) ||
        isOf(external, path)
          ? undefined
          : { path, namespace, pluginData: { importer, resolveDir } },
      );
      onLoad({ filter: /./, namespace }, async ({ path, pluginData }) => {
        const { importer, resolveDir = dirname(importer) } = pluginData as Origin;
        const module = pathToFileURL(createRequire(importer).resolve(path)).href;
        const names = Object.keys((await import(module)) as object).filter((name) => /^[\w$]+$/.test(name));
        return { contents: `export { ${names.join(", ")} } from ${JSON.stringify(path)};`, resolveDir };
      });
    },
  };
}

interface Origin {
  readonly importer: string;
  readonly resolveDir: string | undefined;
}

function isOf(packages: readonly string[], path: string): boolean {
  return packages.some((name) => path === name || path.startsWith(`${name}/`));
}
