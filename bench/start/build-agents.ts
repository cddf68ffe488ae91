import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { buildPackages } from "../../scripts/build/build-packages.ts";
import { benchDirectory, scratch } from "../paths.ts";

/** The programs by what they are called in the results; the first is what the others are compared with. */
export const agents = {
  "node:http": "bare",
  "agent kit": "kit",
  "agent kit, without binary codecs": "kit-without-binary",
  "@a2a-js/sdk": "sdk",
} as const;
export type AgentName = keyof typeof agents;
export const agentNames: readonly AgentName[] = Object.keys(agents) as AgentName[];

const directory = join(scratch, "start");

/** Where the program of an agent is. */
export function programOf(name: AgentName): string {
  return join(directory, `${agents[name]}.mjs`);
}

/** A module for `node --import` that appends the path of each ESM module that a process loads to a file. */
export const counter: string = join(directory, "count-modules.mjs");

/** Builds the packages as they are published, and programs which import these as users' programs do. */
export async function buildAgents(): Promise<void> {
  await buildPackages();
  await build({
    entryPoints: Object.values(agents).map((name) => join(benchDirectory, `start/contenders/${name}.ts`)),
    outdir: directory,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    packages: "external",
    format: "esm",
    platform: "node",
    target: "node20",
    logLevel: "error",
  });
  await writeFile(
    counter,
    `import { register } from "node:module";
register("./note-module.mjs", import.meta.url, { data: process.env.BENCH_MODULES });
`,
  );
  await writeFile(
    join(directory, "note-module.mjs"),
    `import { appendFileSync } from "node:fs";
let file;
export function initialize(path) {
  file = path;
}
export async function load(url, context, next) {
  const loaded = await next(url, context);
  if (loaded.format === "module") appendFileSync(file, \`\${url}\\n\`);
  return loaded;
}
`,
  );
}
