import type { RenamingKind } from "../../model/legacy-manifest.ts";
import type { FileModel } from "../../model/model.ts";
import type { Profile } from "../../model/profile.ts";
import { endpointOfRule } from "./endpoint-text.ts";
import type { Target } from "./legacy-alias.ts";

/** A package as names are looked up in it. */
export interface PackageContent {
  readonly protoPackage: string;
  readonly profile: Profile;
  readonly files: readonly FileModel[];
}

/** Kinds of names that only packages with services have. */
export const serviceKinds: ReadonlySet<RenamingKind> = new Set([
  "jsonRpcMethod",
  "endpoint",
  "header",
  "wellKnownPath",
]);

/** What the package has of a kind, under the name that entries of the manifest have for it. */
export function listTargets(kind: RenamingKind, content: PackageContent): readonly Target[] {
  const { files, protoPackage, profile } = content;
  const short = (typeName: string): string =>
    protoPackage === "" ? typeName : typeName.slice(protoPackage.length + 1);
  const services = files.find((file) => file.services.length > 0);
  const ofProfile = (names: readonly string[]): readonly Target[] =>
    services === undefined
      ? []
      : names.map((name) => ({
          name,
          file: services,
          position: services.services[0]?.position ?? startOf(services),
        }));
  switch (kind) {
    case "message":
      return files.flatMap((file) =>
        file.messages.map((type) => ({ name: short(type.typeName), file, position: type.position, type })),
      );
    case "field":
      return files.flatMap((file) =>
        file.messages.flatMap((type) =>
          type.fields.map(({ jsonName, position }) => {
            return { name: `${short(type.typeName)}.${jsonName}`, file, position, type };
          }),
        ),
      );
    case "enumValue":
      return files.flatMap((file) =>
        file.enums.flatMap((type) =>
          type.values
            .filter(({ unspecified }) => !unspecified)
            .map(({ json }) => ({
              name: `${short(type.typeName)}.${json}`,
              file,
              position: type.position,
              type,
            })),
        ),
      );
    case "jsonRpcMethod":
      return listMethods(files)
        .filter(({ method }) => method.streaming === "unary" || method.streaming === "server")
        .map(({ file, method }) => ({ name: method.name, file, position: method.position }));
    case "endpoint":
      return listMethods(files).flatMap(({ file, method }) =>
        method.http.map((rule) => ({ name: endpointOfRule(rule), file, position: method.position })),
      );
    case "header":
      return ofProfile(profile.serviceParameters.map(({ name }) => name));
    case "wellKnownPath":
      return ofProfile(profile.wellKnownPaths === undefined ? [] : [profile.wellKnownPaths.agentCard]);
  }
}

/** The enums of the package. */
export function listEnums({ files, protoPackage }: PackageContent): readonly Target[] {
  const start = protoPackage === "" ? 0 : protoPackage.length + 1;
  return files.flatMap((file) =>
    file.enums.map((type) => ({
      name: type.typeName.slice(start),
      file,
      position: type.position,
      type,
    })),
  );
}

/** The parts of the reference that are about no declaration. */
export function listSections({ files }: PackageContent): readonly Target[] {
  const file = files.find(({ services }) => services.length > 0);
  return file === undefined ? [] : [{ name: "errors", file, position: startOf(file) }];
}

function listMethods(files: readonly FileModel[]) {
  return files.flatMap((file) =>
    file.services.flatMap((service) => service.methods.map((method) => ({ file, method }))),
  );
}

/** Where problems are that belong to no part of a file. */
export function startOf(file: FileModel): { file: string; line: number; column: number } {
  return { file: file.name, line: 1, column: 1 };
}
