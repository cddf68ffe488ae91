import type { Origin } from "../package/origin.ts";
import type { JsonObject, PackageFile } from "../package/package-file.ts";

/** One version of a package, with its files for other languages. */
export interface Release {
  /** Name of the npm package. */
  readonly name: string;
  /** A version of npm without build metadata. */
  readonly version: string;
  readonly description?: string;
  /** An SPDX expression. */
  readonly license?: string;
  readonly origin: Origin;
  /** Names of the protos that it is made from, as the image has them. */
  readonly protos: readonly string[];
  /** npm packages of the protos that it imports, by the base of their schemas; those that a2agen brings. */
  readonly imported: ReadonlyMap<string, string>;
  /** In the order of their `$id`s. */
  readonly schemas: readonly SchemaFile[];
  /** OpenAPI, OpenRPC, the compiled protos, LICENSE, NOTICE: paths from the package. */
  readonly documents: readonly PackageFile[];
}

/** A JSON Schema of a package. */
export interface SchemaFile {
  /** Where it was found, for messages: the path from the package. */
  readonly place: string;
  /** Its `$id`. */
  readonly id: string;
  /** The beginning of `id` that all schemas of the profile have, with "/" at its end. */
  readonly base: string;
  /** The rest of `id`, "a2a/Task.schema.json". */
  readonly path: string;
  /** Names the schemas below `base`: the profile, else the last name of the base. */
  readonly profile: string;
  readonly text: string;
  readonly json: JsonObject;
}
