import type { Diagnostics } from "../../model/diagnostics.ts";
import type { ExtensionManifest, TypeOf } from "../../model/extension-manifest.ts";
import type { Model } from "../../model/model.ts";
import { capitalize } from "../../naming/casing.ts";
import type { SourceFile } from "../../print/source-file.ts";
import { emitSchemas } from "../../schema/emit-schemas.ts";
import { shapeOf } from "../../schema/object-shape.ts";
import type { GivenDocument } from "../../schema/read-documents.ts";
import { readSchemas } from "../../schema/read-schemas.ts";
import { type SchemaRoot, stemOf } from "../../schema/schema-names.ts";
import type { SchemaSet } from "../../schema/schema-node.ts";
import type { RenderTemplate } from "../../template/compile-templates.ts";
import type { DataFile } from "../shared/emitter.ts";
import { createExtensionPrinter } from "./emit-extension.ts";
import { toManifestView } from "./manifest-view.ts";
import { resolveManifest } from "./resolve-manifest.ts";
import type { FoundType } from "./terms-context.ts";

export interface EmitManifestInit {
  /** Name of the manifest. */
  readonly path: string;
  readonly manifest: ExtensionManifest;
  /** The schemas that it names, by their paths from it, and those that these refer to. */
  readonly schemas: readonly GivenDocument[];
  /** The model of the core's protos. */
  readonly core: Model;
  readonly diagnostics: Diagnostics;
  /** Name and version of the toolchain. */
  readonly generator: string;
  readonly render: RenderTemplate;
}

export interface EmittedManifest {
  readonly sources: readonly SourceFile[];
  readonly others: readonly DataFile[];
}

/** Emits the code and the pages of a manifest; nothing when there are errors. */
export function emitManifest(init: EmitManifestInit): EmittedManifest {
  const { path, manifest, schemas, core, diagnostics, generator, render } = init;
  const set = readSchemas(schemas, diagnostics);
  const roots = listRoots(manifest);
  const sources = emitSchemas(set, roots, diagnostics);
  const typeOf = (type: TypeOf): FoundType | undefined => findTypeIn(set, type);
  const extensions = resolveManifest({ path, manifest, core, typeOf, diagnostics });
  if (diagnostics.list.some(({ severity }) => severity === "error")) return { sources: [], others: [] };
  const stem = stemOf(path);
  const own = createExtensionPrinter(core)(
    extensions,
    stem === "extension" ? "extension" : `${stem}_extension`,
  );
  const page = render("manifest", toManifestView(extensions, { generator }));
  return {
    sources: [...sources, own],
    others: [{ path: `${stem}.md`, text: `${page.trimEnd()}\n` }],
  };
}

/** The place of a type among the schemas: one of zod is a document with the name of its export. */
export function referenceOf(type: TypeOf): string {
  if (typeof type === "string") return type;
  const [file = "", name = ""] = type.zod.split("#");
  return `${file.replace(/\.[^./]*$/, "")}.${name}.json`;
}

function nameOf(type: TypeOf): string {
  if (typeof type !== "string") return type.name ?? capitalize(type.zod.split("#")[1] ?? "");
  const [path = "", fragment = ""] = type.split("#");
  const last = fragment.split("/").at(-1) ?? "";
  const words = (last === "" ? (stemOf(path).split("/").at(-1) ?? "") : last).split(/[^A-Za-z0-9]+/);
  return words.map(capitalize).join("");
}

/** The types that a manifest names. */
export function listTypes({ extensions }: ExtensionManifest): readonly TypeOf[] {
  return extensions.flatMap(({ params, data = [] }) => [
    ...(params === undefined ? [] : [params]),
    ...data.map(({ type }) => type),
  ]);
}

/** The types that a manifest names, each once, as roots of its schemas. */
export function listRoots(manifest: ExtensionManifest): readonly SchemaRoot[] {
  const types = listTypes(manifest);
  return [
    ...new Map(
      types.map((type) => [referenceOf(type), { ref: referenceOf(type), name: nameOf(type) }]),
    ).values(),
  ];
}

/** The generated type of what a manifest names; undefined for what is not there. */
export function findTypeIn(set: SchemaSet, type: TypeOf): FoundType | undefined {
  const ref = referenceOf(type);
  const node = set.find(ref);
  if (node === undefined) return undefined;
  return {
    type: { kind: "schema", name: nameOf(type), stem: stemOf(ref.split("#")[0] ?? "") },
    members: [...shapeOf(node).members.keys()],
  };
}
