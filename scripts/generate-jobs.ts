/** One template of `buf generate`, one descriptor image, or one JSON Schema. All paths are relative to the root. */
export type Job = TemplateJob | ImageJob | SchemaJob;

export interface TemplateJob {
  readonly kind: "template";
  readonly name: string;
  readonly template: string;
  /** Modules, directories or images; when there are none, the template names its own. */
  readonly inputs: readonly string[];
  /** Files or directories that are generated, with `inputs`; all when there are none. */
  readonly paths?: readonly string[];
  /** A buf.yaml other than that of the root. */
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
  readonly out: string;
}

/** Types and codecs of a protocol that has a JSON Schema and no proto. */
export interface SchemaJob {
  readonly kind: "schema";
  readonly name: string;
  readonly schema: string;
  /** What the files are called: "a2a" gives a2a_types.ts and a2a_json.ts. */
  readonly basename: string;
  /** The directory that the job owns: the code is in `src`, the schema in `schemas`. */
  readonly out: string;
}

/** Files of an owned directory that are written by hand or by npm and tsc. */
export const keptNames: readonly string[] = [
  "LICENSE",
  "README.md",
  "dist",
  "node_modules",
  "package.json",
  "tsconfig.build.json",
];

export const generateJobs: readonly Job[] = [
  ...packageJobs("a2a-1.0-draft", "proto/a2a"),
  ...packageJobs("a2a-1.0", "proto/lf"),
  {
    kind: "schema",
    name: "a2a-0.3",
    schema: "profiles/a2a-0.3.schema.json",
    basename: "a2a",
    out: "generated/a2a-0.3",
  },
  {
    kind: "template",
    name: "tests",
    template: "test/buf.gen.yaml",
    config: "test/protos/buf.yaml",
    inputs: ["."],
    paths: ["test/protos/bookshop", "test/protos/features", "proto/a2a", "proto/lf", "proto/google"],
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
];

/** A published package: its code, and the descriptor image for those who have no proto at hand. */
function packageJobs(name: string, protos: string): readonly Job[] {
  const directory = `generated/${name}`;
  return [
    {
      kind: "template",
      name,
      template: `buf.gen.${name}.yaml`,
      inputs: ["."],
      paths: [protos],
      out: directory,
    },
    { kind: "image", name, input: ".", paths: [protos], out: `${directory}/a2a.binpb` },
  ];
}
