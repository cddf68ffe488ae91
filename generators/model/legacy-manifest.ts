import type { LegacyManifestData } from "./legacy-manifest-types.ts";
import type { DeepReadonly } from "./profile.ts";

/** What a manifest says, as `profiles/legacy.schema.json` describes it. */
export type LegacySource = DeepReadonly<LegacyManifestData>;

/** An entry of a manifest, with the versions that the life cycle gives it. */
export interface Renaming extends Omit<LegacySource["names"][number], "packages"> {
  readonly packages: readonly string[];
  readonly deprecated: string;
  readonly removal: string;
}

export type RenamingKind = Renaming["kind"];

/** A heading of earlier specifications and what it was about. */
export type Heading = NonNullable<LegacySource["headings"]>[number];

/** Names of earlier versions of a protocol and what they are called now. */
export interface LegacyManifest {
  readonly packages: readonly string[];
  readonly lifeCycle: LegacySource["lifeCycle"];
  /** Version up to which the names that may go were looked at, and kept. */
  readonly reviewed?: string;
  readonly names: readonly Renaming[];
  readonly headings: readonly Heading[];
}
