import { createRequire } from "node:module";
import type { Plugin } from "esbuild";

/** CommonJS packages that modules import statically which are themselves loaded only when they are asked for. */
const packages = ["@grpc/grpc-js"];

const namespace = "require-later";

/**
 * Has a bundle load such packages when the module that imports them is reached: what is external and
 * imported statically would be loaded at start-up, whoever imports it.
 */
export const esbuildRequireLater: Plugin = {
  name: namespace,
  setup(bundler) {
    const filter = new RegExp(`^(?:${packages.join("|")})$`);
    bundler.onResolve({ filter }, ({ path }) => ({ path, namespace, sideEffects: false }));
    bundler.onLoad({ filter, namespace }, ({ path }) => {
      const names = Object.keys(createRequire(import.meta.url)(path) as object);
      return {
        contents: [
          'import { createRequire } from "node:module";',
          `const library = createRequire(import.meta.url)(${JSON.stringify(path)});`,
          `export const { ${names.join(", ")} } = library;`,
        ].join("\n"),
      };
    });
  },
};
