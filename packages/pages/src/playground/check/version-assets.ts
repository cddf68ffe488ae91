import type { BinaryType } from "@a2agen/runtime/binary";
import { isObject } from "@a2agen/runtime/internal";
import type { Translator } from "@a2agen/runtime/versions";
import { assets } from "@a2agen/versions/assets.ts";

/** What the page shows of a version beside its codecs. */
export interface VersionAssets {
  readonly name: string;
  /** What full names of its types begin with. */
  readonly prefix: string;
  /** The sections of the specification, by full names of types. */
  readonly sections: Readonly<Record<string, string>>;
  readonly schema: { readonly $defs?: Readonly<Record<string, unknown>> };
  /** The generated types. */
  readonly types: string;
  /** Those of 0.3 are of its proto, whose JSON is another. */
  readonly binary: readonly BinaryType[];
  /** To the current version, from the JSON and from the binary messages, where these differ. */
  readonly translators?: {
    readonly json: Readonly<Record<string, Translator>>;
    readonly form: Readonly<Record<string, Translator>>;
  };
}

const all: readonly (Omit<VersionAssets, "binary"> & { readonly module: object })[] = assets;

/** The versions by the names of their profiles; bytes that several read alike are of the first. */
export const versionAssets: ReadonlyMap<string, VersionAssets> = new Map(
  all.map(({ module, ...rest }) => [rest.name, { ...rest, binary: listBinaryTypes(module) }]),
);

function listBinaryTypes(module: object): readonly BinaryType[] {
  return Object.entries(module)
    .filter(([name, value]) => name.endsWith("Binary") && isBinaryType(value))
    .map(([, value]) => value as BinaryType);
}

function isBinaryType(value: unknown): boolean {
  return isObject(value) && typeof value["encode"] === "function" && typeof value["decode"] === "function";
}
