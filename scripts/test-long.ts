import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { runScript } from "./run-script.ts";

interface LongTest {
  /** Paths of the tests, for vitest. */
  readonly paths: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** The folder that has to be installed; without it the tests are left out. */
  readonly needs?: string;
  /** Whether they run a second time, on Node 22 of `test/nodes`. */
  readonly onNode22?: true;
}

/** Long-running tests, by name. A further one is a row: `.github/workflows/long.yml` runs all rows. */
const longTests: Readonly<Record<string, LongTest>> = {
  chaos: {
    paths: ["test/stores/postgres/chaos/chaos.postgres.test.ts"],
    env: { A2AGEN_CHAOS_MS: "600000" },
  },
  streams: {
    paths: ["test/stores/postgres/chaos/streams.postgres.test.ts"],
    env: { A2AGEN_STREAMS: "1000", A2AGEN_STREAMS_MS: "300000" },
  },
  callers: {
    paths: ["test/protocol/runtime/callers-load.test.ts"],
    env: { A2AGEN_CALLERS: "1000", A2AGEN_CALLERS_MS: "60000" },
  },
  frameworks: {
    paths: ["test/install/frameworks"],
    env: {},
    needs: "test/install/frameworks",
    onNode22: true,
  },
  projects: {
    paths: ["test/install/projects", "test/system/cli/init/extension-places.test.ts"],
    env: { A2AGEN_RUNS: "2", A2AGEN_PROJECTS: "all" },
  },
  pages: {
    paths: ["test/install/docs", "test/system/docs/documents.test.ts"],
    env: { A2AGEN_RUNS: "2", A2AGEN_PAGES: "all" },
  },
  // That the pictures in the documents show what pages look like now.
  pictures: { paths: ["test/browser/pictures"], env: {} },
  // Publishes to a registry on this machine, and upgrades a project to the release after.
  release: { paths: ["test/install/release"], env: { A2AGEN_REHEARSAL: "1" } },
  // Two versions of docs/sdks.json, with what npm has.
  sdks: { paths: ["test/install/sdks"], env: { A2AGEN_SDKS: "1" } },
  names: { paths: ["test/install/generators/plugins/names.test.ts"], env: { A2AGEN_NAMES: "1" } },
  properties: {
    paths: ["test/unit", "test/golden", "test/protocol"],
    env: { A2AGEN_RUNS: "10", A2AGEN_REST: "1" },
  },
  // With Debian's golang-go and golang-opentelemetry-otel-dev.
  languages: { paths: ["test/protocol/otel/go"], env: { A2AGEN_LANGUAGES: "all" } },
  // "later" tests run where A2AGEN_RUNS is above 1.
  replays: {
    paths: ["test/protocol/record/replays.test.ts"],
    env: { A2AGEN_RUNS: "2", A2AGEN_REPLAYS: "10000" },
  },
  // A further version is a proto, a profile, a translation and a row.
  invented: {
    paths: ["test/system/versions/invented-version.test.ts"],
    env: { A2AGEN_RUNS: "2", A2AGEN_INVENTED: "1" },
  },
  isolation: {
    paths: ["test/stores/postgres/isolation.postgres.test.ts"],
    env: { A2AGEN_ISOLATION: "all" },
  },
  power: { paths: ["test/protocol/probe/power.test.ts"], env: { A2AGEN_RUNS: "2", A2AGEN_POWER: "all" } },
  kills: { paths: ["test/stores/postgres/pglite-kill"], env: { A2AGEN_KILLS: "200" } },
};

const names = Object.keys(longTests);
const help = `npm run test:long               all tests that go on for long, one after the other
npm run test:long -- NAME ...   some of them: ${names.join(", ")}
npm run test:long -- --list     their names, as JSON`;

const repository = join(import.meta.dirname, "..");

const node22 = join(repository, "test/nodes/node_modules/node-22-linux-x64/bin/node");

await runScript(async () => {
  const wanted = process.argv.slice(2);
  if (wanted.includes("--list")) {
    console.log(JSON.stringify(names));
    return "passed";
  }
  const unknown = wanted.filter((name) => !Object.hasOwn(longTests, name));
  if (unknown.length > 0) {
    console.log(help);
    return wanted.includes("--help") ? "passed" : "failed";
  }
  const outcomes = (wanted.length === 0 ? names : wanted).map((name) => run(longTests[name]));
  return outcomes.every((isPassed) => isPassed) ? "passed" : "failed";
});

function run(test: LongTest | undefined): boolean {
  if (test === undefined) return true;
  if (test.needs !== undefined && !existsSync(join(repository, test.needs, "node_modules"))) {
    console.warn(`npm ci --prefix ${test.needs} was not run: leaving out its tests`);
    return true;
  }
  const isPassed = runOn(process.execPath, test);
  if (test.onNode22 === undefined) return isPassed;
  if (existsSync(node22)) return runOn(node22, test) && isPassed;
  console.warn("npm ci --prefix test/nodes was not run: leaving out Node 22, and what wants it");
  return isPassed;
}

function runOn(node: string, { paths, env }: LongTest): boolean {
  const program = join(repository, "node_modules/vitest/vitest.mjs");
  const args = [program, "run", "--config=test/vitest.config.ts", "--testTimeout=3600000", ...paths];
  const { status } = spawnSync(node, args, {
    cwd: repository,
    stdio: "inherit",
    env: { ...env, ...process.env },
  });
  return status === 0;
}
