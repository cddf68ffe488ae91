import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { choose } from "../runs.ts";
import { runProcess } from "./run-process.ts";

const repository = join(import.meta.dirname, "../../..");

const releases = ["typescript", "typescript-6.0", "typescript-5.9"] as const;

export type Compiler = (typeof releases)[number];

/** Every compiler release that generated code must satisfy, by its package; `npm test` has the newest. */
export const compilers = choose<Compiler>(releases);

/** The newest and the oldest, for costly programs: compile-matrix has what differs in between. */
export const outerCompilers = choose<Compiler>(["typescript", "typescript-5.9"]);

/** The options that find the most. */
export const strictest = {
  target: "es2023",
  lib: ["es2023"],
  types: [],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  noImplicitReturns: true,
  noImplicitOverride: true,
  noFallthroughCasesInSwitch: true,
  noPropertyAccessFromIndexSignature: true,
  allowUnreachableCode: false,
  allowUnusedLabels: false,
  skipLibCheck: false,
  // Only those of TypeScript itself, which take longer than most programs.
  skipDefaultLibCheck: true,
  isolatedModules: true,
  verbatimModuleSyntax: true,
  forceConsistentCasingInFileNames: true,
  noEmit: true,
} as const;

/** The two ways in which imports are found. */
export const resolutions = {
  nodenext: { module: "nodenext", moduleResolution: "nodenext" },
  bundler: { module: "esnext", moduleResolution: "bundler" },
} as const;

/** The newest with both ways, and the oldest; `npm test` has the newest, with that of Node. */
export const compilations = choose<{
  readonly compiler: Compiler;
  readonly resolution: keyof typeof resolutions;
}>([
  { compiler: "typescript", resolution: "nodenext" },
  { compiler: "typescript", resolution: "bundler" },
  { compiler: "typescript-5.9", resolution: "nodenext" },
]);

export interface ProjectInit {
  readonly compiler: Compiler;
  /** Where the project is; its configuration is written there. */
  readonly directory: string;
  readonly options: object;
  /** Files or patterns, relative to the directory. */
  readonly include: readonly string[];
  /** Of these, what is left out. */
  readonly exclude?: readonly string[];
}

/** Compiles a project and returns what the compiler says: nothing, if all is well. */
export async function compileProject({
  compiler,
  directory,
  options,
  include,
  exclude = [],
}: ProjectInit): Promise<string> {
  const config = join(directory, `tsconfig.${compiler}.${JSON.stringify(options).length}.json`);
  await writeFile(
    config,
    JSON.stringify({ compilerOptions: options, include, exclude: [...exclude, "**/node_modules"] }),
  );
  const tsc = join(repository, "node_modules", compiler, "bin/tsc");
  const { status, stdout, stderr } = await runProcess(process.execPath, {
    args: [tsc, "-p", config, "--pretty", "false"],
    directory,
  });
  const said = `${stdout.toString()}${stderr}`;
  return status === 0 || said !== "" ? said : `${compiler} ended with exit code ${status}`;
}
