import type { JsonObject } from "@a2agen/runtime";
import { createDiagnostics } from "../../model/diagnostics.ts";
import type { Model } from "../../model/model.ts";
import { bundleSchema, createBundle } from "../../schema/bundle-schema.ts";
import { type SchemaRoot, stemOf } from "../../schema/schema-names.ts";
import type { SchemaNode, SchemaSet } from "../../schema/schema-node.ts";
import { emitSchemaBundle } from "../jsonschema/emit-schema-bundle.ts";
import type { SchemaObject } from "../jsonschema/schema.ts";
import { toSortedJson } from "../jsonschema/sorted-json.ts";
import type { DataFile } from "../shared/emitter.ts";
import { dataOnObject } from "./data-schema.ts";
import { pathStem } from "./extension-names.ts";
import type { Carrier, ResolvedData, ResolvedExtension } from "./resolved-extension.ts";
import { createSchemaUniverse } from "./schema-universe.ts";

export interface SchemasInit {
  readonly set: SchemaSet;
  /** The types that the manifest names. */
  readonly roots: readonly SchemaRoot[];
  /** Name and version of the toolchain, and the manifest. */
  readonly comment: string;
}

/**
 * A document of 2020-12 for each type of a manifest, "schemas/progress.Progress.schema.json", which needs no
 * other one.
 */
export function emitTypeSchemas({ set, roots, comment }: SchemasInit): readonly DataFile[] {
  return roots.flatMap(({ ref, name }) => {
    const bundle = bundleSchema(set, ref);
    if (bundle === undefined) return [];
    const path = `${stemOf(ref.split("#")[0] ?? "")}.${name}.schema.json`;
    return [{ path, text: toSortedJson({ $comment: comment, title: name, ...bundle }) }];
  });
}

/** The extensions of a manifest as a version of the core has them. */
export interface VersionOfExtensions {
  readonly core: Model;
  /** The version in names of files, "a2a-1.0". */
  readonly version: string;
  readonly extensions: readonly ResolvedExtension[];
}

/**
 * A document for each extension, "task-progress.a2a-1.0.schema.json", whose definitions are those of the core
 * with the extension's data, and the data itself; none where the data has no place.
 */
export function emitObjectSchemas(
  { core, version, extensions }: VersionOfExtensions,
  { set, roots, comment }: SchemasInit,
): readonly DataFile[] {
  const [bundle] = emitSchemaBundle(core, { diagnostics: createDiagnostics(), generator: "" });
  if (bundle === undefined) return [];
  const { $defs: known } = JSON.parse(bundle.text) as {
    readonly $defs: Readonly<Record<string, SchemaObject>>;
  };
  const universe = createSchemaUniverse(core);
  return extensions.flatMap((extension) => {
    const own = createBundle(set, Object.keys(known));
    const narrowed = new Map<string, SchemaObject>();
    const carriers = new Map(
      extension.data.flatMap((data) => data.carriers.map((carrier) => [carrier.message, carrier])),
    );
    for (const carrier of carriers.values()) {
      const name = universe.definitionOf(carrier.message.typeName);
      const rules = extension.data.flatMap((data) => {
        const node = carries(data, carrier) ? nodeOf(data, { set, roots }) : undefined;
        return (
          (node &&
            dataOnObject(carrier, {
              options: extension.options,
              data,
              node,
              bundle: own,
              index: universe.index,
            })) ??
          []
        );
      });
      if (rules.length > 0) narrowed.set(name, { allOf: [known[name] ?? {}, ...rules] });
    }
    if (narrowed.size === 0) return [];
    const definitions = { ...known, ...Object.fromEntries(narrowed) };
    const document = {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      $comment: comment,
      title: `Objects of ${version} with data of ${extension.options.uri}`,
      $defs: { ...reach(definitions, [...narrowed.keys()]), ...own.writeDefinitions() },
    };
    return [{ path: `${pathStem(extension)}.${version}.schema.json`, text: toSortedJson(document) }];
  });
}

function carries({ carriers }: ResolvedData, { message }: Carrier): boolean {
  return carriers.some((one) => one.message === message);
}

function nodeOf(
  { type }: ResolvedData,
  { set, roots }: Pick<SchemasInit, "set" | "roots">,
): SchemaNode | undefined {
  if (type.kind !== "schema") return undefined;
  const root = roots.find(
    ({ ref, name }) => name === type.name && stemOf(ref.split("#")[0] ?? "") === type.stem,
  );
  return root && set.find(root.ref);
}

/** Definitions of the core by name, with those that they refer to; the data has its definitions elsewhere. */
function reach(definitions: Readonly<Record<string, SchemaObject>>, names: readonly string[]): JsonObject {
  const found = new Set(names);
  // The set grows while it is walked.
  for (const name of found) {
    const references = JSON.stringify(definitions[name]).matchAll(/"\$ref":"#\/\$defs\/([^"/]+)"/g);
    for (const [, next = ""] of references) if (Object.hasOwn(definitions, next)) found.add(next);
  }
  return Object.fromEntries([...found].map((name) => [name, definitions[name]])) as JsonObject;
}
