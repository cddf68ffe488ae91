import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { FileInfo } from "@bufbuild/protoplugin";

/** The signature of the transpile function of @bufbuild/protoplugin. */
type Transpile = (
  files: FileInfo[],
  transpileJs: boolean,
  transpileDts: boolean,
  jsImportStyle: "module" | "legacy_commonjs",
) => FileInfo[];

/**
 * Stands in for the module of the same export in @bufbuild/protoplugin, which imports the TypeScript
 * compiler when it is loaded: a bundled plugin loads it when `target` asks for js or dts.
 */
export const transpile: Transpile = (...parameters) => {
  const require = createRequire(import.meta.url);
  // The exports map of the package hides the module; a path beside its entry is not subject to the map.
  const path = join(dirname(require.resolve("@bufbuild/protoplugin")), "transpile.js");
  const original = require(path) as { readonly transpile: Transpile };
  return original.transpile(...parameters);
};
