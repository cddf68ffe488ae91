import { createFileRegistry } from "@bufbuild/protobuf";
import type { FileDescriptorSet } from "@bufbuild/protobuf/wkt";
import { emitJsonSchema } from "../../../generators/emit/jsonschema/emit-jsonschema.ts";
import { createDiagnostics, formatDiagnostic } from "../../../generators/model/diagnostics.ts";
import type { Model } from "../../../generators/model/model.ts";
import type { Profile } from "../../../generators/model/profile.ts";
import {
  builtinProfiles,
  findProfileForPackage,
} from "../../../generators/source/profile/builtin-profiles.ts";
import { buildModel } from "../../../generators/source/proto/build-model.ts";
import { readGoogleApiOptions } from "../../../generators/source/proto/google-api-options.ts";

export interface EmittedSchemas {
  readonly model: Model;
  /** Parsed files by path. */
  readonly schemas: ReadonlyMap<string, SchemaDocument>;
  readonly texts: ReadonlyMap<string, string>;
}

/** A file that the emitter wrote. */
export interface SchemaDocument {
  readonly $id: string;
  readonly $comment: string;
  readonly $defs?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly [keyword: string]: unknown;
}

export interface EmitInit {
  readonly requested: readonly string[];
  /** Rules all files; a built-in one by name. */
  readonly profile?: Profile | string;
}

/** Emits the schemas of compiled files. */
export function emitSchemas(set: FileDescriptorSet, { requested, profile }: EmitInit): EmittedSchemas {
  const files = [...createFileRegistry(set).files];
  const diagnostics = createDiagnostics();
  const chosen = typeof profile === "string" ? builtinProfiles.get(profile) : profile;
  const model = buildModel(
    {
      files,
      requested: new Set(requested),
      profileFor: (protoPackage) => chosen ?? findProfileForPackage(protoPackage),
      options: readGoogleApiOptions(files),
      withHashes: true,
    },
    diagnostics,
  );
  const emitted = emitJsonSchema(model, { diagnostics, generator: "a2agen 1.2.3" });
  // names.proto has types that differ in case only.
  const problems = diagnostics.list.filter(({ code }) => code !== "case-collision");
  if (problems.length > 0) throw new Error(problems.map(formatDiagnostic).join("\n"));
  return {
    model,
    texts: new Map(emitted.map(({ path, text }) => [path, text])),
    schemas: new Map(emitted.map(({ path, text }) => [path, JSON.parse(text) as SchemaDocument])),
  };
}

/** The file at a path; throws where there is none. */
export function schemaAt({ schemas }: EmittedSchemas, path: string): SchemaDocument {
  const found = schemas.get(path);
  if (found === undefined) throw new Error(`no ${path}; there are ${[...schemas.keys()].join(", ")}`);
  return found;
}
