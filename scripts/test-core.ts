import { spawnSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { copyRepository } from "./copy-repository.ts";
import { listFiles } from "./list-files.ts";
import { runScript } from "./run-script.ts";

const help = `npm run test:core            the core by itself: generates, builds, compiles, and passes some unit tests
npm run test:core -- --all   each night: all of them but those of the runtime, the golden ones and those of bindings, too`;

const repository = join(import.meta.dirname, "..");
const copy = join(repository, ".tmp/core");

/** What the core does without: packages that use it by its public names, and what belongs to them. */
export const lodgers: readonly string[] = [
  "packages/adapters",
  "packages/agent-conformance",
  "packages/conversation",
  "packages/ext-a2ui",
  "packages/ext-ap2",
  "packages/ext-kagenti",
  "packages/ext-oid4vp",
  "packages/ext-task-progress",
  "packages/ext-timestamp",
  "packages/ext-ucp",
  "packages/ext-x402",
  "packages/gateway",
  "packages/otel",
  "packages/pages",
  "packages/postgres",
  "packages/probe",
  "packages/tasks",
  "packages/testing",
  "scripts/fleet",
];

/** Tests of the core, by what they cost; those that load a lodger are not. */
const costs = {
  quick: ["test/unit/cli", "test/unit/generators"],
  all: ["test/unit", "test/golden", "test/protocol/bindings"],
};

/**
 * Left out: what these tests load is found by their imports, which are followed below, and stays the same in
 * the copy. Commands and generators load some of theirs by name.
 */
const loadsNothingByName = "test/unit/runtime/";

// npm run test:core: in a copy without the folders of the lodgers.
await runScript(async () => {
  const args = process.argv.slice(2);
  if (args.includes("--help")) {
    console.log(help);
    return "passed";
  }
  const tests = await findCoreTests(args.includes("--all") ? costs.all : costs.quick);
  await makeCopy(tests);
  const source = ["--conditions=a2agen-source", "--import=tsx"];
  const steps = [
    [...source, "scripts/generate/generate.ts"],
    [...source, "scripts/build/build.ts"],
    ["node_modules/typescript/bin/tsc", "-p", "tsconfig.core.json"],
    ["node_modules/vitest/vitest.mjs", "run", "--config=test/vitest.config.ts", "--reporter=dot"],
  ];
  for (const step of steps) {
    console.log(`\n== node ${step.join(" ")}`);
    const { status } = spawnSync(process.execPath, step, { cwd: copy, stdio: "inherit" });
    if (status !== 0) throw new Error(`the core fails without ${lodgers.join(", ")}: see above`);
  }
  return "passed";
});

/** The files of tests in these folders that load nothing of a lodger, and read none of its files. */
async function findCoreTests(folders: readonly string[]): Promise<readonly string[]> {
  const lists = folders.map(async (folder) => {
    const paths = await listFiles(join(repository, folder), []);
    return paths.filter((path) => path.endsWith(".test.ts")).map((path) => `${folder}/${path}`);
  });
  const entryPoints = (await Promise.all(lists)).flat();
  const { metafile } = await build({
    entryPoints,
    absWorkingDir: repository,
    outdir: ".tmp/core-tests",
    bundle: true,
    // What tests share is bundled once.
    splitting: true,
    write: false,
    metafile: true,
    platform: "node",
    format: "esm",
    conditions: ["a2agen-source"],
    loader: {
      ".html": "text",
      ".css": "text",
      ".hbs": "text",
      ".yaml": "text",
      ".binpb": "empty",
      ".br": "empty",
    },
    plugins: [
      {
        name: "packages of others",
        setup({ onResolve }) {
          onResolve({ filter: /./ }, ({ path, kind }) =>
            kind !== "entry-point" && (path.includes("?") || !/^(?:[./]|@a2agen\/)/.test(path))
              ? { path, external: true }
              : undefined,
          );
        },
      },
    ],
    logLevel: "error",
  });
  const reaches = (path: string, seen: Set<string>): boolean => {
    if (lodgers.some((lodger) => path.startsWith(`${lodger}/`))) return true;
    if (seen.has(path)) return false;
    seen.add(path);
    return (metafile.inputs[path]?.imports ?? []).some(
      (each) => each.external !== true && reaches(each.path, seen),
    );
  };
  const found: string[] = [];
  for (const path of entryPoints) {
    if (path.startsWith(loadsNothingByName)) continue;
    const text = await readFile(join(repository, path), "utf8");
    if (!namesLodger(text) && !reaches(path, new Set())) found.push(path);
  }
  return found;
}

/** Whether a test names a file of a lodger, or has its package in a text that it bundles or runs. */
function namesLodger(text: string): boolean {
  return lodgers.some(
    (lodger) => text.includes(lodger) || text.includes(`from "${lodger.replace("packages", "@a2agen")}`),
  );
}

/** What is in git, without lodgers and other tests. */
async function makeCopy(tests: readonly string[]): Promise<void> {
  await copyRepository({
    repository,
    to: copy,
    isKept: (path) =>
      !lodgers.some((lodger) => path.startsWith(`${lodger}/`)) &&
      (!path.endsWith(".test.ts") || tests.includes(path)),
  });
  await writeFile(
    join(copy, "tsconfig.core.json"),
    JSON.stringify({
      extends: "./tsconfig.json",
      include: ["generated", "generators", "packages", "scripts"],
    }),
  );
}
