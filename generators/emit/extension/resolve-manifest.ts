import { defined } from "@a2agen/runtime/internal";
import type { Diagnostics } from "../../model/diagnostics.ts";
import type { At, Extension, ExtensionManifest, PlacedData, TypeOf } from "../../model/extension-manifest.ts";
import type { Model, Position } from "../../model/model.ts";
import { lastName } from "../../naming/last-name.ts";
import { checkDependencies } from "./check-dependencies.ts";
import { extensionDiagnostics } from "./diagnostics.ts";
import { findCarrier } from "./find-carrier.ts";
import { resolveManifestStates } from "./manifest-states.ts";
import { checkOwnErrors, resolveError } from "./own-errors.ts";
import type {
  Carrier,
  DataType,
  ExtensionSource,
  ResolvedData,
  ResolvedExtension,
} from "./resolved-extension.ts";
import { indexTypes, type TypeIndex } from "./type-index.ts";

export interface ManifestInit {
  /** Name of the manifest, for problems and comments. */
  readonly path: string;
  readonly manifest: ExtensionManifest;
  /** The model of the core's protos. */
  readonly core: Model;
  /** The generated type of what a manifest names; undefined, and reported, for what is not there. */
  readonly typeOf: (type: TypeOf) => SchemaType | undefined;
  readonly diagnostics: Diagnostics;
}

/** A generated type of a schema, with the names of the members that it lists. */
export interface SchemaType {
  readonly type: Extract<DataType, { readonly kind: "schema" }>;
  readonly members: readonly string[];
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
  checkOwnErrors(extensions, init);
  return extensions;
}

function resolve(extension: Extension, index: number, context: Context): ResolvedExtension {
  const {
    name,
    uri,
    otherUris = [],
    kind,
    description = "",
    required = false,
    dependencies = [],
  } = extension;
  const position = toPosition(context.path, ["extensions", index]);
  const data = (extension.data ?? []).flatMap((one) => resolveData(one, name, { ...context, position }));
  const params = extension.params === undefined ? undefined : context.typeOf(extension.params)?.type;
  return {
    typeName: name,
    name,
    file: context.file,
    options: {
      position,
      uri,
      kind,
      description,
      required,
      dependencies: dependencies.map(({ uri: needed, optional = false }) => ({ uri: needed, optional })),
      params: "",
      key: "uri",
      objects: [],
      services: [],
      narrows: [],
      otherUris,
      errors: extension.errors ?? [],
    },
    comment: description,
    deprecated: false,
    activation: extension.activation ?? "header",
    headers: (extension.headers ?? []).map(({ name: header, required: isNeeded = false, pattern }) =>
      defined({ name: header, required: isNeeded, pattern }),
    ),
    errors: (extension.errors ?? []).map(resolveError),
    limits: (extension.limits ?? []).map(({ data, path, rule, param }) =>
      defined({ data, path, rule, param }),
    ),
    ...defined({
      params,
      states: extension.states && resolveManifestStates(extension.states, data),
    }),
    carriers: [],
    data,
    services: [],
    narrows: [],
  };
}

interface DataContext extends Context {
  readonly position: Position;
}

function resolveData(data: PlacedData, extension: string, context: DataContext): readonly ResolvedData[] {
  const { name = "", description = "", from, onInvalid, taskStates = [], at = "uri" } = data;
  const found = context.typeOf(data.type);
  const carriers = data.on.flatMap((object) => resolveObject(object, { extension, at, context }));
  if (found === undefined || carriers.length === 0) return [];
  return [
    {
      name,
      description,
      type: found.type,
      place: toPlace(at, found.members),
      carriers,
      taskStates,
      ...defined({ from: from === "either" ? undefined : from, invalid: onInvalid }),
    },
  ];
}

interface ObjectContext {
  readonly extension: string;
  readonly at: At;
  readonly context: DataContext;
}

/** The core message of a name without its package. */
function resolveObject(
  name: string,
  { extension, at, context: { core, types, position, diagnostics } }: ObjectContext,
): readonly Carrier[] {
  const messages = core.files.flatMap((file) => file.messages);
  const message = messages.find(({ typeName }) => lastName(typeName) === name);
  const carrier = message && findCarrier(message, types);
  if (carrier === undefined) {
    const known = messages.filter((one) => findCarrier(one, types) !== undefined);
    const names = known.map(({ typeName }) => lastName(typeName));
    diagnostics.report(extensionDiagnostics["manifest-object"], position, { extension, name, names });
    return [];
  }
  const inParts = typeof at === "object" && ("partKey" in at || "mediaType" in at);
  if (inParts && carrier.parts === undefined) {
    const names = messages
      .filter((one) => findCarrier(one, types)?.parts !== undefined)
      .map(({ typeName }) => lastName(typeName));
    diagnostics.report(extensionDiagnostics["manifest-object"], position, { extension, name, names });
    return [];
  }
  return [carrier];
}

function toPlace(at: At, fields: readonly string[]): ResolvedData["place"] {
  if (at === "uri") return { kind: "key" };
  if (at === "uri-field") return { kind: "fields", fields };
  if ("key" in at) return { kind: "key", keys: [at.key, ...(at.alsoReads ?? [])] };
  if ("prefix" in at) return { kind: "fields", fields, prefixes: [at.prefix, ...(at.alsoReads ?? [])] };
  if ("uriWithoutScheme" in at) {
    return { kind: "key", suffix: at.uriWithoutScheme === "" ? "" : `/${at.uriWithoutScheme}` };
  }
  if ("path" in at) return { kind: "path", path: at.path };
  if ("partKey" in at) return { kind: "part-key", key: at.partKey };
  const { mediaType, alsoReads = [], marker = "both", values = "list" } = at;
  return { kind: "part-type", mediaTypes: [mediaType, ...alsoReads], marker, values };
}

function toPosition(file: string, path: readonly (string | number)[]): Position {
  return { file, line: 1, column: 1, pointer: `#/${path.join("/")}` };
}
