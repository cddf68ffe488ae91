import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { runScript } from "./run-script.ts";

interface LongTest {
  /** Paths of the tests, for vitest. */
  readonly paths: readonly string[];
  readonly env: Readonly<Record<string, string>>;
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
  kills: { paths: ["test/stores/postgres/pglite-kill"], env: { A2AGEN_KILLS: "200" } },
};

const names = Object.keys(longTests);
const help = `npm run test:long               all tests that go on for long, one after the other
npm run test:long -- NAME ...   some of them: ${names.join(", ")}
npm run test:long -- --list     their names, as JSON`;

const repository = join(import.meta.dirname, "..");

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
  const program = join(repository, "node_modules/vitest/vitest.mjs");
  const args = [program, "run", "--config=test/vitest.config.ts", "--testTimeout=3600000", ...test.paths];
  const { status } = spawnSync(process.execPath, args, {
    cwd: repository,
    stdio: "inherit",
    env: { ...test.env, ...process.env },
  });
  return status === 0;
}
