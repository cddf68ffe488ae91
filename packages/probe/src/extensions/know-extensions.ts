import { findCoreStates } from "@a2agen/generators/emit/extension/core-states.ts";
import { findTypeIn, listRoots } from "@a2agen/generators/emit/extension/emit-manifest.ts";
import { findCarrier } from "@a2agen/generators/emit/extension/find-carrier.ts";
import { placementsOf } from "@a2agen/generators/emit/extension/placement-literal.ts";
import { resolveManifest } from "@a2agen/generators/emit/extension/resolve-manifest.ts";
import type {
  Carrier,
  DataType,
  ResolvedData,
  ResolvedExtension,
} from "@a2agen/generators/emit/extension/resolved-extension.ts";
import { indexTypes } from "@a2agen/generators/emit/extension/type-index.ts";
import { createDiagnostics, formatDiagnostic } from "@a2agen/generators/model/diagnostics.ts";
import type { Model } from "@a2agen/generators/model/model.ts";
import { uniqueName } from "@a2agen/generators/naming/unique-name.ts";
import { readSchemas } from "@a2agen/generators/schema/read-schemas.ts";
import { stemOf } from "@a2agen/generators/schema/schema-names.ts";
import type { SchemaNode } from "@a2agen/generators/schema/schema-node.ts";
import { compileCodecs } from "@a2agen/protos/compile-codecs.ts";
import type { ReadManifest } from "@a2agen/protos/read-manifest.ts";
import { type Codec, formatIssue } from "@a2agen/runtime";
import { defineCodec } from "@a2agen/runtime/codegen/schema";
import { defineExtension, type ExtensionData, type Placement } from "@a2agen/runtime/extensions";
import { defined } from "@a2agen/runtime/internal";
import { CommandError } from "@a2agen/terminal/command-error.ts";
import type { CoreTypes, DataAccesses, Knowledge, KnownData, KnownExtension } from "./known-extension.ts";

/** Makes what checks need of manifests; `core` has the protos of the core. Throws a CommandError. */
export function knowExtensions(manifests: readonly ReadManifest[], core: Model): Knowledge {
  const names = new Set<string>();
  const extensions = manifests
    .flatMap((manifest) => readExtensions(manifest, core))
    .filter(({ uris }, at, all) => all.findIndex((other) => other.uris[0] === uris[0]) === at)
    .map((extension) => {
      const name = uniqueName(extension.name, names);
      names.add(name);
      return { ...extension, name };
    });
  return { extensions, core: toCoreTypes(core) };
}

/** The schema of a type, and what checks it. */
interface CompiledType {
  readonly node: SchemaNode;
  readonly codec: Codec<unknown>;
}

function readExtensions(read: ReadManifest, core: Model): readonly KnownExtension[] {
  const { path, manifest, schemas } = read;
  const diagnostics = createDiagnostics();
  const set = readSchemas(schemas, diagnostics);
  const roots = listRoots(manifest);
  const codecs = compileCodecs(set, roots, diagnostics);
  const resolved = resolveManifest({
    path,
    manifest,
    core,
    typeOf: (type) => findTypeIn(set, type),
    diagnostics,
  });
  const errors = diagnostics.list.filter(({ severity }) => severity === "error");
  if (errors.length > 0) throw new CommandError(errors.map(formatDiagnostic).join("\n"));
  const compiled = new Map(
    roots.flatMap(({ ref, name }) => {
      const [node, codec] = [set.find(ref), codecs.get(ref)];
      const key = `${stemOf(ref.split("#")[0] ?? "")} ${name}`;
      return node === undefined || codec === undefined ? [] : [[key, { node, codec }] as const];
    }),
  );
  const find = (type: DataType | undefined): CompiledType | undefined =>
    type?.kind === "schema" ? compiled.get(`${type.stem} ${type.name}`) : undefined;
  const carriers = listCarriers(core);
  return resolved.map((extension): KnownExtension => {
    const { options, limits } = extension;
    const params = find(extension.params)?.codec;
    const limited = defineExtension({ ...bare, uri: options.uri, limits });
    return {
      name: extension.name,
      uris: [options.uri, ...options.otherUris],
      terms: extension,
      ...defined({ params }),
      kinds: extension.data.flatMap((data) => {
        const type = find(data.type);
        return type === undefined ? [] : [toKind(data, type, { extension, carriers })];
      }),
      excessIn: (data, given, name) => limited.excessIn(data, given as never, name).map(formatIssue),
    };
  });
}

const bare = { kind: "profile", description: "", required: false, dependencies: [] } as const;

/** Takes every value. */
const loose: Codec<unknown> = defineCodec({
  typeName: "JSON",
  check: () => undefined,
  encode: (value) => value,
});

function toKind(
  data: ResolvedData,
  { node, codec }: CompiledType,
  { extension, carriers }: { readonly extension: ResolvedExtension; readonly carriers: readonly Carrier[] },
): KnownData {
  const { uri, otherUris } = extension.options;
  const { place, name, from, invalid, taskStates } = data;
  const isInParts = place.kind === "part-key" || place.kind === "part-type";
  const own = carriers.filter(({ parts }) => !isInParts || parts !== undefined);
  // As the generator writes them.
  const placements = placementsOf({ ...data, carriers: own }, extension) as unknown as readonly Placement[];
  const accessOf = (placement: Placement, by: Codec<unknown>): ExtensionData<unknown, object> => {
    const several = { data: { codec: by, place, placements: [placement] } };
    return defineExtension<never, { readonly data: ExtensionData<unknown, object> }>({
      ...bare,
      uri,
      otherUris,
      several,
    }).data;
  };
  const accesses = placements.map((placement): readonly [string, DataAccesses] => [
    placement.typeName,
    { strict: accessOf(placement, codec), loose: accessOf(placement, loose) },
  ]);
  return {
    name,
    ...defined({ from, invalid }),
    taskStates,
    node,
    codec,
    isList: place.kind === "part-type",
    keys: listKeys(place, [uri, ...otherUris]),
    on: new Set(data.carriers.map(({ message }) => message.typeName)),
    accesses: new Map(accesses),
  };
}

function listKeys(place: ResolvedData["place"], uris: readonly string[]): readonly string[] {
  switch (place.kind) {
    case "key":
      return (place.keys ?? uris).map((key) => `key ${key}`);
    case "fields":
      return (place.prefixes ?? uris).map((prefix) => `prefix ${prefix}`);
    case "path":
      return [`path ${place.path.join(" ")}`];
    case "part-key":
      return [`part ${place.key}`];
    case "part-type":
      return place.mediaTypes.map((type) => `part of ${type}`);
  }
}

function listCarriers(core: Model): readonly Carrier[] {
  const types = indexTypes(core);
  return core.files.flatMap(({ messages }) =>
    messages.flatMap((message) => findCarrier(message, types) ?? []),
  );
}

function toCoreTypes({ files }: Model): CoreTypes {
  const methods = files.flatMap(({ services }) => services.flatMap((service) => service.methods));
  return {
    fields: new Map(
      files.flatMap(({ messages }) =>
        messages.map(({ typeName, fields }) => [
          typeName,
          fields.flatMap(({ jsonName, shape }) =>
            shape.type.kind === "message" ? [{ name: jsonName, typeName: shape.type.typeName }] : [],
          ),
        ]),
      ),
    ),
    coreStates: findCoreStates(files),
    methods: new Map(methods.map((method) => [method.member, method])),
  };
}
