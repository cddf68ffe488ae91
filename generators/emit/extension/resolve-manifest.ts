import { defined } from "@a2agen/runtime/internal";
import type { Diagnostics } from "../../model/diagnostics.ts";
import type { Extension, ExtensionManifest, TypeOf } from "../../model/extension-manifest.ts";
import type { ExtensionModel, Model, Position } from "../../model/model.ts";
import { lastName } from "../../naming/last-name.ts";
import { stemOf } from "../../schema/schema-names.ts";
import { checkDependencies } from "./check-dependencies.ts";
import { checkKeys } from "./check-keys.ts";
import { extensionDiagnostics } from "./diagnostics.ts";
import { findCarrier } from "./find-carrier.ts";
import { checkOwnErrors } from "./own-errors.ts";
import { resolveTerms } from "./resolve-terms.ts";
import type { Carrier, ExtensionSource, ResolvedExtension } from "./resolved-extension.ts";
import type { FoundType } from "./terms-context.ts";
import { indexTypes, type TypeIndex } from "./type-index.ts";

export interface ManifestInit {
  /** Name of the manifest, for problems and comments. */
  readonly path: string;
  readonly manifest: ExtensionManifest;
  /** The model of the core's protos. */
  readonly core: Model;
  /** The generated type of what a manifest names; undefined, and reported, for what is not there. */
  readonly typeOf: (type: TypeOf) => FoundType | undefined;
  readonly diagnostics: Diagnostics;
}

interface Context extends ManifestInit {
  readonly types: TypeIndex;
  readonly file: ExtensionSource;
}

/** The extensions of a manifest, in its order; problems are reported. */
export function resolveManifest(init: ManifestInit): readonly ResolvedExtension[] {
  const context: Context = {
    ...init,
    types: indexTypes(init.core),
    file: { name: init.path, package: "", profile: "" },
  };
  const extensions = init.manifest.extensions.map((extension, i) => resolve(extension, i, context));
  checkDependencies(extensions, init.diagnostics);
  checkKeys(extensions, init.diagnostics);
  checkOwnErrors(extensions, init);
  return extensions;
}

function resolve(extension: Extension, index: number, context: Context): ResolvedExtension {
  const { name } = extension;
  const options = toOptions(extension, toPosition(context.path, ["extensions", index]));
  const params = extension.params === undefined ? undefined : context.typeOf(extension.params)?.type;
  const terms = resolveTerms(options, {
    ...context,
    extension: name,
    files: context.core.files,
    params,
    findType: context.typeOf,
    findObject: (object) => findObject(object, { extension: name, position: options.position, context }),
    nameOf: ({ typeName }) => lastName(typeName),
  });
  return {
    typeName: name,
    name,
    file: context.file,
    options,
    comment: options.description,
    deprecated: false,
    ...terms,
    ...defined({ params }),
    carriers: [...new Set(terms.data.flatMap(({ carriers }) => carriers))],
    services: [],
    tables: (extension.methods ?? []).map(({ openrpc, service }) => ({
      name: service,
      stem: stemOf(openrpc),
    })),
    narrows: [],
  };
}

function toOptions(
  { name: _name, params: _params, ...extension }: Extension,
  position: Position,
): ExtensionModel {
  const { dependencies = [] } = extension;
  return {
    description: "",
    required: false,
    otherUris: [],
    activation: "header",
    headers: [],
    data: [],
    limits: [],
    errors: [],
    ...extension,
    dependencies: dependencies.map(({ uri, optional = false }) => ({ uri, optional })),
    position,
    params: "",
    key: "uri",
    objects: [],
    services: [],
    narrows: [],
  };
}

interface ObjectContext {
  readonly extension: string;
  readonly position: Position;
  readonly context: Context;
}

/** The core message of a name without its package. */
function findObject(
  name: string,
  { extension, position, context: { core, types, diagnostics } }: ObjectContext,
): Carrier | undefined {
  const messages = core.files.flatMap((file) => file.messages);
  const message = messages.find(({ typeName }) => lastName(typeName) === name);
  const carrier = message && findCarrier(message, types);
  if (carrier !== undefined) return carrier;
  const known = messages.filter((one) => findCarrier(one, types) !== undefined);
  const names = known.map(({ typeName }) => lastName(typeName));
  diagnostics.report(extensionDiagnostics["manifest-object"], position, { extension, name, names });
  return undefined;
}

function toPosition(file: string, path: readonly (string | number)[]): Position {
  return { file, line: 1, column: 1, pointer: `#/${path.join("/")}` };
}
