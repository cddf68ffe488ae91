/** One template of `buf generate`, one descriptor image, one JSON Schema, or the manifests of translators. All paths are relative to the root. */
export type Job = TemplateJob | ImageJob | SchemaJob | TranslationJob;

export interface TemplateJob {
  readonly kind: "template";
  readonly name: string;
  readonly template: string;
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
  /** Protos of the versions that have some, and the profiles for them; the first one is that of other packages. */
  readonly protos: readonly string[];
  readonly profiles: readonly string[];
  readonly versions: readonly (ProtoVersionSource | SchemaVersionSource)[];
  /** The directory that the job owns: the code is in `src`. */
  readonly out: string;
}

export interface ProtoVersionSource {
  readonly package: string;
  /** The package of npm with the types. */
  readonly module: string;
  /** Where the package is that of another version too. */
  readonly apart?: ProtoSource;
  /** Of a version whose JSON is in no files: `detect` does not know it. */
  readonly isHidden?: true;
}

/** A version with a module of protos and a profile of its own. */
export interface ProtoSource {
  readonly protos: string;
  readonly profile: string;
}

export interface SchemaVersionSource {
  readonly schema: string;
  readonly profile: string;
  readonly module: string;
}

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

export const generateJobs: readonly Job[] = [
  ...packageJobs("a2a-1.0-draft", "proto/a2a"),
  ...packageJobs("a2a-1.0", "proto/lf"),
  ...packageJobs("a2a-1.1-dev", "proto-1.1/lf", apartConfig("proto-1.1")),
  {
    kind: "schema",
    name: "a2a-0.3",
    schema: "profiles/a2a-0.3.schema.json",
    profile: "profiles/a2a-0.3.yaml",
    basename: "a2a",
    out: "generated/a2a-0.3",
  },
  {
    kind: "template",
    name: "a2a-0.3-proto",
    template: "buf.gen.a2a-0.3-proto.yaml",
    config: apartConfig("proto-0.3"),
    inputs: ["."],
    paths: ["proto-0.3/a2a"],
    out: "generated/a2a-0.3/src/proto",
  },
  {
    kind: "image",
    name: "a2a-0.3-proto",
    input: ".",
    paths: ["proto-0.3/a2a"],
    config: apartConfig("proto-0.3"),
    out: "generated/a2a-0.3/proto/a2a.binpb",
  },
  {
    kind: "translation",
    name: "translate",
    manifests: [
      "profiles/translations/a2a-0.3-proto-to-1.0.yaml",
      "profiles/translations/a2a-0.3-to-1.0-draft.yaml",
      "profiles/translations/a2a-0.3-to-1.0.yaml",
      "profiles/translations/a2a-1.0-draft-to-1.0.yaml",
      "profiles/translations/a2a-1.0-to-1.1-dev.yaml",
    ],
    legacy: "profiles/legacy.yaml",
    protos: ["proto/a2a", "proto/lf"],
    profiles: ["profiles/proto.yaml", "profiles/a2a-1.0-draft.yaml", "profiles/a2a-1.0.yaml"],
    versions: [
      {
        schema: "profiles/a2a-0.3.schema.json",
        profile: "profiles/a2a-0.3.yaml",
        module: "@a2agen/a2a-0.3",
      },
      {
        package: "a2a.v1",
        module: "@a2agen/a2a-0.3/proto",
        apart: { protos: "proto-0.3/a2a", profile: "profiles/a2a-0.3-proto.yaml" },
        isHidden: true,
      },
      { package: "a2a.v1", module: "@a2agen/a2a-1.0-draft" },
      { package: "lf.a2a.v1", module: "@a2agen/a2a-1.0" },
      {
        package: "lf.a2a.v1",
        module: "@a2agen/a2a-1.1-dev",
        apart: { protos: "proto-1.1/lf", profile: "profiles/a2a-1.1-dev.yaml" },
      },
    ],
    out: "generated/translate",
  },
  {
    // The agent kit is written in the types of 1.0, which translators give every other version; it cannot
    // import the package, which imports the runtime.
    kind: "template",
    name: "agent kit",
    template: "buf.gen.agent.yaml",
    inputs: ["."],
    paths: ["proto/lf"],
    out: "packages/runtime/src/agent/generated",
  },
  {
    kind: "template",
    name: "gRPC binding",
    template: "buf.gen.grpc.yaml",
    config: JSON.stringify({
      version: "v2",
      modules: [{ path: "proto" }, { path: "packages/runtime/src/grpc/proto" }],
    }),
    inputs: ["."],
    paths: ["packages/runtime/src/grpc/proto/google", "packages/runtime/src/grpc/proto/grpc"],
    out: "packages/runtime/src/grpc/generated",
  },
  {
    kind: "template",
    name: "exchange",
    template: "buf.gen.exchange.yaml",
    // Not a module of the root: `buf breaking` compares its protos with those of releases.
    config: JSON.stringify({
      version: "v2",
      modules: [{ path: "proto" }, { path: "packages/exchange/proto" }],
    }),
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
    paths: ["test/protos/bookshop", "test/protos/features", "test/protos/notebook", "proto/google"],
    out: "test/generated",
  },
  {
    kind: "template",
    name: "websocket",
    template: "test/websocket/buf.gen.yaml",
    inputs: ["."],
    paths: ["proto/lf"],
    out: "test/websocket/generated",
  },
  ...["compliance", "downstream", "geolocation", "task-search"].map(exampleJob),
];

/** The directories in which everything is generated by these jobs. */
export function ownedBy(jobs: readonly Job[]): readonly string[] {
  return jobs.filter(({ kind }) => kind !== "image").map(({ out }) => out);
}

/** The modules of buf for protos whose package is that of another version. */
export function apartConfig(directory: string): string {
  const modules = [{ path: "proto", excludes: ["proto/a2a", "proto/lf"] }, { path: directory }];
  return JSON.stringify({ version: "v2", modules });
}

/** A package under examples/: what its own buf.gen.yaml makes of its own protos. */
function exampleJob(name: string): Job {
  const directory = `examples/${name}`;
  const modules = [{ path: "proto" }, { path: `${directory}/proto` }];
  return {
    kind: "template",
    name: `example ${name}`,
    template: `${directory}/buf.gen.yaml`,
    directory,
    config: JSON.stringify({ version: "v2", modules }),
    inputs: ["."],
    paths: [`${directory}/proto/example`],
    out: `${directory}/generated`,
  };
}

/** A published package: its code, and the descriptor image for those who have no proto at hand. */
function packageJobs(name: string, protos: string, config?: string): readonly Job[] {
  const directory = `generated/${name}`;
  const modules = config === undefined ? {} : { config };
  return [
    {
      kind: "template",
      name,
      template: `buf.gen.${name}.yaml`,
      inputs: ["."],
      paths: [protos],
      out: directory,
      ...modules,
    },
    { kind: "image", name, input: ".", paths: [protos], out: `${directory}/a2a.binpb`, ...modules },
  ];
}
