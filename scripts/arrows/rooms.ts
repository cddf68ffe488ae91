/**
 * The arrows between the folders of the repository. The lint rules in `.oxlintrc.arrows.json`, the table in
 * CONTRIBUTING.md and the picture in docs/architecture.md are written from here by `npm run generate`.
 */

/** A folder, and everything below it that is not a room of its own. `*` stands for one folder of any name. */
export interface Room<Name extends string = string> {
  /** One sentence without a full stop, in Markdown. */
  readonly holds: string;
  /** What its files may import besides each other; without this, anything. */
  readonly imports?: readonly Importable<Name>[];
  /** What its files may import types of, besides that. */
  readonly types?: readonly Importable<Name>[];
  /** What its files may not import, even though they may import anything. */
  readonly forbidden?: readonly Importable<Name>[];
}

/** A room, one file of a room, or a package: `npm:` comes before its name; `node:` is all of Node. */
export type Importable<Name extends string = string> =
  | Name
  | `${Name}/${string}.ts`
  | "package.json"
  | `node:${string}`
  | `npm:${string}`;

/** What the rooms of `cli/` and `generators/` may import as well: the ground floor of all. */
export const everywhere: readonly Importable[] = ["runtime/core/object.ts", "runtime/core/time.ts"];

/** Folders of tests that start processes. */
const costly = ["test/golden", "test/install", "test/release", "test/stores", "test/system"] as const;

const processes = ["node:child_process", "test/shared/process", ...costly] as const;

function defineRooms<const Name extends string>(
  rooms: Readonly<Record<Name, Room<NoInfer<Name>>>>,
): ReadonlyMap<string, Room> {
  return new Map(Object.entries<Room>(rooms));
}

export const rooms = defineRooms({
  proto: { holds: "the protos: the normative ones of A2A, and our options" },
  profiles: { holds: "what a version's proto does not say, one YAML file per protocol version" },

  "generators/naming": { holds: "identifiers and casing", imports: [] },
  "generators/print": {
    holds: "a TypeScript file in the making, and its imports",
    imports: ["generators/naming"],
  },
  "generators/source/profile": {
    holds: "profiles: types, loading, checking",
    imports: ["generators/naming", "profiles", "node:", "npm:ajv", "npm:yaml"],
  },
  "generators/model": {
    holds: "the model of a protocol, with its index and diagnostics",
    imports: ["generators/naming"],
    types: ["generators/source/profile"],
  },
  "generators/source/check": {
    holds: "what a profile says, checked against the model",
    imports: ["generators/model", "generators/source/profile"],
  },
  "generators/source/proto": {
    holds: "descriptors and a profile become a model",
    imports: [
      "generators/model",
      "generators/naming",
      "generators/source/check",
      "npm:@bufbuild/protobuf",
      "node:crypto",
    ],
    types: ["generators/source/profile"],
  },
  "generators/source/json-schema": {
    holds: "a JSON Schema and a profile become a model",
    imports: ["generators/model", "generators/naming", "generators/source/check"],
    types: ["generators/source/profile"],
  },
  "generators/template": {
    holds: "Handlebars and YAML for the emitters that write such files; loaded when needed",
    imports: ["generators/naming", "templates/docs", "node:", "npm:handlebars", "npm:yaml"],
  },
  "generators/emit/*": {
    holds: "one target each: the model becomes files",
    imports: ["generators/emit/*", "generators/model", "generators/naming", "generators/print"],
    types: ["generators/source/profile", "generators/template", "npm:openapi3-ts"],
  },
  "generators/translate": {
    holds: "translators between versions, from `profiles/translations/*.yaml`",
    imports: ["generators/model", "generators/naming", "generators/print", "generators/source/profile"],
  },
  "generators/plugins": {
    holds: "the protoc plugins, a few lines each over `run-plugin.ts`",
    imports: [
      "generators/emit/*",
      "generators/model",
      "generators/naming",
      "generators/print",
      "generators/source/profile",
      "generators/source/proto",
      "generators/template",
      "package.json",
      "node:",
      "npm:@bufbuild/protobuf",
      "npm:@bufbuild/protoplugin",
      "npm:ts-morph",
    ],
  },

  "cli/shared": {
    holds: "what the commands share: flags, help, errors, the terminal",
    imports: ["generators/naming", "generators/plugins", "node:"],
  },
  "cli/protos": {
    holds: "protos that a user names: compiled, with their profiles, as a model",
    imports: [
      "cli/shared",
      "generated/*",
      "generators/model",
      "generators/source/profile",
      "generators/source/proto",
      "node:",
      "npm:@bufbuild/protobuf",
    ],
  },
  "cli/call": {
    holds: "calls an agent; its card",
    imports: ["cli/shared", "generated/*", "node:", "npm:@a2agen"],
  },
  "cli/compose": {
    holds: "composes JSON Schemas of extensions",
    imports: [
      "cli/shared",
      "generators/naming",
      "runtime/negotiation",
      "node:",
      "npm:ajv",
      "npm:json-schema-to-typescript",
    ],
  },
  "cli/docs": {
    holds: "pages of documentation",
    imports: [
      "cli/protos",
      "cli/shared",
      "generators/emit/*",
      "generators/model",
      "generators/template",
      "node:",
    ],
  },
  "cli/openapi": {
    holds: "an OpenAPI document",
    imports: [
      "cli/protos",
      "cli/shared",
      "generators/emit/*",
      "generators/model",
      "generators/plugins",
      "generators/template",
      "node:",
      "npm:@a2agen",
    ],
  },
  "cli/migrate": {
    holds: "codemods on TypeScript; loads ts-morph when needed",
    imports: [
      "cli/protos",
      "cli/shared",
      "generators/source/json-schema",
      "generators/model",
      "generators/naming",
      "generators/source/profile",
      "generators/translate",
      "profiles",
      "node:",
      "npm:@a2agen",
      "npm:diff",
      "npm:ts-morph",
      "npm:yaml",
    ],
  },
  "cli/init": {
    holds: "projects from templates, with their generated code; what `init --update` adds to them",
    imports: [
      "cli/migrate",
      "cli/protos",
      "cli/shared",
      "generators/emit/*",
      "generators/naming",
      "generators/plugins",
      "generators/source/profile",
      "generators/template",
      "package.json",
      "node:",
      "npm:@bufbuild/protobuf",
      "npm:@clack/prompts",
      "npm:handlebars",
      "npm:ts-morph",
      "npm:yaml",
    ],
  },
  "cli/pack": {
    holds: "packages as they are published: their files, a reproducible archive, the step of the version",
    imports: [
      "cli/call",
      "cli/init",
      "cli/migrate",
      "cli/openapi",
      "cli/protos",
      "cli/shared",
      "generators/model",
      "generators/naming",
      "generators/plugins",
      "generators/source/profile",
      "node:",
      "npm:@arethetypeswrong/core",
      "npm:@bufbuild/protobuf",
      "npm:ajv",
      "npm:fflate",
      "npm:publint",
      "npm:semver",
      "npm:ts-morph",
      "npm:yaml",
    ],
  },
  "cli/schemas": {
    holds: "schemas of packages, bundled for other languages and laid out for a host",
    imports: [
      "cli/init",
      "cli/pack",
      "cli/protos",
      "cli/shared",
      "generators/model",
      "generators/naming",
      "generators/plugins",
      "generators/source/profile",
      "generators/template",
      "profiles",
      "templates/schemas",
      "node:",
      "npm:ajv",
      "npm:handlebars",
    ],
  },
  cli: {
    holds: "the command `a2agen`: a folder per command",
    imports: [
      "cli/call",
      "cli/compose",
      "cli/docs",
      "cli/init",
      "cli/migrate",
      "cli/openapi",
      "cli/pack",
      "cli/schemas",
      "cli/shared",
    ],
  },

  "runtime/core": { holds: "codecs, problems, JSON types and small tools: the ground floor", imports: [] },
  "runtime/binary": {
    holds: "the wire format of Protocol Buffers",
    imports: ["runtime/core", "npm:@bufbuild/protobuf"],
  },
  "runtime/canonical": { holds: "canonical JSON, RFC 8785", imports: ["runtime/core", "npm:canonicalize"] },
  "runtime/service": {
    holds: "what clients and servers share: services, protocols, cards, errors, transports",
    imports: ["runtime/core"],
  },
  "runtime/host": {
    holds:
      "a service with its handler behind the checks of every call: versions, authentication, extensions, limits, streams",
    imports: ["runtime/core", "runtime/service"],
  },
  "runtime/versions": {
    holds:
      "several versions of a protocol: handlers and transports of one on top of another, hosts for all, detection",
    imports: ["runtime/core", "runtime/host", "runtime/service"],
  },
  "runtime/http": {
    holds: "requests and responses of any framework, what the HTTP bindings share, and server-sent events",
    imports: ["runtime/core", "runtime/host", "runtime/service"],
  },
  "runtime/jsonrpc": {
    holds: "the JSON-RPC binding",
    imports: ["runtime/core", "runtime/host", "runtime/http", "runtime/service", "runtime/versions"],
  },
  "runtime/rest": {
    holds: "the HTTP+JSON binding",
    imports: ["runtime/core", "runtime/host", "runtime/http", "runtime/service", "runtime/versions"],
  },
  "runtime/grpc": {
    holds: "the gRPC binding",
    imports: [
      "runtime/binary",
      "runtime/core",
      "runtime/grpc/generated",
      "runtime/host",
      "runtime/service",
      "npm:@bufbuild/protobuf",
      "npm:@grpc/grpc-js",
    ],
  },
  "runtime/grpc/generated": {
    holds: "`google.rpc` and server reflection; emitted like `generated/`",
  },
  "runtime/extensions": {
    holds: "definitions of extensions: declarations, typed metadata, middleware, methods",
    imports: ["runtime/core", "runtime/service"],
  },
  "runtime/agent": {
    holds: "the agent kit: tasks as logs, turns, streams, cancellation, the task store in memory",
    imports: ["runtime/agent/generated", "runtime/core", "runtime/service"],
  },
  "runtime/agent/generated": {
    holds: "the types of 1.0, in which the kit is written; emitted like `generated/`",
  },
  "runtime/push": {
    holds: "webhooks: deliveries, and the guard for URLs and addresses",
    imports: ["runtime/agent", "runtime/core", "runtime/service", "node:"],
  },
  "runtime/negotiation": {
    holds: "extensions of protocols that have a JSON Schema",
    imports: ["runtime/core"],
  },
  "runtime/server": {
    holds: "one HTTP handler of jsonrpc, rest and the agent card, for one version or all; CORS",
    imports: [
      "runtime/core",
      "runtime/host",
      "runtime/http",
      "runtime/jsonrpc",
      "runtime/rest",
      "runtime/service",
      "runtime/versions",
    ],
  },
  "runtime/adapters": {
    holds: "handlers in `node:http`, Express, Fastify, Hono and the Fetch API",
    imports: ["runtime/core", "runtime/http", "runtime/service", "node:"],
  },
  "runtime/client": {
    holds: "`connect`; bindings and translations are handed in",
    imports: ["runtime/core", "runtime/http", "runtime/service", "runtime/versions"],
  },
  "runtime/signing": {
    holds: "signs and verifies agent cards",
    imports: ["runtime/canonical", "runtime/core", "runtime/service", "npm:jose"],
  },
  "runtime/codegen": {
    holds: "what generated code imports, not for use by hand",
    imports: [
      "runtime/binary",
      "runtime/core",
      "runtime/grpc",
      "runtime/service",
      "runtime/versions",
      "npm:@bufbuild/protobuf",
    ],
  },

  "agent-conformance": {
    holds: "`@a2agen/agent-conformance`: the suite for task stores, for any framework of tests",
    imports: ["npm:@a2agen"],
  },

  "templates/docs": { holds: "Handlebars: pages of documentation" },
  "templates/bindings": { holds: "Handlebars: a WebSocket binding" },
  "templates/schemas": { holds: "Handlebars: the pages of a bundle and of a host of schemas" },
  "templates/projects": {
    holds:
      "Handlebars: the projects of `a2agen init`, one folder for each kind. After a change of a proto run `npx tsx scripts/generate/compile-project-protos.ts`",
  },

  "generated/*": {
    holds: "one package per profile; checked in, never edited",
    imports: ["npm:@a2agen/runtime"],
  },
  "generated/translate": {
    holds: "translators between the versions; checked in, never edited",
    imports: ["npm:@a2agen"],
  },

  scripts: { holds: "build, generate, release, and the table of these arrows; a folder each" },
  docs: { holds: "for users; `test/system/docs` compiles and runs their code" },
  examples: { holds: "for users, like `docs`" },
  test: { holds: "tests, with their protos, expected files and helpers; a folder for what each costs" },
  "test/unit": {
    holds: "tests of milliseconds, by the path of their source; they start no process",
    forbidden: processes,
  },
  "test/protocol": { holds: "tests over sockets: bindings, versions, other SDKs, faults" },
  "test/golden": { holds: "tests that run protoc, the plugins or a fresh process" },
  "test/system": { holds: "tests of the built commands, of compilers and of the documents" },
  "test/stores": { holds: "tests that need PostgreSQL" },
  "test/install": { holds: "tests that install packages as users do" },
  "test/release": { holds: "tests of packages as they are published, and of the scripts for this" },
  "test/shared": { holds: "helpers of tests; they start no process", forbidden: processes },
  "test/shared/process": { holds: "helpers that start processes", forbidden: costly },
  bench: { holds: "benchmarks" },
});

/** A box of the picture: rooms by what a reader calls them. */
export interface Box {
  readonly label: string;
  /** The folder that it is drawn in. */
  readonly group?: "generators" | "generated" | "runtime";
  readonly rooms: readonly string[];
  /** The boxes that become of it. */
  readonly becomes?: readonly string[];
  /** What it imports that is not in the table of rooms. */
  readonly imports?: readonly string[];
}

/** The picture for those who do not see it. */
export const pictureInWords =
  "A proto and a profile become a model; emitters turn the model into files; the generated packages import the runtime; the bindings and the agent kit are parts of the runtime that import its service and core; your code imports the generated packages and the runtime.";

export const boxes: Readonly<Record<string, Box>> = {
  sources: { label: "proto/, profiles/", rooms: ["proto", "profiles"], becomes: ["model"] },
  model: { label: "model", group: "generators", rooms: ["generators/model"], becomes: ["emit"] },
  emit: { label: "emit", group: "generators", rooms: ["generators/emit/*"], becomes: ["data", "code"] },
  plugins: { label: "plugins", group: "generators", rooms: ["generators/plugins"] },
  commands: { label: "cli/", rooms: ["cli/docs", "cli/init"] },
  code: {
    label: "types, codecs, services",
    group: "generated",
    rooms: ["generated/*"],
    imports: ["service"],
  },
  data: { label: "schemas, OpenAPI, docs", group: "generated", rooms: [] },
  yours: { label: "your agent or client", rooms: [], imports: ["code", "agent", "bindings"] },
  agent: { label: "agent, push", group: "runtime", rooms: ["runtime/agent", "runtime/push"] },
  bindings: {
    label: "jsonrpc, rest, grpc",
    group: "runtime",
    rooms: ["runtime/jsonrpc", "runtime/rest", "runtime/grpc"],
  },
  service: { label: "service", group: "runtime", rooms: ["runtime/service"] },
  core: { label: "core", group: "runtime", rooms: ["runtime/core"] },
};
