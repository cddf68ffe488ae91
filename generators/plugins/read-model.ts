import type { CodeGeneratorRequest } from "@bufbuild/protobuf/wkt";
import { createEcmaScriptPlugin, type Schema } from "@bufbuild/protoplugin";
import type { Diagnostics } from "../model/diagnostics.ts";
import type { Model } from "../model/model.ts";
import { chooseProfile } from "../source/profile/builtin-profiles.ts";
import type { Profile } from "../source/profile/profile.ts";
import { buildModel } from "../source/proto/build-model.ts";
import { readGoogleApiOptions } from "../source/proto/google-api-options.ts";
import { InputError } from "./input-error.ts";

export interface ReadModelInput {
  /** Given when the option `profile` is; it rules files then as `chooseProfile` says. */
  readonly profile: Profile | undefined;
  readonly withHashes: boolean;
  readonly diagnostics: Diagnostics;
}

/**
 * Builds the model of a request; protoplugin reads the descriptors. The request is empty afterwards,
 * so that the memory they take is free when files are emitted.
 */
export function readModel(request: CodeGeneratorRequest, input: ReadModelInput): Model {
  const schema = readSchema(request);
  request.protoFile = [];
  request.sourceFileDescriptors = [];
  const { profile, withHashes, diagnostics } = input;
  return buildModel(
    {
      files: schema.allFiles,
      requested: new Set(schema.files.map((file) => file.proto.name)),
      profileFor: (protoPackage, requested) => chooseProfile(profile, { protoPackage, requested }),
      options: readGoogleApiOptions(schema.allFiles),
      withHashes,
    },
    diagnostics,
  );
}

/** The files of a request with their types resolved and their features applied. */
function readSchema(request: CodeGeneratorRequest): Schema {
  const schemas: Schema[] = [];
  const plugin = createEcmaScriptPlugin({
    name: "a2agen",
    version: "",
    generateTs: (schema) => {
      schemas.push(schema);
    },
  });
  dropDuplicateComments(request);
  try {
    // Options are parsed by ourselves, and files are not written by protoplugin: target=ts does nothing more.
    plugin.run({ ...request, parameter: "target=ts" });
  } catch (error) {
    // What is thrown here speaks of the descriptors.
    throw error instanceof Error ? new InputError(error.message, { cause: error }) : error;
  }
  const [schema] = schemas;
  if (schema === undefined) throw new Error("protoplugin did not hand over the schema");
  return schema;
}

/**
 * The files to generate are in the request twice, with options of source retention and without.
 * protoplugin takes the first; the comments of the second are half of the memory of a large request.
 */
function dropDuplicateComments(request: CodeGeneratorRequest): void {
  const complete = new Set(request.sourceFileDescriptors.map((file) => file.name));
  for (const file of request.protoFile) if (complete.has(file.name)) delete file.sourceCodeInfo;
}
