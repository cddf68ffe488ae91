import { listRoots, referenceOf } from "@a2agen/generators/emit/extension/emit-manifest.ts";
import { toPlace } from "@a2agen/generators/emit/extension/resolve-terms.ts";
import { createDiagnostics, formatDiagnostic } from "@a2agen/generators/model/diagnostics.ts";
import type { Extension, PlacedData } from "@a2agen/generators/model/extension-manifest.ts";
import { bundleSchema } from "@a2agen/generators/schema/bundle-schema.ts";
import { shapeOf } from "@a2agen/generators/schema/object-shape.ts";
import { readSchemas } from "@a2agen/generators/schema/read-schemas.ts";
import type { SchemaSet } from "@a2agen/generators/schema/schema-node.ts";
import { compileCodecs } from "@a2agen/protos/compile-codecs.ts";
import type { ReadManifest } from "@a2agen/protos/read-manifest.ts";
import type { Codec } from "@a2agen/runtime";
import { CommandError } from "@a2agen/terminal/command-error.ts";
import type { CheckAnswer, CheckRequest, DataFacts, ExtensionFacts } from "./extension-facts.ts";

/** Extensions by their manifests: of several for one URI the last one counts. */
export class ExtensionCatalog {
  readonly facts: readonly ExtensionFacts[];
  /** Makes the codec of a kind of data, by its id: not before it is needed, which takes a while. */
  readonly #codecs = new Map<string, () => Codec<unknown> | undefined>();

  /** Throws a CommandError for schemas that cannot be read. */
  constructor(manifests: readonly ReadManifest[]) {
    const facts = new Map<string, ExtensionFacts>();
    for (const read of manifests) {
      const set = readSet(read);
      let codecs: ReadonlyMap<string, Codec<unknown>> | undefined;
      const codecOf = (ref: string): Codec<unknown> | undefined => {
        codecs ??= compileCodecs(set, listRoots(read.manifest), createDiagnostics());
        return codecs.get(ref);
      };
      for (const extension of read.manifest.extensions) {
        const data = (extension.data ?? []).map((each) => toFacts(each, extension, set));
        for (const [at, { id }] of data.entries()) {
          const type = extension.data?.[at]?.type;
          if (type !== undefined) this.#codecs.set(id, () => codecOf(referenceOf(type)));
        }
        const { name, uri, otherUris = [], description = "" } = extension;
        facts.set(uri, { name, uris: [uri, ...otherUris], description, data });
      }
    }
    this.facts = [...facts.values()];
  }

  /** What is wrong with a value. */
  readonly check = ({ ids, value }: CheckRequest): CheckAnswer =>
    ids.map((id) => {
      const result = this.#codecs.get(id)?.()?.tryDecode(value);
      if (result === undefined || result.ok) return [];
      return result.issues.map(({ path, message }) => ({ path, message }));
    });
}

function readSet({ path, schemas }: ReadManifest): SchemaSet {
  const diagnostics = createDiagnostics();
  const set = readSchemas(schemas, diagnostics);
  const errors = diagnostics.list.filter(({ severity }) => severity === "error");
  if (errors.length > 0) throw new CommandError([path, ...errors.map(formatDiagnostic)].join("\n"));
  return set;
}

function toFacts(data: PlacedData, { uri, states }: Extension, set: SchemaSet): DataFacts {
  const { name = "", description = "", from = "either", on, at = "uri", type } = data;
  const ref = referenceOf(type);
  const node = set.find(ref);
  if (node === undefined) throw new CommandError(`${uri}: error: expected a schema at ${ref}; found none`);
  const tells = states !== undefined && (states.data ?? "") === name;
  return {
    id: `${uri} ${name}`,
    name,
    description,
    on,
    from,
    place: toPlace(at, [...shapeOf(node).members.keys()]),
    schema: bundleSchema(set, ref) ?? {},
    ...(tells ? { state: states.field.split(".") } : {}),
  };
}
