import type { Diagnostics } from "../../model/diagnostics.ts";
import type { Model } from "../../model/model.ts";
import type { Profile } from "../../model/profile.ts";
import { completeFiles } from "../../model/reachability.ts";
import { checkProfile } from "../check/check-profile.ts";
import { buildService } from "./build-service.ts";
import { type BuildContext, buildTypes } from "./build-types.ts";
import type { Definitions } from "./definition.ts";
import { nameTypes } from "./name-types.ts";
import { planUnions } from "./plan-unions.ts";
import { readSchema } from "./read-schema.ts";
import { SchemaError, type SchemaProblem } from "./schema-problem.ts";

export interface SchemaModelInput {
  /** The schema, as JSON.parse reads it. */
  readonly schema: unknown;
  /** Its path, as it stands in errors. */
  readonly source: string;
  /** Name of the file in the model: "a2a.schema.json" gives a2a_types.ts and a2a_json.ts. */
  readonly name: string;
  /** Its name is what full names of types begin with. */
  readonly profile: Profile;
}

/**
 * Builds the model of the definitions of a JSON Schema, and of the service that the profile describes. Throws
 * SchemaError with everything in the schema that is not supported; what the profile says wrongly of it goes
 * to `diagnostics`.
 */
export function buildSchemaModel(
  { schema, source, name, profile }: SchemaModelInput,
  diagnostics: Diagnostics,
): Model {
  const read = nameTypes(readSchema(schema, source), profile.schema?.types ?? {}, source);
  const { definitions, unions } = planUnions(read, source);
  checkErrors(profile, definitions, source);
  const context: BuildContext = {
    definitions,
    unions,
    namespace: profile.name,
    source,
    limits: profile.fields,
  };
  const files = completeFiles([
    {
      name,
      source: "json-schema",
      package: profile.name,
      edition: "2020-12",
      requested: true,
      profile: profile.name,
      dialect: profile.json,
      comment: "",
      deprecated: false,
      dependencies: [],
      ...buildTypes(context),
      services: profile.schema === undefined ? [] : [buildService(profile.schema.service, context)],
    },
  ]);
  const model = { files, profiles: { [profile.name]: profile } };
  checkProfile(profile, model, diagnostics);
  return model;
}

/** Errors are definitions too, whose constants and defaults have to be those of the profile. */
function checkErrors(
  { schema, errors, jsonRpcErrors }: Profile,
  definitions: Definitions,
  source: string,
): void {
  if (schema === undefined) return;
  const rows = [
    ...errors.map(({ name, jsonRpc, title }) => ({ name, jsonRpc, text: title })),
    ...jsonRpcErrors.map(({ name, jsonRpc, message }) => ({ name, jsonRpc, text: message })),
  ];
  const problems = rows.flatMap(({ name, jsonRpc, text }): readonly SchemaProblem[] => {
    const body = definitions.get(name)?.body;
    const properties = body?.kind === "object" ? body.properties : [];
    const code = properties.find((property) => property.name === "code")?.node;
    const message = properties.find((property) => property.name === "message");
    if (code?.kind === "literals" && code.values[0] === jsonRpc && message?.default === text) return [];
    const expected = `a definition whose code is ${jsonRpc} and whose message is ${JSON.stringify(text)} by default`;
    return [{ pointer: `#errors/${name}`, message: `expected ${expected} [schema-error]` }];
  });
  if (problems.length > 0) throw new SchemaError(source, problems);
}
