import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { listFiles } from "./list-files.ts";
import { runScript } from "./run-script.ts";

const help = `npm test              what users rely on, in some minutes
npm test PATH ...     the tests whose path has one of these in it: test/unit/runtime/rest, or rest
npm run test:all      everything
npm run test:rest     what npm test leaves out of everything
Other arguments are for vitest, as --flag=value.`;

const repository = join(import.meta.dirname, "..");

/** One install as users do it. */
const mainPath = "test/install/docs/readme.test.ts";

/** What `npm test` has. */
const first = ["test/unit/", "test/golden/", "test/protocol/", "test/system/", mainPath];

/** What it leaves out, beside repetitions. */
const later = ["test/install/", "test/release/", "test/stores/"];

const leftOut = `left out: ${later.join(", ")} but for ${mainPath}; four of five runs of properties; all but the newest compiler.
npm run test:rest runs these, npm run test:all everything, npm test PATH what is below a folder.`;

const thorough = { A2AGEN_RUNS: process.env["A2AGEN_RUNS"] ?? "5" };

await runScript(async () => {
  const args = process.argv.slice(2);
  const paths = args.filter((arg) => !arg.startsWith("-"));
  if (args.includes("--help")) {
    console.log(help);
    return "passed";
  }
  const flags = args.filter((arg) => arg.startsWith("-") && arg !== "--all" && arg !== "--rest");
  if (args.includes("--all")) return vitest([...flags, ...paths], thorough);
  if (args.includes("--rest")) return vitest([...flags, ...(await findRest())], thorough);
  if (paths.length > 0) return vitest([...flags, ...paths]);
  const outcome = vitest([...flags, ...first]);
  console.log(leftOut);
  return outcome;
});

function vitest(args: readonly string[], env: Readonly<Record<string, string>> = {}): "passed" | "failed" {
  const program = join(repository, "node_modules/vitest/vitest.mjs");
  const { status } = spawnSync(process.execPath, [program, "run", ...args], {
    cwd: repository,
    stdio: "inherit",
    env: { ...process.env, ...env },
  });
  return status === 0 ? "passed" : "failed";
}

/** The folders that `npm test` leaves out, and the files that do more when they are asked to be thorough. */
async function findRest(): Promise<readonly string[]> {
  const paths = (await listFiles(join(repository, "test"), ["node_modules"])).map((path) => `test/${path}`);
  const sources = new Map<string, readonly string[]>();
  for (const path of paths.filter(
    (each) => each.endsWith(".ts") && !/^test\/(?:expected|generated)\//.test(each),
  )) {
    sources.set(path, findImports(path, await readFile(join(repository, path), "utf8")));
  }
  const reaches = new Set(["test/shared/runs.ts"]);
  for (let before = 0; before < reaches.size; ) {
    before = reaches.size;
    for (const [path, imported] of sources) if (imported.some((each) => reaches.has(each))) reaches.add(path);
  }
  const rest = paths.filter(
    (path) => path !== mainPath && (reaches.has(path) || later.some((folder) => path.startsWith(folder))),
  );
  return rest.filter((path) => path.endsWith(".test.ts"));
}

function findImports(path: string, text: string): readonly string[] {
  return [...text.matchAll(/from "(\.[^"]+)"/g)].map(([, name = ""]) => join(dirname(path), name));
}
