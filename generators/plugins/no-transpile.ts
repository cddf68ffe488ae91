/**
 * Stands in bundles for the module of @bufbuild/protoplugin that imports the TypeScript compiler when
 * it is loaded. It is not called: `transpile.ts` does what `target=js` and `target=dts` ask for.
 */
export function transpile(): never {
  throw new Error("protoplugin was asked to transpile, which a2agen does itself");
}
