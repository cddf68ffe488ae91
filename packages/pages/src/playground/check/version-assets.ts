// oxlint-disable import/default -- esbuild and Vite give a module that is imported by ?raw its text as the default
import * as module03 from "@a2agen/a2a-0.3/proto";
import * as module10 from "@a2agen/a2a-1.0";
import * as moduleDraft from "@a2agen/a2a-1.0-draft";
import * as module11 from "@a2agen/a2a-1.1-dev";
import type { Profile } from "@a2agen/generators/model/profile.ts";
import type { BinaryType } from "@a2agen/runtime/binary";
import { isObject } from "@a2agen/runtime/internal";
import schema03 from "../../../../../generated/a2a-0.3/schemas/a2a.schema.json" with { type: "json" };
import types03 from "../../../../../generated/a2a-0.3/src/a2a_types.ts?raw";
import schema10 from "../../../../../generated/a2a-1.0/schemas/a2a.schema.json" with { type: "json" };
import types10 from "../../../../../generated/a2a-1.0/src/lf/a2a/v1/a2a_types.ts?raw";
import schemaDraft from "../../../../../generated/a2a-1.0-draft/schemas/a2a.schema.json" with {
  type: "json",
};
import typesDraft from "../../../../../generated/a2a-1.0-draft/src/a2a/v1/a2a_types.ts?raw";
import schema11 from "../../../../../generated/a2a-1.1-dev/schemas/a2a.schema.json" with { type: "json" };
import types11 from "../../../../../generated/a2a-1.1-dev/src/lf/a2a/v1/a2a_types.ts?raw";
import profile03 from "../../../../../profiles/a2a-0.3.yaml";
import profile10 from "../../../../../profiles/a2a-1.0.yaml";
import profileDraft from "../../../../../profiles/a2a-1.0-draft.yaml";
import profile11 from "../../../../../profiles/a2a-1.1-dev.yaml";

/** What the page shows of a version beside its codecs. */
export interface VersionAssets {
  readonly profile: Pick<Profile, "name" | "packages" | "sections">;
  readonly schema: { readonly $defs: Readonly<Record<string, unknown>> };
  /** The generated types. */
  readonly types: string;
  /** Those of 0.3 are of its proto, whose JSON is another. */
  readonly binary: readonly BinaryType[];
}

/** The versions by the names of their profiles; bytes that several read alike are of the first. */
export const versionAssets: ReadonlyMap<string, VersionAssets> = new Map(
  [
    toAssets({ profile: profile10, schema: schema10, types: types10, module: module10 }),
    toAssets({ profile: profile11, schema: schema11, types: types11, module: module11 }),
    toAssets({ profile: profileDraft, schema: schemaDraft, types: typesDraft, module: moduleDraft }),
    toAssets({ profile: profile03, schema: schema03, types: types03, module: module03 }),
  ].map((assets) => [assets.profile.name, assets]),
);

function toAssets({
  profile,
  module,
  ...rest
}: Pick<VersionAssets, "schema" | "types"> & {
  readonly profile: unknown;
  readonly module: object;
}): VersionAssets {
  return {
    ...rest,
    // The bundlers have checked it.
    profile: profile as Profile,
    binary: Object.entries(module)
      .filter(([name, value]) => name.endsWith("Binary") && isBinaryType(value))
      .map(([, value]) => value as BinaryType),
  };
}

function isBinaryType(value: unknown): boolean {
  return isObject(value) && typeof value["encode"] === "function" && typeof value["decode"] === "function";
}
