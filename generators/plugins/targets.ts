import { defined } from "@a2agen/runtime/internal";
import { emitBinary } from "../emit/binary/emit-binary.ts";
import { emitExtension } from "../emit/extension/emit-extension.ts";
import { emitFakes } from "../emit/fakes/emit-fakes.ts";
import { emitGrpc } from "../emit/grpc/emit-grpc.ts";
import { emitJson } from "../emit/json/emit-json.ts";
import { emitLegacy } from "../emit/legacy/emit-legacy.ts";
import { emitService } from "../emit/service/emit-service.ts";
import type { DataEmitter } from "../emit/shared/emitter.ts";
import type { ModuleKind } from "../emit/shared/module-path.ts";
import { emitTypes } from "../emit/types/emit-types.ts";
import type { Diagnostics } from "../model/diagnostics.ts";
import type { LegacyManifest } from "../model/legacy-manifest.ts";
import type { Model } from "../model/model.ts";
import type { ImportExtension } from "../print/resolve-module.ts";
import type { SourceFile } from "../print/source-file.ts";

/** What plugins can generate: an entry of `targets=`. */
export interface Target {
  /** Emits TypeScript; of these only the target legacy reads the manifest. */
  readonly emit?: (model: Model, diagnostics: Diagnostics, legacy: LegacyManifest) => readonly SourceFile[];
  /** Loads the emitter of other files when it is asked for: some bring a library with them. */
  readonly load?: (options: EmitterOptions) => Promise<DataEmitter>;
  /** Ends the names of its files where each proto has one. */
  readonly kind?: ModuleKind;
}

/** What the options of a plugin say to some emitters. */
export interface EmitterOptions {
  readonly templates?: string;
  readonly template?: string;
  readonly modules?: string;
  readonly importExtension: ImportExtension;
  readonly legacy: LegacyManifest;
}

/** Every target; those of TypeScript are in the order of their dependencies. */
const targets: ReadonlyMap<string, Target> = new Map<string, Target>([
  ["types", { emit: emitTypes, kind: "types" }],
  ["json", { emit: emitJson, kind: "json" }],
  ["binary", { emit: emitBinary, kind: "binary" }],
  ["service", { emit: emitService, kind: "service" }],
  ["grpc", { emit: emitGrpc, kind: "grpc" }],
  ["fakes", { emit: emitFakes, kind: "fakes" }],
  ["legacy", { emit: emitLegacy }],
  ["extension", { emit: emitExtension, load: loadExtensionEmitter, kind: "extension" }],
  // One file that exports what the others do, emitted from theirs.
  ["index", {}],
  [
    "jsonschema",
    { load: async () => (await import("../emit/jsonschema/emit-jsonschema.ts")).emitJsonSchema },
  ],
  [
    "schema-bundle",
    { load: async () => (await import("../emit/jsonschema/emit-schema-bundle.ts")).emitSchemaBundle },
  ],
  ["openapi", { load: loadOpenApiEmitter }],
  ["openrpc", { load: async () => (await import("../emit/openrpc/emit-openrpc.ts")).emitOpenRpc }],
  ["docs", { load: loadDocsEmitter }],
  ["template", { load: loadTemplateEmitter }],
  ["legacy-schema", { load: loadLegacySchemaEmitter }],
  ["migration", { load: loadMigrationEmitter }],
]);

/** The entries of `targets=`. */
export const targetNames: readonly string[] = [...targets.keys()];

/**
 * Names for several targets; "all" has everything but what a proto or tests ask for: earlier names, templates
 * and fakes.
 */
const presets: ReadonlyMap<string, readonly string[]> = new Map([
  [
    "all",
    "types json binary service grpc extension index jsonschema schema-bundle openapi openrpc docs".split(" "),
  ],
  ["client", ["types", "json", "service", "index"]],
  ["server", ["types", "json", "binary", "service", "grpc", "index"]],
  ["schemas", ["jsonschema", "schema-bundle", "openapi", "openrpc"]],
]);

export const presetNames: readonly string[] = [...presets.keys()];

/** The targets that names and presets stand for, each once. */
export function expandTargets(names: readonly string[]): readonly string[] {
  return [...new Set(names.flatMap((name) => presets.get(name) ?? [name]))];
}

/** The targets of these names, in the order in which they are given. */
export function findTargets(names: readonly string[]): readonly Target[] {
  return names.map((name) => targets.get(name) ?? {});
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
  const helpers = createHelpers(defined({ importExtension, modules }));
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
