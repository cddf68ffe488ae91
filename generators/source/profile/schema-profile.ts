import type { DeepReadonly } from "./profile.ts";
import type { SchemaProfileData } from "./schema-profile-types.ts";

/**
 * A protocol version whose types are given by a JSON Schema, as `profiles/schema-profile.schema.json`
 * describes it. Names of types, methods and codes are those of that schema.
 */
export type SchemaProfile = DeepReadonly<SchemaProfileData>;

export type SchemaMethod = SchemaProfile["service"]["methods"][string];
