import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { listFiles } from "./list-files.ts";
import { runScript } from "./run-script.ts";

const help = `npm test              what users rely on, in some minutes
npm test PATH ...     the tests whose path has one of these in it: test/unit/runtime/rest, or rest
npm run test:all      everything
npm run test:rest     what npm test leaves out of everything
Other arguments are for vitest, as --flag=value.`;

const repository = join(import.meta.dirname, "..");

/** What `npm test` has. */
const first = ["test/unit/", "test/extensions/", "test/golden/", "test/protocol/", "test/system/"];

/** Builds all packages, for the code of pages. */
const pages = "test/system/docs/documents.test.ts";

/** What it leaves out, beside repetitions. */
const later = ["test/browser/", "test/install/", "test/release/", "test/stores/"];

/** Of these `npm run test:long` runs more, so that they are not repeated here. */
const properties = ["test/unit/", "test/extensions/", "test/golden/", "test/protocol/"];

/** These are for `npm run test:long` alone. */
const long = ["test/browser/pictures/"];

const leftOut = `left out: ${later.join(", ")}; the code of pages; all but the first of compilers,
locales, targets of code that is migrated and the like, which are tagged "thorough"; tests tagged "later".
npm run test:rest runs these, npm run test:all everything, npm test PATH what is below a folder.
npm run test:long runs ten times as many cases of properties.`;

const thorough = { A2AGEN_RUNS: process.env["A2AGEN_RUNS"] ?? "2" };

await runScript(async () => {
  const args = process.argv.slice(2);
  const paths = args.filter((arg) => !arg.startsWith("-"));
  if (args.includes("--help")) {
    console.log(help);
    return "passed";
  }
  const flags = args.filter((arg) => arg.startsWith("-") && arg !== "--all" && arg !== "--rest");
  if (args.includes("--all")) return vitest([...flags, ...paths], thorough);
  if (args.includes("--rest")) {
    // These wait for leases, databases, browsers and other programs.
    return vitest([workersBeside(2), ...flags, ...(await findRest())], { ...thorough, A2AGEN_REST: "1" });
  }
  if (paths.length > 0) return vitest([...flags, ...paths]);
  // A flag --exclude would not reach the projects.
  const outcome = vitest([workersBeside(1), ...flags, ...first], { A2AGEN_EXCLUDE: pages });
  console.log(leftOut);
  return outcome;
});

/** More than there are cores, as tests that wait leave them to others. */
function workersBeside(more: number): string {
  return `--maxWorkers=${availableParallelism() + more}`;
}

function vitest(args: readonly string[], env: Readonly<Record<string, string>> = {}): "passed" | "failed" {
  const program = join(repository, "node_modules/vitest/vitest.mjs");
  const command = [program, "run", "--config=test/vitest.config.ts", ...args];
  const { status } = spawnSync(process.execPath, command, {
    cwd: repository,
    stdio: "inherit",
    env: { ...process.env, ...env },
  });
  return status === 0 ? "passed" : "failed";
}

/** The folders that `npm test` leaves out, and the files with tests that it leaves out. */
async function findRest(): Promise<readonly string[]> {
  const rest: string[] = [];
  for (const name of await listFiles(join(repository, "test"), ["node_modules"])) {
    const path = `test/${name}`;
    const isIn = (folder: string): boolean => path.startsWith(folder);
    if (!path.endsWith(".test.ts") || long.some(isIn)) continue;
    const tags = properties.some(isIn) ? /\btags: "later"/ : /\btags: "(?:thorough|later)"/;
    if (later.some(isIn) || tags.test(await readFile(join(repository, path), "utf8"))) rest.push(path);
  }
  return rest;
}
