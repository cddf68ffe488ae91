/*
 * Generated from profiles/versions.schema.json by `npx tsx scripts/generate/generate-profile-types.ts`.
 * Do not edit: change the schema and run the script again.
 */

/** The versions of the protocol that a2agen knows. */
export interface VersionsData {
  /** The name of the version in whose types our own code is written. */
  current: string;
  /**
   * From the oldest to the newest.
   *
   * @minItems 1
   */
  versions: Version[];
}
export interface Version {
  /** The name of its profile, of the folder of its protos, and, behind @a2agen/, of its package. */
  name: string;
  /** What users call it on the command line; by default its name without "a2a-". */
  label?: string;
  /** Whether it was released, was the draft of a later version, or may still change. */
  stage: "released" | "draft" | "development";
  /** The JSON Schema beside the profile that defines its messages, for a version without protos. */
  schema?: string;
  /**
   * The version whose other form it is: the messages of bindings that its profile lists. It is in the package
   * of that version.
   */
  formOf?: string;
  /**
   * The version to which it adds types and fields, and from which it takes none: code that is written for
   * that one reads it as it is.
   */
  addsTo?: string;
  /** What tells it from the others, for those who choose. */
  hint?: string;
  /**
   * Where it says what the current version says: by the section of that version, or by a requirement of the
   * probe, with its level where that is another one; "" for what it leaves open.
   */
  sections?: {
    [k: string]: string;
  };
}
