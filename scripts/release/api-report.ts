import { spawnSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { runScript } from "../run-script.ts";
import { renderApi } from "./render-api.ts";

const help = `npm run api              write the public names of the packages, with their signatures, to packages/*/api.md
npm run api -- --check   compare api.md with the sources, and require an entry in CHANGELOG.md when it differs from the last release`;

/** Packages with a hand-written API; that of generated ones is their generator's, in their protos. */
const packages = [
  "adapters",
  "agent-conformance",
  "conversation",
  "gateway",
  "otel",
  "postgres",
  "probe",
  "runtime",
  "testing",
] as const;

await runScript(async () => {
  const { values } = parseArgs({ options: { check: { type: "boolean" }, help: { type: "boolean" } } });
  if (values.help === true) {
    console.log(help);
    return "passed";
  }
  for (const name of packages) {
    const directory = `packages/${name}`;
    const path = `${directory}/api.md`;
    const text = await renderApi(directory);
    if (values.check !== true) await writeFile(path, text);
    else if ((await readFile(path, "utf8").catch(() => "")) !== text) {
      throw new Error(`${path} differs from the sources: run npm run api, and read the difference`);
    }
  }
  if (values.check === true) requireChangeFile();
  return "passed";
});

/** A public API that changes since the last release is a change that users can see. */
function requireChangeFile(): void {
  const tag = git("describe", "--tags", "--match", "v[0-9]*", "--abbrev=0", "HEAD");
  const base = tag.ok ? tag.output : "HEAD";
  const changed = git("diff", "--name-only", base).output.split("\n");
  const reports = changed.filter((path) => /^packages\/[^/]+\/api\.md$/.test(path));
  if (reports.length === 0) return;
  if (changed.includes("CHANGELOG.md")) return;
  throw new Error(
    `${reports.join(", ")} changed since ${base}, and CHANGELOG.md did not: say there what changes for users`,
  );
}

function git(...args: readonly string[]): { readonly ok: boolean; readonly output: string } {
  const { status, stdout } = spawnSync("git", args, { encoding: "utf8" });
  return { ok: status === 0, output: stdout.trim() };
}
