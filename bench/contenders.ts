import { existsSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { bundle } from "./bundle.ts";
import { takeOutExtras } from "./codecs/take-out-extras.ts";
import { benchDirectory, generatedDirectory, repository, scratch } from "./paths.ts";
import { messageNames } from "./payloads.ts";
import { run } from "./process.ts";

const packages = join(benchDirectory, "node_modules");

/** The programs of the contenders; all run with the Node that runs the benchmark. */
export const programs = {
  protocGenEs: join(packages, "@bufbuild/protoc-gen-es/bin/protoc-gen-es"),
  tsProto: join(packages, "ts-proto/protoc-gen-ts_proto"),
  typia: join(packages, "typia/lib/executable/typia.js"),
} as const;

/** Options of protoc-gen-es and ts-proto for code that is comparable with ours. */
export const pluginOptions = {
  protocGenEs: "target=ts,import_extension=js",
  tsProto: "esModuleInterop=true,outputServices=none,importSuffix=.js",
} as const;

export function areContendersInstalled(): boolean {
  return Object.values(programs).every((path) => existsSync(path));
}

/** What the servers and clients are made with; installed with the workspace, as its tests need them too. */
const servedPackages: Readonly<Record<string, readonly string[]>> = {
  start: ["@a2a-js/sdk", "express"],
  server: ["@a2a-js/sdk", "@hono/node-server", "express", "hono"],
  versions: ["@a2a-js/sdk", "@a2a-js/sdk-0.3", "express"],
  grpc: ["@grpc/grpc-js"],
  gateway: ["@grpc/grpc-js"],
  compose: ["ajv", "json-schema-to-typescript"],
  agent: ["@a2a-js/sdk", "express"],
  observer: [
    "@opentelemetry/api",
    "@opentelemetry/context-async-hooks",
    "@opentelemetry/sdk-metrics",
    "@opentelemetry/sdk-trace-base",
  ],
  store: ["@a2a-js/sdk", "@electric-sql/pglite", "kysely", "pg"],
  text: ["@electric-sql/pglite", "pg"],
  fakes: ["fast-check"],
  playground: ["@codemirror/view", "preact"],
  console: ["@preact/signals", "preact"],
  models: ["@langchain/langgraph", "@openai/agents", "ai"],
};

/** The frameworks, and the agents with which their adapters are tried. */
export const frameworksDirectory = join(repository, "test/install/frameworks");

/** Names and versions of the packages that a part compares. */
export async function readVersions(part: string): Promise<ReadonlyMap<string, string>> {
  const served = servedPackages[part];
  const directory =
    part === "models"
      ? join(frameworksDirectory, "node_modules")
      : served === undefined
        ? packages
        : join(repository, "node_modules");
  const names = served ?? (await listDependencies());
  return new Map(
    await Promise.all(
      names.map(async (name): Promise<[string, string]> => {
        const { version } = await readJson<{ version: string }>(join(directory, name, "package.json"));
        return [name, version];
      }),
    ),
  );
}

/** What package.json of the benchmark lists, in its order. */
async function listDependencies(): Promise<readonly string[]> {
  const { dependencies } = await readJson<{ dependencies: Record<string, string> }>(
    join(benchDirectory, "package.json"),
  );
  return Object.keys(dependencies);
}

async function readJson<T>(path: string): Promise<T> {
  return JSON.parse(await readFile(path, "utf8")) as T;
}

/** The native program behind the npm package of buf, without the Node process around it. */
export function findBuf(): string {
  const { resolve } = createRequire(join(repository, "package.json"));
  // The packages for other systems have names of the same form, except on ARM under Linux.
  const architecture = process.platform === "linux" && process.arch === "arm64" ? "aarch64" : process.arch;
  const name = `@bufbuild/buf-${process.platform}-${architecture}`;
  return join(
    dirname(resolve(`${name}/package.json`)),
    "bin",
    process.platform === "win32" ? "buf.exe" : "buf",
  );
}

/** Generates the code of the contenders for A2A 1.0. */
export async function generateContenders(): Promise<void> {
  await rm(generatedDirectory, { recursive: true, force: true });
  await mkdir(generatedDirectory, { recursive: true });
  await Promise.all([generateFromProto(), generateTypia(), bundlePlain()]);
}

async function generateFromProto(): Promise<void> {
  const plugin = (program: string, directory: string, opt: string): object => ({
    local: [process.execPath, program],
    out: join(generatedDirectory, directory),
    strategy: "all",
    include_imports: true,
    opt,
  });
  const template = {
    version: "v2",
    plugins: [
      plugin(programs.protocGenEs, "protobuf-es", pluginOptions.protocGenEs),
      plugin(programs.tsProto, "ts-proto", pluginOptions.tsProto),
    ],
  };
  await run(findBuf(), ["generate", "--template", JSON.stringify(template), "--path", "proto/a2a-1.0/lf"], {
    directory: repository,
  });
}

/** Validators of our own types, made ahead of time with a TypeScript that typia's transformation knows. */
async function generateTypia(): Promise<void> {
  const directory = join(scratch, "typia");
  await rm(directory, { recursive: true, force: true });
  await mkdir(join(directory, "src"), { recursive: true });
  const lines = messageNames.flatMap((name) => [
    `export const is${name} = typia.createIs<a2a.${name}>();`,
    `export const parse${name} = typia.json.createAssertParse<a2a.${name}>();`,
    `export const stringify${name} = typia.json.createStringify<a2a.${name}>();`,
  ]);
  const source = ['import typia from "typia";', 'import type * as a2a from "@a2agen/a2a-1.0";', ...lines, ""];
  await writeFile(join(directory, "src/a2a.ts"), source.join("\n"));
  const compilerOptions = {
    target: "es2022",
    module: "nodenext",
    moduleResolution: "nodenext",
    strict: true,
    skipLibCheck: true,
    customConditions: ["a2agen-source"],
    types: [],
  };
  await writeFile(join(directory, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["src"] }));
  const paths = [
    "--input",
    "src",
    "--output",
    join(generatedDirectory, "typia"),
    "--project",
    "tsconfig.json",
  ];
  await run(process.execPath, [programs.typia, "generate", ...paths], { directory });
}

async function bundlePlain(): Promise<void> {
  await bundle({
    source: 'export * from "@a2agen/a2a-1.0";',
    outfile: join(generatedDirectory, "plain.ts"),
    plugins: [takeOutExtras],
  });
}
