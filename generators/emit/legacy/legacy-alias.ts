import type { Heading, Renaming } from "../../model/legacy-manifest.ts";
import type { EnumModel, FileModel, MessageModel, Position } from "../../model/model.ts";
import type { Profile } from "../../model/profile.ts";

/** Something of a package that a name can lead to. */
export interface Target {
  /** As entries of the manifest write it. */
  readonly name: string;
  /** The file of which it is a part. */
  readonly file: FileModel;
  readonly position: Position;
  /** The message, or the enum of the value. */
  readonly type?: MessageModel | EnumModel;
}

/**
 * How a name leads to what the package has. current: to the current name; replaced: to the name that
 * took the current one's place; inverted: from the current name to the earlier one, which the package
 * still has.
 */
export type Direction = "current" | "replaced" | "inverted";

/** A name that the package does not have and what it leads to. */
export interface LegacyAlias {
  readonly entry: Renaming;
  readonly name: string;
  readonly target: Target;
  readonly direction: Direction;
  /** Version in which the name may go, given that the package's version still has it. */
  readonly removal: string;
}

/** An entry that leads nowhere. */
export interface LegacyProblem {
  readonly entry: Renaming;
  /** missing: the package has neither name; declared: it has both, or another type of the earlier name. */
  readonly kind: "missing" | "declared";
  readonly position: Position;
}

/** A heading of earlier specifications and what the package has of what it was about. */
export interface LegacyHeading {
  readonly heading: Heading;
  readonly target: Target | undefined;
}

/** What a manifest says of one package. */
export interface LegacyPackage {
  readonly protoPackage: string;
  readonly profile: Profile;
  readonly files: readonly FileModel[];
  /** Version up to which names that may go were looked at, and kept. */
  readonly reviewed: string | undefined;
  /** In the order of the manifest. */
  readonly aliases: readonly LegacyAlias[];
  readonly problems: readonly LegacyProblem[];
  readonly headings: readonly LegacyHeading[];
}
