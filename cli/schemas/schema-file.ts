import type { JsonObject } from "../pack/json.ts";

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
