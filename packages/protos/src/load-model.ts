import { createDiagnostics, formatDiagnostic } from "@a2agen/generators/model/diagnostics.ts";
import type { Model } from "@a2agen/generators/model/model.ts";
import type { Profile } from "@a2agen/generators/model/profile.ts";
import {
  chooseProfile,
  findProfileForPackage,
  plainProfile,
} from "@a2agen/generators/source/profile/builtin-profiles.ts";
import { loadProfile } from "@a2agen/generators/source/profile/load-document.ts";
import { ProfileError } from "@a2agen/generators/source/profile/profile-error.ts";
import { buildModel } from "@a2agen/generators/source/proto/build-model.ts";
import { readGoogleApiOptions } from "@a2agen/generators/source/proto/google-api-options.ts";
import { errorMessage } from "@a2agen/runtime/internal";
import { CommandError } from "@a2agen/terminal/command-error.ts";
import { readBytes } from "@a2agen/terminal/read-bytes.ts";
import type { Terminal } from "@a2agen/terminal/terminal.ts";
import { currentVersion, versionTable } from "@a2agen/versions/table.ts";
import { createFileRegistry, type DescFile, type FileRegistry, fromBinary } from "@bufbuild/protobuf";
import { type FileDescriptorProto, FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { builtinImages } from "./builtin-images.ts";
import { compileProtos } from "./compile-protos.ts";
import { isImport } from "./image.ts";
import type { ProtoSource } from "./proto-flags.ts";

/** Reads the protos that the flags name and builds their model; warnings go to standard error. */
export async function loadModel(source: ProtoSource, terminal: Terminal): Promise<Model> {
  const isOwn = source.proto !== undefined || source.image !== undefined;
  const name = source.profile ?? (isOwn ? undefined : currentVersion);
  const profile = name === undefined ? undefined : await readProfile(name);
  if (source.proto !== undefined) await terminal.step?.(`compiling ${source.proto}`);
  const place = source.image ?? source.proto ?? "the built-in image";
  return buildImageModel(await readSource(source, profile), { profile, place, terminal });
}

export interface ImageModelInit {
  /** Rules every file when it is given; otherwise the one that names the package does. */
  readonly profile: Profile | undefined;
  /** Names the image in errors. */
  readonly place: string;
  readonly terminal: Terminal;
}

/** Builds the model of an image; warnings go to standard error. Throws a CommandError. */
export function buildImageModel(bytes: Uint8Array, { profile, place, terminal }: ImageModelInit): Model {
  const files = readImage(bytes, place);
  const diagnostics = createDiagnostics();
  const model = buildModel(
    {
      files,
      requested: new Set(
        files
          .map(({ proto }) => proto)
          .filter(isRequested)
          .map((proto) => proto.name),
      ),
      profileFor: (protoPackage, requested) => chooseProfile(profile, { protoPackage, requested }),
      fallback: profile === undefined ? plainProfile : undefined,
      options: readGoogleApiOptions(files),
      withHashes: true,
    },
    diagnostics,
  );
  const errors = diagnostics.list.filter(({ severity }) => severity === "error");
  if (errors.length > 0) throw new CommandError(errors.map(formatDiagnostic).join("\n"));
  for (const diagnostic of diagnostics.list) terminal.err(`${formatDiagnostic(diagnostic)}\n`);
  return model;
}

/** The name of the profile that users call so: "1.0" is that of A2A 1.0. Other names are left as they are. */
export function profileNameOf(given: string): string {
  return versionTable.find((row) => row.label === given && !("formOf" in row))?.name ?? given;
}

/** Reads a profile by its name, the label of its version, or its path; throws a CommandError. */
export async function readProfile(name: string): Promise<Profile> {
  try {
    return await loadProfile(profileNameOf(name));
  } catch (error) {
    if (error instanceof ProfileError) throw new CommandError(error.message, { cause: error });
    throw error;
  }
}

async function readSource({ proto, image }: ProtoSource, profile: Profile | undefined): Promise<Uint8Array> {
  if (proto !== undefined) return compileProtos(proto);
  return image === undefined ? findBuiltinImage(profile) : readBytes(image, "--image");
}

/** The image of the profile; for a profile of the user's, that of the same package. */
function findBuiltinImage(profile: Profile | undefined): Uint8Array {
  const packages = profile?.packages ?? [];
  const read =
    builtinImages.get(profile?.name ?? "") ??
    packages
      .map((name) => builtinImages.get(findProfileForPackage(name).name))
      .find((found) => found !== undefined);
  if (read === undefined) {
    const names = [...builtinImages.keys()].join(", ");
    throw new CommandError(
      `there is no built-in proto for profile ${profile?.name}, only for ${names}; give --proto or --image as well`,
    );
  }
  return read();
}

function readImage(bytes: Uint8Array, place: string): readonly DescFile[] {
  try {
    const set = fromBinary(FileDescriptorSetSchema, bytes);
    const registry: FileRegistry = createFileRegistry(set);
    const files = [...registry.files];
    if (files.length > 0) return files;
    throw new Error("it has no files");
  } catch (cause) {
    const reason = errorMessage(cause);
    throw new CommandError(`${place}: expected an image with everything that it imports; ${reason}`, {
      cause,
    });
  }
}

/** Files that are not there for others of the image alone, nor of google. */
function isRequested(proto: FileDescriptorProto): boolean {
  return proto.package !== "google.protobuf" && proto.package !== "google.api" && !isImport(proto);
}
