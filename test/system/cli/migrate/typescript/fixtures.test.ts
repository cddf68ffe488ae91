import { execFile } from "node:child_process";
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join, relative } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadPlan } from "../../../../../packages/cli/src/migrate/typescript/load-plan.ts";
import { migrateTypeScript } from "../../../../../packages/cli/src/migrate/typescript/migrate-typescript.ts";
import type { MigratedFile } from "../../../../../packages/cli/src/migrate/typescript/migrated-file.ts";
import { choose } from "../../../../shared/runs.ts";
import { fixtureRoot, listFindings, readSources } from "./fixtures.ts";

const root = join(import.meta.dirname, "../../../../..");
const scratch = join(root, "test/system/cli/migrate/typescript/.tmp");
const beforeConfig = join(scratch, "tsconfig.before.json");
const record = process.env["RECORD"] !== undefined;

const targets = choose([
  { to: "a2a-1.0", directory: "after" },
  { to: "a2a-1.0-draft", directory: "after-draft" },
]);

const names = await readdir(fixtureRoot);

/** Those of which nothing is left to do by hand. */
const whole = ["executor", "client", "server-card", "push-receiver", "vitest-literals"];

const cases = (
  await Promise.all(
    names.map(async (name) => {
      const directories = await readdir(join(fixtureRoot, name));
      return targets
        .filter(({ directory }) => record || directories.includes(directory))
        .map(({ to, directory }) => ({ name, to, directory: join(fixtureRoot, name, directory) }));
    }),
  )
).flat();

const compilerOptions = {
  target: "es2023",
  lib: ["es2023"],
  types: ["node"],
  typeRoots: [join(root, "node_modules/@types")],
  module: "nodenext",
  moduleResolution: "nodenext",
  customConditions: ["a2agen-source"],
  strict: true,
  noImplicitOverride: true,
  noFallthroughCasesInSwitch: true,
  noUnusedLocals: true,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  allowImportingTsExtensions: true,
  noEmit: true,
  skipLibCheck: true,
};

const sdk = join(root, "node_modules/@a2a-js/sdk-0.3/dist");
const paths = {
  "@a2a-js/sdk": [join(sdk, "index.d.ts")],
  "@a2a-js/sdk/server": [join(sdk, "server/index.d.ts")],
  "@a2a-js/sdk/client": [join(sdk, "client/index.d.ts")],
};

afterAll(() => rm(scratch, { recursive: true, force: true }));

/** What the compiler of the repository says, without the paths before the fixtures. */
function compile(config: string): Promise<string> {
  return new Promise((resolve) => {
    execFile(join(root, "node_modules/.bin/tsc"), ["-p", config], { cwd: fixtureRoot }, (_error, output) =>
      resolve(output),
    );
  });
}

/** The sources of directories, migrated as one program: no directory imports another. */
async function migrate(directories: readonly string[], to: string): Promise<readonly MigratedFile[]> {
  const sources = await Promise.all(directories.map(readSources));
  return migrateTypeScript(sources.flat(), { plan: await loadPlan(to), tsconfig: beforeConfig });
}

const isIn = ({ path }: MigratedFile, directory: string): boolean => dirname(path) === directory;

interface Outcome {
  readonly once: readonly MigratedFile[];
  /** What was recorded, migrated again. */
  readonly again: readonly MigratedFile[];
}

const outcomes = new Map<string, Outcome>();

beforeAll(async () => {
  await mkdir(scratch, { recursive: true });
  const config = { compilerOptions: { ...compilerOptions, paths }, include: [`${fixtureRoot}/*/before`] };
  await writeFile(beforeConfig, JSON.stringify(config));
  for (const { to } of targets) {
    const chosen = cases.filter((one) => one.to === to);
    const once = await migrate(
      chosen.map(({ name }) => join(fixtureRoot, name, "before")),
      to,
    );
    if (record) await recordFiles(once, to);
    const again = await migrate(
      chosen.map(({ directory }) => directory),
      to,
    );
    outcomes.set(to, { once, again });
  }
});

async function recordFiles(files: readonly MigratedFile[], to: string): Promise<void> {
  for (const { name, directory } of cases.filter((one) => one.to === to)) {
    await mkdir(directory, { recursive: true });
    for (const file of files.filter((one) => isIn(one, join(fixtureRoot, name, "before"))))
      await writeFile(join(directory, basename(file.path)), file.text);
  }
}

function migrated(name: string, to: string): readonly MigratedFile[] {
  return outcomes.get(to)?.once.filter((file) => isIn(file, join(fixtureRoot, name, "before"))) ?? [];
}

describe("code of 0.3", { tags: "thorough" }, () => {
  it("compiles with the types of the SDK before", async () => {
    expect(await compile(beforeConfig)).toBe("");
  });

  it("compiles with our types afterwards, but for the lines that findings name", async () => {
    const config = join(scratch, "tsconfig.after.json");
    const include = cases.map(({ directory }) => directory);
    await writeFile(config, JSON.stringify({ compilerOptions: { ...compilerOptions, paths }, include }));
    const output = await compile(config);
    const errors = [...output.matchAll(/^(\S+)\((\d+),\d+\): error/gm)].map(
      ([, path = "", line = ""]) => `${path}:${line}`,
    );
    const findings: { place: string; message: string }[] = [];
    for (const { name, to, directory } of cases) {
      for (const file of migrated(name, to)) {
        const place = relative(fixtureRoot, join(directory, basename(file.path)));
        for (const { line, message } of file.findings) findings.push({ place: `${place}:${line}`, message });
      }
    }
    const places = new Set(findings.map(({ place }) => place));
    expect(errors.filter((place) => !places.has(place))).toEqual([]);
    const foretold = findings.filter(({ message }) => message.startsWith("does not compile"));
    expect(foretold.filter(({ place }) => !errors.includes(place))).toEqual([]);
    expect(errors.filter((place) => whole.includes(place.split("/")[0] ?? ""))).toEqual([]);
  });

  it.each(names)("%s passes its own checks before", async (name) => {
    await runCheck(join(fixtureRoot, name, "before"));
  });
});

describe.each(cases)("$name to $to", { tags: "thorough" }, ({ name, to, directory }) => {
  it("becomes the code that is recorded", async () => {
    const files = migrated(name, to);
    const wanted = await readSources(directory);
    expect(files.map(({ path, text }) => [path.split("/").at(-1), text])).toEqual(
      wanted.map(({ path, text }) => [path.split("/").at(-1), text]),
    );
    await expect(listFindings(files).join("")).toMatchFileSnapshot(join(directory, "findings.txt"));
  });

  it("passes its own checks afterwards", async () => {
    await runCheck(directory);
  });

  it("does not change when it is migrated again", async () => {
    const sources = await readSources(directory);
    const again = outcomes.get(to)?.again.filter((file) => isIn(file, directory));
    expect(again?.map(({ text }) => text)).toEqual(sources.map(({ text }) => text));
  });
});

async function runCheck(directory: string): Promise<void> {
  const module: { check?: () => Promise<void> } = await import(
    /* @vite-ignore */ join(directory, "check.ts")
  );
  await module.check?.();
}
