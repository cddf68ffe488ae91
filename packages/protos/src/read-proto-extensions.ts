import { stat } from "node:fs/promises";
import { resolveExtensions } from "@a2agen/generators/emit/extension/resolve-extensions.ts";
import type {
  DataType,
  ResolvedExtension,
  ResolvedStates,
  StateLists,
} from "@a2agen/generators/emit/extension/resolved-extension.ts";
import { emitSchemaBundle } from "@a2agen/generators/emit/jsonschema/emit-schema-bundle.ts";
import { createDiagnostics, formatDiagnostic } from "@a2agen/generators/model/diagnostics.ts";
import type { Extension, PlacedData, States } from "@a2agen/generators/model/extension-manifest.ts";
import { lastName } from "@a2agen/generators/naming/last-name.ts";
import { defined } from "@a2agen/runtime/internal";
import { CommandError } from "@a2agen/terminal/command-error.ts";
import { compileProtos } from "./compile-protos.ts";
import { findManifest } from "./find-manifest.ts";
import { buildImageModel } from "./load-model.ts";
import { type ReadManifest, readManifest } from "./read-manifest.ts";

/** Extensions that a user names: by a proto, a manifest, its folder, or a package. Throws a CommandError. */
export async function readExtensions(name: string): Promise<ReadManifest> {
  const isProto = name.endsWith(".proto") && (await stat(name).catch(() => undefined))?.isFile() === true;
  return isProto ? readProto(name) : readManifest(await findManifest(name));
}

/** The extensions of a proto as a manifest would say them, with the JSON Schemas of its messages. */
async function readProto(path: string): Promise<ReadManifest> {
  const bytes = await compileProtos(path, { from: path, otherwise: "give a manifest" });
  const terminal = { out: () => undefined, err: () => undefined };
  const model = buildImageModel(bytes, { profile: undefined, place: path, terminal });
  const diagnostics = createDiagnostics();
  const extensions = resolveExtensions(model, diagnostics);
  const problems = diagnostics.list.filter(({ severity }) => severity === "error");
  if (problems.length > 0) throw new CommandError(problems.map(formatDiagnostic).join("\n"));
  if (extensions.length === 0)
    throw new CommandError(
      `${path}: error: expected a message or a service with an option of an extension; found none`,
    );
  const bundles = emitSchemaBundle(model, { diagnostics, generator: "" });
  const schemas = bundles.map(({ path: file, text }) => ({ path: file, json: JSON.parse(text) as unknown }));
  const references = new Map(
    schemas.flatMap(({ path: file, json }) =>
      Object.keys((json as { readonly $defs: object }).$defs).map((name) => [name, `${file}#/$defs/${name}`]),
    ),
  );
  const read = extensions.map((extension) => toManifest(extension, references));
  return { path, manifest: { extensions: read }, schemas };
}

/** What an option says, with the names of the schemas; `references` finds definitions by their names. */
function toManifest(
  { name, file, options, params, data, states, limits, errors }: ResolvedExtension,
  references: ReadonlyMap<string, string>,
): Extension {
  const { uri, otherUris, versionOf, kind, description, required, activation, dependencies, headers } =
    options;
  const referenceOf = (type: DataType): string => {
    const typeName = type.kind === "message" ? type.message.typeName : type.name;
    const own = file.package !== "" && typeName.startsWith(`${file.package}.`);
    return references.get(typeName.slice(own ? file.package.length + 1 : 0).replaceAll(".", "_")) ?? typeName;
  };
  return {
    name,
    uri,
    otherUris: [...otherUris],
    kind: kind === "unspecified" ? "profile" : kind,
    description,
    required,
    activation,
    dependencies: [...dependencies],
    headers: [...headers],
    data: data.map((one): PlacedData => {
      const given = options.data.find((other) => (other.name ?? "") === one.name);
      return {
        type: referenceOf(one.type),
        on: one.carriers.map(({ message }) => lastName(message.typeName)),
        at: given?.at ?? options.key,
        ...defined({
          name: one.name === "" ? undefined : one.name,
          description: one.description === "" ? undefined : one.description,
          from: one.from,
          onInvalid: one.invalid,
          taskStates: given?.taskStates,
        }),
      };
    }),
    limits: [...limits],
    errors: errors.map(({ name: error, jsonRpc, http, status, description: text }) => ({
      name: error,
      http,
      grpc: status,
      description: text,
      ...defined({ jsonRpc }),
    })),
    ...defined({
      versionOf,
      params: params && referenceOf(params),
      states: states && toStates(states),
    }),
  };
}

function toStates({ data, field, keyedBy, initial, moves, by, carries, taskStates }: ResolvedStates): States {
  const sides =
    by === undefined
      ? [[undefined, moves] as const]
      : (["agent", "client"] as const).map((side) => [side, by[side]] as const);
  return {
    field,
    initial: [...initial],
    moves: sides.flatMap(([side, lists]) =>
      [...lists].flatMap(([from, to]) =>
        to.length === 0 ? [] : [{ from, to: [...to], ...defined({ by: side }) }],
      ),
    ),
    carries: toObject(carries),
    taskStates: toObject(taskStates),
    ...defined({ data: data === "" ? undefined : data, keyedBy }),
  };
}

function toObject(lists: StateLists): Record<string, string[]> {
  return Object.fromEntries(
    [...lists].flatMap(([state, names]) => (names.length === 0 ? [] : [[state, [...names]]])),
  );
}
