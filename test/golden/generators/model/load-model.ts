import { createFileRegistry } from "@bufbuild/protobuf";
import type { FileDescriptorSet } from "@bufbuild/protobuf/wkt";
import { createDiagnostics, formatDiagnostic } from "../../../../generators/model/diagnostics.ts";
import type { Model } from "../../../../generators/model/model.ts";
import {
  builtinProfiles,
  findProfileForPackage,
} from "../../../../generators/source/profile/builtin-profiles.ts";
import { buildModel } from "../../../../generators/source/proto/build-model.ts";
import { readGoogleApiOptions } from "../../../../generators/source/proto/google-api-options.ts";

export interface LoadedModel {
  readonly model: Model;
  /** What was reported, one line each. */
  readonly diagnostics: readonly string[];
}

/** Builds the model of compiled files; `profile` is a built-in one that rules all of them. */
export function loadModel(
  set: FileDescriptorSet,
  { requested, profile }: { readonly requested: readonly string[]; readonly profile?: string },
): LoadedModel {
  const files = [...createFileRegistry(set).files];
  const diagnostics = createDiagnostics();
  const chosen = profile === undefined ? undefined : builtinProfiles.get(profile);
  if (profile !== undefined && chosen === undefined) throw new Error(`there is no profile ${profile}`);
  const model = buildModel(
    {
      files,
      requested: new Set(requested),
      profileFor: (protoPackage) => chosen ?? findProfileForPackage(protoPackage),
      options: readGoogleApiOptions(files),
    },
    diagnostics,
  );
  return { model, diagnostics: diagnostics.list.map(formatDiagnostic) };
}
