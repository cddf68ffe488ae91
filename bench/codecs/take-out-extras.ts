import { basename } from "node:path";
import type { Plugin } from "esbuild";

/**
 * What only a strict codec looks at, by the file of the runtime that does, and what it says of a good value.
 */
const extras: Readonly<Record<string, Readonly<Record<string, "true" | "undefined">>>> = {
  "base64.ts": { isBase64: "true" },
  "struct.ts": { checkStruct: "undefined", checkValue: "undefined" },
  "timestamp.ts": { isTimestamp: "true" },
  "well-formed.ts": { isWellFormed: "true" },
};

const real = "?real";

/** Bundles our codecs without their look at base64, depth, finite numbers, dates and surrogates. */
export const takeOutExtras: Plugin = {
  name: "take-out-extras",
  setup(bundler) {
    bundler.onResolve({ filter: /\?real$/ }, ({ path }) => ({
      path: path.slice(0, -real.length),
      suffix: real,
    }));
    bundler.onLoad({ filter: /[\\/]runtime[\\/]core[\\/][^\\/]+\.ts$/ }, ({ path, suffix }) => {
      const functions = extras[basename(path)];
      if (functions === undefined || suffix === real) return undefined;
      const original = JSON.stringify(`${path}${real}`);
      const replacements = Object.entries(functions).map(
        // The import makes the bundler fail when the name is no longer there.
        ([name, good]) => `
          import { ${name} as strict_${name} } from ${original};
          export const ${name}: typeof strict_${name} = () => ${good};`,
      );
      return { loader: "ts", contents: [`export * from ${original};`, ...replacements].join("\n") };
    });
  },
};
