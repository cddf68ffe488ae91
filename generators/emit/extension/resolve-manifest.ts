import { defined, statusTable } from "@a2agen/runtime/internal";
import type { StatusName } from "@a2agen/runtime/service";
import type { Diagnostics } from "../../model/diagnostics.ts";
import type {
  At,
  Extension,
  ExtensionManifest,
  OwnError,
  PlacedData,
  States,
  TypeOf,
} from "../../model/extension-manifest.ts";
import type { FileModel, Model, Position } from "../../model/model.ts";
import { lastName } from "../../naming/last-name.ts";
import { checkDependencies } from "./check-dependencies.ts";
import { extensionDiagnostics } from "./diagnostics.ts";
import { findCarrier } from "./find-carrier.ts";
import type {
  Carrier,
  DataType,
  ResolvedData,
  ResolvedError,
  ResolvedExtension,
  ResolvedStates,
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
  readonly file: FileModel;
}

/** The extensions of a manifest, in its order; problems are reported. */
export function resolveManifest(init: ManifestInit): readonly ResolvedExtension[] {
  const context: Context = { ...init, types: indexTypes(init.core), file: toFile(init.path) };
  const extensions = init.manifest.extensions.map((extension, i) => resolve(extension, i, context));
  checkDependencies(extensions, init.diagnostics);
  checkErrorCodes(extensions, init);
  return extensions;
}

/** Reports codes of errors that are those of the core, or of another extension. */
function checkErrorCodes(
  extensions: readonly ResolvedExtension[],
  { core, diagnostics }: ManifestInit,
): void {
  const owners = new Map<number, string>();
  for (const { errors, jsonRpcErrors, title } of Object.values(core.profiles)) {
    for (const { jsonRpc, name } of [...errors, ...jsonRpcErrors]) owners.set(jsonRpc, `${name} of ${title}`);
  }
  for (const { name: extension, errors, options } of extensions) {
    for (const { name, jsonRpc } of errors) {
      if (jsonRpc === undefined) continue;
      const owner = owners.get(jsonRpc);
      owners.set(jsonRpc, owner ?? `${name} of ${extension}`);
      if (owner === undefined) continue;
      const parameters = { extension, name, code: jsonRpc, owner };
      diagnostics.report(extensionDiagnostics["extension-error-code"], options.position, parameters);
    }
  }
}

/** A manifest as a file of a model: it declares no types. */
function toFile(path: string): FileModel {
  return {
    name: path,
    source: "json-schema",
    package: "",
    edition: "2020-12",
    requested: true,
    profile: "",
    dialect: {} as FileModel["dialect"],
    comment: "",
    deprecated: false,
    dependencies: [],
    messages: [],
    enums: [],
    unions: [],
    services: [],
  };
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
  const several = (extension.data ?? []).flatMap((data) => resolveData(data, name, { ...context, position }));
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
      states: extension.states && resolveStates(extension.states, several),
    }),
    carriers: [],
    several,
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

function resolveStates(
  { data: name = "", field, initial = [], moves, carries = {}, taskStates = {} }: States,
  several: readonly ResolvedData[],
): ResolvedStates | undefined {
  const data = several.find((one) => one.name === name);
  if (data === undefined) return undefined;
  const states = [...new Set(moves.flatMap(({ from, to }) => [from, ...to]))];
  const movesOf = (sides: readonly (string | undefined)[]): ReadonlyMap<string, readonly string[]> =>
    new Map(
      states.map((state) => {
        const own = moves.filter(({ from, by }) => from === state && sides.includes(by));
        return [state, [...new Set(own.flatMap(({ to }) => to))]] as const;
      }),
    );
  const withMoves = (sides: readonly (string | undefined)[]): ReadonlyMap<string, readonly string[]> =>
    new Map([...movesOf(sides)].filter(([, next]) => next.length > 0));
  const isSaid = moves.some(({ by }) => by !== undefined);
  return {
    data: name,
    field,
    type: { kind: "member", of: data.type },
    initial,
    moves: movesOf(["agent", "client", undefined]),
    ...(isSaid && {
      by: { agent: withMoves(["agent", undefined]), client: withMoves(["client", undefined]) },
    }),
    carries: new Map(Object.entries(carries)),
    taskStates: new Map(Object.entries(taskStates)),
  };
}

/** The status follows from the HTTP status where it is not given, and the other way round. */
function resolveError({ name, jsonRpc, http, grpc, description = "" }: OwnError): ResolvedError {
  const byHttp = Object.entries(statusTable).find(([, row]) => row.http === http)?.[0];
  const status = (grpc ?? byHttp ?? "FAILED_PRECONDITION") as StatusName;
  const row = statusTable[status];
  return {
    name,
    status,
    http: http ?? row.http,
    description: description === "" ? name : description,
    ...(jsonRpc !== undefined && { jsonRpc }),
  };
}

function toPosition(file: string, path: readonly (string | number)[]): Position {
  return { file, line: 1, column: 1, pointer: `#/${path.join("/")}` };
}
