import { createDiagnostics } from "@a2agen/generators/model/diagnostics.ts";
import type { Model } from "@a2agen/generators/model/model.ts";
import type { Profile } from "@a2agen/generators/model/profile.ts";
import { buildSchemaModel } from "@a2agen/generators/source/json-schema/build-model.ts";
import { schemas } from "@a2agen/versions/schemas.ts";

interface SchemaVersion {
  readonly profile: Profile;
  readonly model: Model;
}

const versions: readonly SchemaVersion[] = Object.values(schemas).map(
  ({ file, schema, profile: document }) => {
    // Sound, since the bundlers validate profiles against their schema when they turn them into modules.
    const profile = document as Profile;
    const init = { schema, source: file, name: file, profile };
    return { profile, model: buildSchemaModel(init, createDiagnostics()) };
  },
);

/** The model of a version that has a JSON Schema and no proto; undefined for others. */
export function schemaModelOf(name: string): Model | undefined {
  return versions.find(({ profile }) => profile.name === name)?.model;
}

const [legacy] = versions;
if (legacy === undefined)
  throw new Error("expected a version with a JSON Schema, from which values are migrated");

/** The oldest version with a JSON Schema, from which values and code are migrated: 0.3. */
export const { profile: legacyProfile, model: legacyModel }: SchemaVersion = legacy;
