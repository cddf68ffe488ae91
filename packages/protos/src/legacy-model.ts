import { createDiagnostics } from "@a2agen/generators/model/diagnostics.ts";
import type { Profile } from "@a2agen/generators/model/profile.ts";
import { buildSchemaModel } from "@a2agen/generators/source/json-schema/build-model.ts";
import schema from "../../../profiles/a2a-0.3.schema.json" with { type: "json" };
import profile from "../../../profiles/a2a-0.3.yaml";

// Sound, since the bundlers validate profiles against their schema when they turn them into modules.
export const legacyProfile = profile as Profile;

const source = "a2a-0.3.schema.json";

/** The model of 0.3, which has a JSON Schema and no proto. */
export const legacyModel = buildSchemaModel(
  { schema, source, name: source, profile: legacyProfile },
  createDiagnostics(),
);
