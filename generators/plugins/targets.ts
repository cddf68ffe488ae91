import { emitBinary } from "../emit/binary/emit-binary.ts";
import { emitExtension } from "../emit/extension/emit-extension.ts";
import { emitGrpc } from "../emit/grpc/emit-grpc.ts";
import { emitJson } from "../emit/json/emit-json.ts";
import { emitLegacy } from "../emit/legacy/emit-legacy.ts";
import { emitService } from "../emit/service/emit-service.ts";
import type { DataEmitter } from "../emit/shared/emitter.ts";
import { emitTypes } from "../emit/types/emit-types.ts";
import type { Diagnostics } from "../model/diagnostics.ts";
import type { Model } from "../model/model.ts";
import type { ImportExtension } from "../print/resolve-module.ts";
import type { SourceFile } from "../print/source-file.ts";
import type { LegacyManifest } from "../source/profile/legacy-manifest.ts";

/** An emitter of TypeScript; of these only the target legacy reads the manifest. */
type SourceEmitter = (
  model: Model,
  diagnostics: Diagnostics,
  legacy: LegacyManifest,
) => readonly SourceFile[];

/** TypeScript files. The order is that of their dependencies. */
export const sourceEmitters = {
  types: emitTypes,
  json: emitJson,
  binary: emitBinary,
  service: emitService,
  grpc: emitGrpc,
  legacy: emitLegacy,
  extension: emitExtension,
} as const satisfies Record<string, SourceEmitter>;

/**
 * Other files. Their emitters are loaded when they are asked for: some bring a library with them. The
 * target extension writes TypeScript and others.
 */
const dataEmitters: ReadonlyMap<string, (options: EmitterOptions) => Promise<DataEmitter>> = new Map([
  ["jsonschema", async () => (await import("../emit/jsonschema/emit-jsonschema.ts")).emitJsonSchema],
  ["openapi", loadOpenApiEmitter],
  ["openrpc", async () => (await import("../emit/openrpc/emit-openrpc.ts")).emitOpenRpc],
  ["docs", loadDocsEmitter],
  ["extension", loadExtensionEmitter],
  ["template", loadTemplateEmitter],
  ["legacy-schema", loadLegacySchemaEmitter],
  ["migration", loadMigrationEmitter],
]);

export type SourceTarget = keyof typeof sourceEmitters;

/** What the options of a plugin say to some of these emitters. */
export interface EmitterOptions {
  readonly templates?: string;
  readonly template?: string;
  readonly modules?: string;
  readonly importExtension: ImportExtension;
  readonly legacy: LegacyManifest;
}

/** Loads the emitter of a target that is no TypeScript; undefined for any other target. */
export async function loadDataEmitter(
  target: string,
  options: EmitterOptions,
): Promise<DataEmitter | undefined> {
  return dataEmitters.get(target)?.(options);
}

async function loadOpenApiEmitter(): Promise<DataEmitter> {
  const [{ createOpenApiEmitter }, { loadYamlWriter }] = await Promise.all([
    import("../emit/openapi/emit-openapi.ts"),
    import("../template/load-yaml-writer.ts"),
  ]);
  return createOpenApiEmitter(await loadYamlWriter());
}

async function loadDocsEmitter({ templates, legacy }: EmitterOptions): Promise<DataEmitter> {
  const [{ createDocsEmitter }, { loadDocsTemplates }] = await Promise.all([
    import("../emit/docs/emit-docs.ts"),
    import("../template/load-docs-templates.ts"),
  ]);
  return createDocsEmitter(await loadDocsTemplates(templates), legacy);
}

async function loadExtensionEmitter({ templates }: EmitterOptions): Promise<DataEmitter> {
  const [{ createExtensionEmitter }, { loadDocsTemplates }] = await Promise.all([
    import("../emit/extension/emit-extension-files.ts"),
    import("../template/load-docs-templates.ts"),
  ]);
  return createExtensionEmitter(await loadDocsTemplates(templates));
}

async function loadTemplateEmitter(options: EmitterOptions): Promise<DataEmitter> {
  const { template = "", modules, importExtension } = options;
  const [{ createTemplateEmitter }, { createHelpers }, { loadProjectTemplates }] = await Promise.all([
    import("../emit/template/emit-template.ts"),
    import("../emit/template/helpers.ts"),
    import("../template/load-project-templates.ts"),
  ]);
  const helpers = createHelpers({ importExtension, ...(modules === undefined ? {} : { modules }) });
  return createTemplateEmitter(await loadProjectTemplates(template, helpers));
}

async function loadLegacySchemaEmitter({ legacy }: EmitterOptions): Promise<DataEmitter> {
  const { createLegacySchemaEmitter } = await import("../emit/legacy/emit-legacy-schema.ts");
  return createLegacySchemaEmitter(legacy);
}

async function loadMigrationEmitter({ legacy }: EmitterOptions): Promise<DataEmitter> {
  const { createMigrationEmitter } = await import("../emit/legacy/emit-migration.ts");
  return createMigrationEmitter(legacy);
}

export function isSourceTarget(name: string): name is SourceTarget {
  return Object.hasOwn(sourceEmitters, name);
}

/** The entries of `targets=`; "index" is a file that exports what the source emitters emit. */
export const targetNames: readonly string[] = [
  ...new Set([...Object.keys(sourceEmitters), "index", ...dataEmitters.keys()]),
];
