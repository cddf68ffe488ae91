import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { currentVersion, type VersionRow, versionTable } from "../../generated/versions/table.ts";

/**
 * One template of `buf generate`, one descriptor image, one JSON Schema, the manifests of translators, or a
 * manifest of extensions. All paths are relative to the root.
 */
export type Job = TemplateJob | ImageJob | SchemaJob | TranslationJob | ManifestJob;

export interface TemplateJob {
  readonly kind: "template";
  readonly name: string;
  /** The path of a template, or what it says. */
  readonly template: string | Template;
  /** The version whose package is made, by a template that makes that of the current one. */
  readonly version?: { readonly directory: string; readonly profile?: string };
  /**
   * Where the template is used, when that is not the root: its outputs begin there, and its plugins are
   * those of the installed package, for which the ones in `dist` stand.
   */
  readonly directory?: string;
  /** Modules, directories or images; when there are none, the template names its own. */
  readonly inputs: readonly string[];
  /** Files or directories that are generated, with `inputs`; all when there are none. */
  readonly paths?: readonly string[];
  /** A buf.yaml other than that of the root, or its content as JSON. */
  readonly config?: string;
  /** The directory that the job owns: files there that no job writes are removed. */
  readonly out: string;
}

/** What buf reads of a buf.gen.yaml. */
export interface Template {
  readonly version: string;
  readonly plugins: readonly TemplatePlugin[];
}

export interface TemplatePlugin {
  readonly out: string;
  readonly local?: string | readonly string[];
  readonly remote?: string;
  readonly protoc_builtin?: string;
  readonly strategy?: string;
  readonly opt?: string | readonly string[];
}

export interface ImageJob {
  readonly kind: "image";
  readonly name: string;
  readonly input: string;
  /** The proto files or directories that the image is about; what they import is added. */
  readonly paths: readonly string[];
  /** A buf.yaml other than that of the root, or its content as JSON. */
  readonly config?: string;
  readonly out: string;
}

/** Types, codecs and service of a protocol that has a JSON Schema and no proto. */
export interface SchemaJob {
  readonly kind: "schema";
  readonly name: string;
  readonly schema: string;
  /** What the schema leaves to the text of the specification. */
  readonly profile: string;
  /** What the files are called: "a2a" gives a2a_types.ts and a2a_json.ts. */
  readonly basename: string;
  /** The directory that the job owns: the code is in `src`, the schema in `schemas`. */
  readonly out: string;
}

/** Translators between versions of a protocol. */
export interface TranslationJob {
  readonly kind: "translation";
  readonly name: string;
  /** Manifests, one for each pair of versions. */
  readonly manifests: readonly string[];
  /** The list of names of earlier versions. */
  readonly legacy: string;
  /** The profile of other packages. */
  readonly plain: string;
  readonly versions: readonly (ProtoVersionSource | SchemaVersionSource)[];
  /** The directory that the job owns: the code is in `src`. */
  readonly out: string;
}

/** Extensions whose data has JSON Schemas. */
export interface ManifestJob {
  readonly kind: "manifest";
  readonly name: string;
  readonly manifest: string;
  /** The version on whose objects the data stands. */
  readonly core: ProtoVersionSource;
  /** The profile of other packages. */
  readonly plain: string;
  /** The directory that the job owns. */
  readonly out: string;
}

export interface ProtoVersionSource {
  /** The module of its protos, and their folder in it. */
  readonly directory: string;
  readonly protos: string;
  readonly package: string;
  readonly profile: string;
  /** The package of npm with the types. */
  readonly module: string;
  /** Of a version whose JSON is in no files: `detect` does not know it. */
  readonly isHidden?: true;
}

export interface SchemaVersionSource {
  readonly schema: string;
  readonly profile: string;
  readonly module: string;
}

const codeOptions = ["target=ts", "import_extension=js"] as const;

/** What the files of a version without protos are called. */
export const schemaBasename = "a2a";

/** Files of an owned directory that are written by hand or by npm and tsc. */
export const keptNames: readonly string[] = [
  "LICENSE",
  "NOTICE",
  "README.md",
  "dist",
  "node_modules",
  "package.json",
  "tsconfig.build.json",
];

const table: readonly VersionRow[] = versionTable;

/** Packages of extensions, by their folders in `packages`; there are none in a copy without lodgers. */
const extensionPackages: readonly string[] = readdirSync(join(import.meta.dirname, "../../packages"))
  .filter((name) => existsSync(join(import.meta.dirname, `../../packages/${name}/src/index.ts`)))
  .filter((name) => name.startsWith("ext-"))
  .sort();

/** The modules that are published as one, since each is the first of its package. */
export const publishedProtos: readonly string[] = table.flatMap((row) =>
  row.proto !== undefined && isFirstOf(row) ? row.proto.directory : [],
);

export const generateJobs: readonly Job[] = [
  ...table.flatMap(versionJobs),
  {
    kind: "translation",
    name: "translate",
    manifests: readdirSync(join(import.meta.dirname, "../../profiles/translations"))
      .filter((name) => name.endsWith(".yaml"))
      .sort()
      .map((name) => `profiles/translations/${name}`),
    legacy: "profiles/legacy.yaml",
    plain: "profiles/proto.yaml",
    versions: table.map(translatedVersion),
    out: "generated/translate",
  },
  {
    // The agent kit is written in the types of 1.0, which translators give every other version; it cannot
    // import the package, which imports the runtime.
    kind: "template",
    name: "agent kit",
    template: oneOutput("packages/runtime/src/agent/generated", { opt: [...codeOptions, "targets=types"] }),
    inputs: ["."],
    paths: [protosOf(currentVersion)],
    out: "packages/runtime/src/agent/generated",
  },
  {
    // google.rpc and server reflection, which packages/runtime/src/grpc reads and writes.
    kind: "template",
    name: "gRPC binding",
    template: oneOutput("packages/runtime/src/grpc/generated", {
      opt: [...codeOptions, "targets=types+json+binary", "profile=proto"],
    }),
    config: besideShared("packages/runtime/src/grpc/proto"),
    inputs: ["."],
    paths: ["packages/runtime/src/grpc/proto/google", "packages/runtime/src/grpc/proto/grpc"],
    out: "packages/runtime/src/grpc/generated",
  },
  {
    // The record of exchanges with agents.
    kind: "template",
    name: "exchange",
    template: oneOutput("packages/exchange/src/generated", {
      opt: [...codeOptions, "targets=types+json+jsonschema", "profile=packages/exchange/profile.yaml"],
    }),
    // Not a module of the root: `buf breaking` compares its protos with those of releases.
    config: besideShared("packages/exchange/proto"),
    inputs: ["."],
    paths: ["packages/exchange/proto/a2agen"],
    out: "packages/exchange/src/generated",
  },
  {
    kind: "template",
    name: "tests",
    template: "test/buf.gen.yaml",
    config: "test/protos/buf.yaml",
    inputs: ["."],
    paths: [
      "test/protos/bookshop",
      "test/protos/features",
      "test/protos/notebook",
      "test/protos/otlp",
      "proto/shared/google",
    ],
    out: "test/generated",
  },
  {
    kind: "template",
    name: "websocket",
    template: "test/websocket/buf.gen.yaml",
    inputs: ["."],
    paths: [protosOf(currentVersion)],
    out: "test/websocket/generated",
  },
  ...extensionPackages.map(manifestJob),
  ...["compliance", "downstream", "geolocation", "task-search"].map(exampleJob),
];

/** The directories in which everything is generated by these jobs. */
export function ownedBy(jobs: readonly Job[]): readonly string[] {
  return jobs.filter(({ kind }) => kind !== "image").map(({ out }) => out);
}

/** The modules of buf whose protos import the shared ones. */
export function besideShared(...directories: readonly string[]): string {
  const modules = ["proto/shared", ...directories].map((path) => ({ path }));
  return JSON.stringify({ version: "v2", modules });
}

/** A template with one plugin. */
function oneOutput(out: string, { opt }: { readonly opt: readonly string[] }): Template {
  return {
    version: "v2",
    plugins: [{ local: ["node", "dist/protoc-gen-a2a.js"], out, strategy: "all", opt }],
  };
}

function protosOf(name: string): string {
  const { proto } = table.find((version) => version.name === name) ?? {};
  if (proto === undefined) throw new Error(`${name} has no protos`);
  return `${proto.directory}/${proto.path.split("/")[0] ?? ""}`;
}

/** A package under examples/: what its own buf.gen.yaml makes of its own protos. */
function exampleJob(name: string): Job {
  const directory = `examples/${name}`;
  return {
    kind: "template",
    name: `example ${name}`,
    template: `${directory}/buf.gen.yaml`,
    directory,
    // As in the published package: the protos of the versions that have their own package.
    config: besideShared(...publishedProtos, `${directory}/proto`),
    inputs: ["."],
    paths: [`${directory}/proto/example`],
    out: `${directory}/generated`,
  };
}

/** A package of extensions, on the objects of the current version. */
function manifestJob(name: string): Job {
  const core = table.map(translatedVersion).find(({ module }) => module === `@a2agen/${currentVersion}`);
  if (core === undefined || !("protos" in core)) throw new Error(`${currentVersion} has no protos`);
  return {
    kind: "manifest",
    name,
    manifest: `packages/${name}/extension.yaml`,
    core,
    plain: "profiles/proto.yaml",
    out: `packages/${name}/src/generated`,
  };
}

/** The package of a version: its code, and the descriptor image for those who have no proto at hand. */
function versionJobs(row: VersionRow): readonly Job[] {
  const { name, directory, formOf, schema, proto } = row;
  if (schema !== undefined) {
    return [
      {
        kind: "schema",
        name,
        schema: `profiles/${schema}`,
        profile: `profiles/${name}.yaml`,
        basename: schemaBasename,
        out: directory,
      },
    ];
  }
  if (proto === undefined) return [];
  const given = { inputs: ["."], paths: [protosOf(name)], config: besideShared(proto.directory) };
  const inner = formOf === undefined ? "" : `/${name.slice(formOf.length + 1)}`;
  const profile = isFirstOf(row) ? {} : { profile: name };
  const code: TemplateJob =
    formOf === undefined
      ? {
          kind: "template",
          name,
          template: "buf.gen.yaml",
          version: { directory, ...profile },
          out: directory,
          ...given,
        }
      : {
          kind: "template",
          name,
          template: oneOutput(`${directory}/src${inner}`, {
            opt: [...codeOptions, `profile=${name}`, "targets=types+json+binary+service+grpc+index"],
          }),
          out: `${directory}/src${inner}`,
          ...given,
        };
  const { inputs, ...image } = given;
  return [
    code,
    { kind: "image", name, input: inputs[0] ?? ".", out: `${directory}${inner}/a2a.binpb`, ...image },
  ];
}

/** Whether a version is the first that lists its proto's package: others are named where code is made. */
function isFirstOf({ name, proto }: VersionRow): boolean {
  return table.find(({ packages }) => packages.includes(proto?.package ?? ""))?.name === name;
}

function translatedVersion({
  name,
  module,
  proto,
  schema,
  formOf,
}: VersionRow): TranslationJob["versions"][number] {
  const profile = `profiles/${name}.yaml`;
  if (schema !== undefined) return { schema: `profiles/${schema}`, profile, module };
  return {
    directory: proto?.directory ?? "",
    protos: protosOf(name),
    package: proto?.package ?? "",
    profile,
    module,
    ...(formOf === undefined ? {} : { isHidden: true }),
  };
}
