/**
 * The arrows between the folders of the repository. The lint rules in `.oxlintrc.arrows.json`, the table in
 * CONTRIBUTING.md and the picture in docs/architecture.md are written from here by `npm run generate`.
 */

import type { Importable, Room } from "./room.ts";
import { runtimeRooms } from "./runtime-rooms.ts";

/** What the rooms of `cli/` and `generators/` may import as well: the ground floor of all. */
export const everywhere: readonly Importable[] = [
  "runtime/core/object.ts",
  "runtime/core/time.ts",
  "runtime/core/url.ts",
];

/** Folders of tests that start processes. */
const costly = [
  "test/browser",
  "test/golden",
  "test/install",
  "test/release",
  "test/stores",
  "test/system",
] as const;

const processes = ["node:child_process", "test/shared/process", ...costly] as const;

function defineRooms<const Name extends string>(
  rooms: Readonly<Record<Name, Room<NoInfer<Name>>>>,
): ReadonlyMap<string, Room> {
  return new Map(Object.entries<Room>(rooms));
}

export const rooms = defineRooms({
  proto: { holds: "the protos: the normative ones of A2A, and our options" },
  profiles: { holds: "what a version's proto does not say, one YAML file per protocol version" },

  "generators/naming": { holds: "identifiers, casing, and names that are nearly another", imports: [] },
  "generators/print": {
    holds: "a TypeScript file in the making, and its imports",
    imports: ["generators/naming"],
  },
  "generators/json-schema": {
    holds: "JSON Schema documents: keywords, references, JSON pointers",
    imports: ["generators/naming"],
  },
  "generators/source/profile": {
    holds: "profiles: loading, checking",
    imports: [
      "generators/model",
      "generators/json-schema",
      "generators/naming",
      "profiles",
      "node:",
      "npm:ajv",
      "npm:yaml",
    ],
  },
  "generators/model": {
    holds: "the model of a protocol, with its profile, index and diagnostics",
    imports: ["generators/naming"],
  },
  "generators/cases": {
    holds: "cases of a message: each field with each mistake",
    imports: ["generators/model", "runtime/core", "npm:@bufbuild/protobuf"],
  },
  "generators/source/check": {
    holds: "what a profile says, checked against the model",
    imports: ["generators/model"],
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
  },
  "generators/source/json-schema": {
    holds: "a JSON Schema and a profile become a model",
    imports: ["generators/json-schema", "generators/model", "generators/naming", "generators/source/check"],
  },
  "generators/template": {
    holds: "Handlebars and YAML for the emitters that write such files; loaded when needed",
    imports: ["generators/naming", "templates/docs", "node:", "npm:handlebars", "npm:yaml"],
  },
  "generators/emit/*": {
    holds: "one target each: the model becomes files",
    imports: ["generators/emit/*", "generators/model", "generators/naming", "generators/print"],
    types: ["generators/template", "npm:openapi3-ts"],
  },
  "generators/translate": {
    holds: "translators between versions, from `profiles/translations/*.yaml`",
    imports: [
      "generators/model",
      "generators/naming",
      "generators/print",
      "generators/source/profile",
      "profiles",
    ],
  },
  "generators/compare": {
    holds:
      "two models held against each other: each difference, and what it does to peers, code and translations",
    imports: ["generators/model", "generators/translate"],
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
    ],
  },

  "cli/shared": {
    holds: "what the commands share: flags, help, errors, the terminal, files, git",
    imports: ["generators/naming", "generators/plugins", "node:", "npm:diff"],
  },
  "cli/protos": {
    holds: "protos that a user names: compiled, with their profiles, as a model; code and cards of them",
    imports: [
      "cli/shared",
      "generated/*",
      "generators/emit/*",
      "generators/model",
      "generators/naming",
      "generators/plugins",
      "generators/source/json-schema",
      "generators/source/profile",
      "generators/source/proto",
      "profiles",
      "node:",
      "npm:@a2agen",
      "npm:@bufbuild/protobuf",
    ],
  },
  "cli/package": {
    holds:
      "npm packages of generated code: their files, versions, names and archives; what they are made from",
    imports: [
      "cli/protos",
      "cli/shared",
      "generators/model",
      "generators/naming",
      "generators/plugins",
      "generators/source/profile",
      "node:",
      "npm:@bufbuild/protobuf",
      "npm:fflate",
      "npm:semver",
      "npm:yaml",
    ],
  },
  "cli/call": {
    holds: "calls an agent; its card",
    imports: ["cli/shared", "exchange", "generated/*", "generators/naming", "node:", "npm:@a2agen"],
  },
  "cli/completion": {
    holds: "completion of the command line in shells",
    imports: ["cli/shared", "generators/naming"],
  },
  "cli/console": {
    holds: "serves the console's page, and carries its requests to agents",
    imports: ["cli/shared", "exchange", "runtime/grpc", "web/console", "node:", "npm:@grpc/grpc-js"],
  },
  "cli/playground": {
    holds: "serves the playground's page, and writes it to a file",
    imports: ["cli/shared", "web/playground", "node:"],
  },
  "cli/probe": {
    holds: "tries an agent and reports where it leaves the specification",
    imports: [
      "cli/shared",
      "exchange",
      "exchange/generated",
      "probe",
      "probe/clients",
      "probe/core",
      "probe/report",
      "node:",
    ],
  },
  "cli/compose": {
    holds: "composes JSON Schemas of extensions",
    imports: [
      "cli/shared",
      "generators/json-schema",
      "generators/naming",
      "runtime/negotiation",
      "node:",
      "npm:ajv",
      "npm:json-schema-to-typescript",
    ],
  },
  "cli/tasks": {
    holds: "tasks of a store, for those who run it",
    imports: ["cli/shared", "node:", "npm:@a2agen"],
  },
  "cli/diff": {
    holds: "what changed between two versions, as pages and as data",
    imports: [
      "cli/package",
      "cli/protos",
      "cli/shared",
      "generators/compare",
      "generators/emit/*",
      "generators/model",
      "generators/plugins",
      "generators/translate",
      "node:",
    ],
  },
  "cli/docs": {
    holds: "pages of documentation",
    imports: [
      "cli/docs/site",
      "cli/protos",
      "cli/shared",
      "generators/emit/*",
      "generators/model",
      "generators/naming",
      "generators/source/profile",
      "generators/template",
      "node:",
    ],
  },
  "cli/docs/site": {
    holds: "the reference site: its pages, and examples that the generated code of its protos has exchanged",
    imports: [
      "cli/protos",
      "cli/shared",
      "generators/compare",
      "generators/emit/*",
      "generators/model",
      "generators/plugins",
      "generators/print",
      "generators/source/profile",
      "generators/template",
      "generators/translate",
      "profiles",
      "templates/site",
      "web/playground",
      "web/shared",
      "web/site",
      "node:",
      "npm:@a2agen",
      "npm:handlebars",
      "npm:markdown-it",
      "npm:sucrase",
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
    ],
  },
  "cli/migrate": {
    holds: "migrations of JSON and YAML, and codemods on TypeScript; loads ts-morph when needed",
    imports: [
      "runtime/core/binding.ts",
      "runtime/core/mode.ts",
      "cli/protos",
      "cli/shared",
      "generators/model",
      "generators/naming",
      "generators/source/profile",
      "generators/translate",
      "profiles",
      "node:",
      "npm:@a2agen",
      "npm:ts-morph",
      "npm:yaml",
    ],
  },
  "cli/init": {
    holds:
      "projects from templates, with their generated code; what `add` and `init --update` add to existing ones",
    imports: [
      "cli/migrate",
      "cli/package",
      "cli/protos",
      "cli/shared",
      "exchange",
      "generators/emit/*",
      "generators/model",
      "generators/naming",
      "generators/plugins",
      "generators/source/profile",
      "generators/template",
      "package.json",
      "node:",
      "npm:@bufbuild/protobuf",
      "npm:@clack/prompts",
      "npm:handlebars",
      "npm:sucrase",
      "npm:ts-morph",
      "npm:yaml",
    ],
  },
  "cli/pack": {
    holds: "packages as they are published: their files, a reproducible archive, the step of the version",
    imports: [
      "cli/package",
      "cli/protos",
      "cli/shared",
      "generators/compare",
      "generators/json-schema",
      "generators/model",
      "generators/naming",
      "generators/plugins",
      "node:",
      "npm:@arethetypeswrong/core",
      "npm:ajv",
      "npm:publint",
      "npm:semver",
      "npm:ts-morph",
    ],
  },
  "cli/schemas": {
    holds: "schemas of packages, bundled for other languages and laid out for a host",
    imports: [
      "cli/package",
      "cli/protos",
      "cli/shared",
      "generators/json-schema",
      "generators/model",
      "generators/naming",
      "generators/plugins",
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
      "cli/completion",
      "cli/compose",
      "cli/console",
      "cli/diff",
      "cli/docs",
      "cli/init",
      "cli/migrate",
      "cli/openapi",
      "cli/pack",
      "cli/playground",
      "cli/probe",
      "cli/schemas",
      "cli/tasks",
      "cli/shared",
    ],
  },

  "probe/core": {
    holds: "requirements, what a check is and what it sends, and a transport of its own",
    imports: [
      "cli/protos",
      "exchange",
      "exchange/encode",
      "exchange/generated",
      "exchange/meaning",
      "generators/model",
      "generators/naming",
      "runtime/core",
      "runtime/grpc",
      "runtime/service",
      "templates/probe",
      "node:",
      "npm:@a2agen",
      "npm:yaml",
    ],
  },
  "probe/checks": {
    holds: "what the probe sends to agents, and what it finds in their answers",
    imports: [
      "probe/core",
      "exchange",
      "exchange/encode",
      "exchange/generated",
      "exchange/meaning",
      "generators/cases",
      "runtime/canonical",
      "runtime/core",
      "runtime/service",
      "node:",
      "npm:@a2agen",
    ],
  },
  "probe/report": {
    holds: "what was found, as data and in the forms of reports",
    imports: ["probe/core", "exchange", "exchange/generated", "exchange/meaning", "node:crypto", "npm:sarif"],
  },
  "probe/clients": {
    holds: "agents that answer as they should and as they should not, for clients",
    imports: [
      "probe/core",
      "probe/report",
      "exchange",
      "exchange/generated",
      "exchange/meaning",
      "generators/cases",
      "generators/model",
      "runtime/core",
      "runtime/grpc",
      "runtime/service",
      "node:",
      "npm:@a2agen",
    ],
  },
  "probe/library": {
    holds: "what programs import as `a2agen/probe`",
    imports: ["probe", "probe/core", "probe/report", "exchange/generated", "runtime/core", "node:"],
  },
  probe: {
    holds: "the probe: makes the checks of each interface of an agent, or judges a recording",
    imports: [
      "probe/checks",
      "probe/core",
      "probe/report",
      "exchange",
      "exchange/generated",
      "runtime/core",
      "runtime/grpc",
      "runtime/service",
      "node:",
    ],
  },
  exchange: {
    holds: "the record of an exchange with an agent, and what its bytes mean in each version",
    imports: [
      "exchange/generated",
      "generated/*",
      "runtime/binary",
      "runtime/core",
      "runtime/grpc",
      "npm:@a2agen",
    ],
  },
  "exchange/meaning": {
    holds: "readers of exchanges, one for each binding",
    imports: [
      "exchange",
      "exchange/generated",
      "runtime/binary",
      "runtime/core",
      "runtime/grpc",
      "runtime/rest",
      "runtime/service",
    ],
  },
  "exchange/encode": {
    holds: "the bytes of a call over each binding, unchecked",
    imports: [
      "exchange",
      "exchange/generated",
      "exchange/meaning",
      "runtime/core",
      "runtime/grpc",
      "runtime/service",
    ],
  },
  "exchange/generated": { holds: "its types, codec and schema, by our own plugins from `exchange/proto`" },

  "web/shared": {
    holds: "parts of pages: an editor, JSON with problems at their places",
    imports: ["exchange/generated", "npm:@codemirror", "npm:@lezer", "npm:preact"],
  },
  "web/console": {
    holds: "the console: cards, conversations, tasks and the wire, in the browser",
    imports: [
      "cli/console/relay-protocol.ts",
      "exchange",
      "exchange/generated",
      "exchange/meaning",
      "generated/*",
      "runtime/core",
      "runtime/grpc",
      "runtime/http",
      "runtime/service",
      "web/shared",
      "npm:@a2agen",
      "npm:@preact/signals",
      "npm:preact",
    ],
  },
  "web/site": { holds: "the style and the script of a reference site" },
  "web/playground": {
    holds: "the playground: JSON checked, translated and encoded, in the browser",
    imports: [
      "cli/migrate",
      "exchange/meaning",
      "generated/*",
      "generators/model",
      "generators/naming",
      "profiles",
      "runtime/core",
      "web/shared",
      "npm:@a2agen",
      "npm:@preact/signals",
      "npm:preact",
    ],
  },

  ...runtimeRooms,

  "agent-conformance": {
    holds: "`@a2agen/agent-conformance`: the suite for task stores, for any framework of tests",
    imports: ["npm:@a2agen"],
  },
  postgres: {
    holds:
      "`@a2agen/postgres`: the task store over PostgreSQL and PGlite, its tables and migrations. After a change of a migration or of PGlite run `npx tsx scripts/generate/make-new-database.ts`",
    imports: ["npm:@a2agen", "node:"],
  },

  "templates/docs": { holds: "Handlebars: pages of documentation" },
  "templates/bindings": { holds: "Handlebars: a WebSocket binding" },
  "templates/site": { holds: "Handlebars: the pages of a reference site" },
  "templates/probe": { holds: "the schema of scenarios for the probe" },
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
  "test/browser": { holds: "tests of pages in Chromium" },
  "test/stores": { holds: "tests that need PostgreSQL" },
  "test/install": { holds: "tests that install packages as users do" },
  "test/release": { holds: "tests of packages as they are published, and of the scripts for this" },
  "test/shared": { holds: "helpers of tests; they start no process", forbidden: processes },
  "test/shared/process": { holds: "helpers that start processes", forbidden: costly },
  bench: { holds: "benchmarks" },
});
