import type { Diagnostics } from "../../model/diagnostics.ts";
import type { Model } from "../../model/model.ts";
import { sharedDiagnostics } from "../shared/diagnostics.ts";
import { checkConflicts } from "./check-conflicts.ts";
import { checkDependencies } from "./check-dependencies.ts";
import { checkKeys } from "./check-keys.ts";
import { checkUris } from "./check-uris.ts";
import { extensionDiagnostics } from "./diagnostics.ts";
import { checkOwnErrors } from "./own-errors.ts";
import type { ResolvedExtension } from "./resolved-extension.ts";

export interface CheckContext {
  readonly model: Model;
  readonly diagnostics: Diagnostics;
}

/** Reports what is wrong with the extensions of a request, each by itself and side by side. */
export function checkExtensions(extensions: readonly ResolvedExtension[], context: CheckContext): void {
  const { diagnostics } = context;
  checkUris(extensions, diagnostics);
  for (const extension of extensions) {
    checkKind(extension, diagnostics);
    checkPackage(extension, context);
  }
  checkDependencies(extensions, diagnostics);
  checkKeys(extensions, diagnostics);
  checkConflicts(extensions, diagnostics);
  checkNames(extensions, diagnostics);
  checkOwnErrors(extensions, { core: context.model, diagnostics });
}

function checkKind({ typeName, options, services }: ResolvedExtension, diagnostics: Diagnostics): void {
  const { position, kind } = options;
  const extension = typeName;
  switch (kind) {
    case "unspecified":
      diagnostics.report(extensionDiagnostics["extension-kind"], position, { extension });
      return;
    case "data": {
      if (options.required)
        diagnostics.report(extensionDiagnostics["extension-required"], position, { extension });
      const has = [
        options.objects.length > 0 ? "objects" : "",
        options.narrows.length > 0 ? "narrows" : "",
        services.length > 0 ? "services" : "",
      ].filter((name) => name !== "");
      if (has.length > 0)
        diagnostics.report(extensionDiagnostics["extension-data-only"], position, { extension, has });
      return;
    }
    case "method":
      if (services.length === 0 && options.services.length === 0) {
        const problem = "is a method extension without a service; name its services";
        diagnostics.report(extensionDiagnostics["extension-services"], position, { extension, problem });
      }
      return;
    case "profile":
      if (services.length > 0) {
        const problem = "has services; set kind to EXTENSION_KIND_METHOD";
        diagnostics.report(extensionDiagnostics["extension-services"], position, { extension, problem });
      }
      return;
    case "state-machine":
  }
}

/** A type of an extension in the package of a protocol would be one more core type. */
function checkPackage(
  { typeName, file, options }: ResolvedExtension,
  { model, diagnostics }: CheckContext,
): void {
  const owner = Object.values(model.profiles).find(
    ({ packages, errors }) => errors.length > 0 && packages.includes(file.package),
  );
  if (owner === undefined) return;
  const names = { extension: typeName, package: file.package, profile: owner.title };
  diagnostics.report(extensionDiagnostics["extension-core-type"], options.position, names);
}

/** What is generated for two extensions of one directory may not have the same path. */
function checkNames(extensions: readonly ResolvedExtension[], diagnostics: Diagnostics): void {
  const owners = new Map<string, ResolvedExtension>();
  for (const extension of extensions) {
    const directory = extension.file.name.split("/").slice(0, -1).join("/");
    const key = `${directory}/${extension.name.toLowerCase()}`;
    const owner = owners.get(key);
    if (owner === undefined) owners.set(key, extension);
    else {
      diagnostics.report(sharedDiagnostics["derived-name-collision"], extension.options.position, {
        name: `${extension.name}Extension`,
        first: owner.typeName,
        second: extension.typeName,
      });
    }
  }
}
