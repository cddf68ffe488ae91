import type { JsonObject, PackageFile } from "../package/package-file.ts";

/** What the schemas of a package are made from, as far as it is known. */
export interface Origin {
  /** Name of the profile, "a2a-1.0". */
  readonly profile?: string;
  /** Version of the protocol, "1.0"; absent where the profile is not that of a protocol. */
  readonly protocolVersion?: string;
  /** The package of the protos; a list where there are several. */
  readonly protoPackage?: string | readonly string[];
  /** SHA-256 of the descriptor image without comments, in hexadecimal. */
  readonly protoHash?: string;
  /** "a2agen 0.1.0". */
  readonly generator?: string;
}

/** One version of a package, with what people of other languages need of it. */
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
