import { emitIndexes } from "../../../../generators/emit/index/emit-index.ts";
import { emitJson } from "../../../../generators/emit/json/emit-json.ts";
import { emitService } from "../../../../generators/emit/service/emit-service.ts";
import { emitTypes } from "../../../../generators/emit/types/emit-types.ts";
import { createDiagnostics } from "../../../../generators/model/diagnostics.ts";
import type { Profile } from "../../../../generators/model/profile.ts";
import { buildSchemaModel } from "../../../../generators/source/json-schema/build-model.ts";
import { findProfileForPackage } from "../../../../generators/source/profile/builtin-profiles.ts";

/** The profile of a protocol called pets; what it needs is taken over from that of ProtoJSON. */
export function petsProfile(schema?: Profile["schema"]): Profile {
  const { json, ...proto } = findProfileForPackage("");
  return {
    ...proto,
    name: "pets",
    title: "Pets 1",
    json: { ...json, spellings: "canonical" },
    ...(schema === undefined ? {} : { schema }),
  };
}

/** The TypeScript files that are made of a JSON Schema, by name. */
export function emitSchema(schema: object, profile: Profile = petsProfile()): ReadonlyMap<string, string> {
  const diagnostics = createDiagnostics();
  const model = buildSchemaModel(
    { schema, source: "pets.json", name: "pets.schema.json", profile },
    diagnostics,
  );
  const files = [emitTypes, emitJson, emitService].flatMap((emit) => emit(model, diagnostics));
  return new Map(
    [...files, ...emitIndexes(files, { model, diagnostics })].map((file) => [
      `${file.path}.ts`,
      file.toText({ header: "// Generated from pets.json.\n", importExtension: "js" }),
    ]),
  );
}

/** What is wrong with a JSON Schema, or with what a profile says of it. */
export function problemsOf(schema: object, profile?: Profile): string {
  try {
    emitSchema(schema, profile);
    return "";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
