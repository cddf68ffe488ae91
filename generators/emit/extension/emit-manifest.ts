import { createDiagnostics, type Diagnostics } from "../../model/diagnostics.ts";
import type { ExtensionManifest, TypeOf } from "../../model/extension-manifest.ts";
import type { Model } from "../../model/model.ts";
import type { Profile } from "../../model/profile.ts";
import { capitalize } from "../../naming/casing.ts";
import type { SourceFile } from "../../print/source-file.ts";
import { emitSchemas } from "../../schema/emit-schemas.ts";
import { shapeOf } from "../../schema/object-shape.ts";
import type { GivenDocument } from "../../schema/read-documents.ts";
import { readSchemas } from "../../schema/read-schemas.ts";
import { type SchemaRoot, stemOf } from "../../schema/schema-names.ts";
import type { SchemaSet } from "../../schema/schema-node.ts";
import type { RenderTemplate } from "../../template/compile-templates.ts";
import { emitSchemaFakes } from "../fakes/emit-schema-fakes.ts";
import { emitOpenRpcService, emitPlainProtocol, rootsOf } from "../openrpc/emit-openrpc-service.ts";
import { atOrigins, readOpenRpc } from "../openrpc/read-openrpc.ts";
import type { DataFile } from "../shared/emitter.ts";
import { emitObjectSchemas, emitTypeSchemas } from "./emit-data-schemas.ts";
import { createExtensionPrinter } from "./emit-extension.ts";
import { toManifestView } from "./manifest-view.ts";
import { resolveManifest } from "./resolve-manifest.ts";
import type { ResolvedData } from "./resolved-extension.ts";
import type { FoundType } from "./terms-context.ts";

export interface EmitManifestInit {
  /** Name of the manifest. */
  readonly path: string;
  readonly manifest: ExtensionManifest;
  /** The schemas that it names, by their paths from it, and those that these refer to. */
  readonly schemas: readonly GivenDocument[];
  /** The model of the core's protos. */
  readonly core: Model;
  /** The versions of the core for which JSON Schemas are written; none by default. */
  readonly versions?: readonly CoreVersion[];
  /** Whether fakes of the types are written. */
  readonly withFakes?: boolean;
  /** The profile of methods that come from OpenRPC documents; needed where there are some. */
  readonly plain?: Profile;
  readonly diagnostics: Diagnostics;
  /** Name and version of the toolchain. */
  readonly generator: string;
  readonly render: RenderTemplate;
  /** The path of a file of the user's, which is one from the manifest, from where the code is written. */
  readonly locate?: (path: string) => string;
}

export interface CoreVersion {
  /** In names of files: "a2a-1.0". */
  readonly name: string;
  readonly model: Model;
}

export interface EmittedManifest {
  readonly sources: readonly SourceFile[];
  readonly others: readonly DataFile[];
}

/** Emits the code and the pages of a manifest; nothing when there are errors. */
export function emitManifest(init: EmitManifestInit): EmittedManifest {
  const {
    path,
    manifest,
    schemas,
    core,
    versions,
    withFakes = false,
    plain,
    diagnostics,
    generator,
    render,
    locate = (file) => file,
  } = init;
  const methods = manifest.extensions.flatMap((extension) => extension.methods ?? []);
  const tables = methods.map(({ openrpc, service }) => {
    const json = schemas.find((one) => one.path === openrpc)?.json;
    return { name: service, table: readOpenRpc({ path: openrpc, json }, diagnostics) };
  });
  if (plain === undefined && tables.length > 0) throw new TypeError("expected the profile of methods");
  const moved = tables.reduce((found, { table }) => atOrigins(found, table), diagnostics);
  const others = schemas.filter((one) => !methods.some(({ openrpc }) => openrpc === one.path));
  const set = readSchemas([...tables.map(({ table }) => table.document), ...others], moved);
  const roots = listRoots(manifest);
  const methodRoots = tables.flatMap(({ table }) => rootsOf(table));
  const sources = emitSchemas(set, [...roots, ...methodRoots], moved);
  const typeOf = (type: TypeOf): FoundType | undefined => findTypeIn(set, type);
  const extensions = resolveManifest({ path, manifest, core, typeOf, diagnostics });
  if (diagnostics.list.some(({ severity }) => severity === "error")) return { sources: [], others: [] };
  const stem = stemOf(path);
  const own = createExtensionPrinter(core)(
    extensions.map((extension) => ({
      ...extension,
      data: extension.data.map((one) => located(one, locate)),
    })),
    stem === "extension" ? "extension" : `${stem}_extension`,
  );
  const page = render("manifest", toManifestView(extensions, { generator }));
  return {
    sources: [
      ...sources,
      ...(plain === undefined || tables.length === 0
        ? []
        : [
            ...tables.map(({ table, name }) => emitOpenRpcService(table, { name, profile: plain })),
            emitPlainProtocol(plain),
          ]),
      own,
      ...(withFakes
        ? [
            emitSchemaFakes({
              set,
              roots,
              path: stem === "extension" ? "fakes" : `${stem}_fakes`,
              source: path,
            }),
          ]
        : []),
    ],
    others: [
      { path: `${stem}.md`, text: `${page.trimEnd()}\n` },
      ...(versions === undefined ? [] : emitAllSchemas(versions)),
    ],
  };

  function emitAllSchemas(models: readonly CoreVersion[]): readonly DataFile[] {
    const comment = `Generated by ${generator} from ${path}. Do not edit.`;
    return [
      ...emitTypeSchemas({ set, roots, comment }),
      ...models.flatMap(({ name, model }) => {
        // What this version lacks was looked up in the one that code is generated for.
        const ignored = createDiagnostics();
        const found = resolveManifest({ path, manifest, core: model, typeOf, diagnostics: ignored });
        return emitObjectSchemas({ core: model, version: name, extensions: found }, { set, roots, comment });
      }),
    ];
  }
}

function located(
  { check, ...data }: ResolvedData,
  locate: NonNullable<EmitManifestInit["locate"]>,
): ResolvedData {
  return check === undefined ? data : { ...data, check: { ...check, module: `./${locate(check.module)}` } };
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
