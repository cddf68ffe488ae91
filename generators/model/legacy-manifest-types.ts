/*
 * Generated from profiles/legacy.schema.json by `npx tsx scripts/generate/generate-profile-types.ts`.
 * Do not edit: change the schema and run the script again.
 */

/** Full name of a proto package. */
export type PackageName = string;
/** Protocol version with two or three numbers. */
export type Version = string;
/**
 * Whether the package has what took the current name's place (replaced), or still the earlier name, of which
 * the current one is an alias (inverted).
 */
export type KnownDirection = "replaced" | "inverted";

/**
 * Names that earlier versions of a protocol had, and what they are called now: Appendix A of the
 * specification.
 */
export interface LegacyManifestData {
  /** Where editors find the JSON Schema of manifests, for manifests written as JSON. */
  $schema?: string;
  /**
   * Proto packages whose types, services and profiles have the current names.
   *
   * @minItems 1
   */
  packages: PackageName[];
  /**
   * When a name is deprecated and may go, in minor versions after the one that brought the new name; from 1.0
   * on it is deprecated at once and may go with the next major version.
   */
  lifeCycle: {
    /** Minor versions until the earlier name is marked as deprecated. */
    deprecatedAfter: number;
    /** Minor versions until the earlier name may go. */
    removalAfter: number;
  };
  /**
   * Protocol version up to which someone has looked at the names that may go and kept those that are here;
   * names that may go in a later version are reported once a profile has reached it.
   */
  reviewed?: Version;
  /**
   * The renamed things; documents list them in this order.
   *
   * @minItems 1
   */
  names: Renaming[];
  /**
   * Where earlier specifications wrote of what there still is, so that links to them can be kept.
   *
   * @minItems 1
   */
  headings?: Heading[];
}
/** One earlier name and the current one. */
export interface Renaming {
  /** What has the name; it decides how both names are written. */
  kind: "message" | "field" | "enumValue" | "jsonRpcMethod" | "endpoint" | "header" | "wellKnownPath";
  /**
   * The earlier name: of a message as in the proto without its package, of a field or enum value as
   * Type.nameInJson, of an endpoint as VERB /path.
   */
  legacy: string;
  /**
   * The name that took its place, written in the same way; where a later version renamed it again, another
   * entry has that.
   */
  current: string;
  /**
   * The packages for which it holds; all of the manifest when absent.
   *
   * @minItems 1
   */
  packages?: PackageName[];
  /** Version that brought the current name. */
  introduced: Version;
  /** Version from which the earlier name is deprecated; from the life cycle when absent. */
  deprecated?: Version;
  /** Version in which the earlier name may go at the earliest; from the life cycle when absent. */
  removal?: Version;
  /** One sentence for those who move from the one name to the other. */
  note?: string;
  /** Section of the specification that names both. */
  section?: string;
  /**
   * Packages in which the earlier name is known not to lead to the current one; elsewhere this is reported,
   * and so is a package that is here and in which it does.
   */
  resolves?: {
    [k: string]: KnownDirection;
  };
  /**
   * Whether servers take calls under both names, in the form that their version has; calls of another form
   * need a translation. Only JSON-RPC methods say so: headers and well-known paths always are.
   */
  served?: boolean;
}
/** A heading of earlier specifications and what it was about. */
export interface Heading {
  /** What the heading was about. */
  kind: "message" | "enum" | "jsonRpcMethod" | "section";
  /**
   * The name, an earlier or a current one, written as in the list of names; of a section of the reference
   * only errors.
   */
  name: string;
  /**
   * The packages for which it holds; all of the manifest when absent.
   *
   * @minItems 1
   */
  packages?: PackageName[];
  /**
   * The anchors of the heading, one for each place that it had.
   *
   * @minItems 1
   */
  ids: string[];
}
