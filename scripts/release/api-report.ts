import { spawnSync } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { runScript } from "../run-script.ts";
import { renderApi } from "./render-api.ts";

const help = `npm run api              write the public names of the packages, with their signatures, to api/
npm run api -- --check   compare api/ with the sources, and require a file in changes/ when it differs from the last commit`;

/** Packages with hand-written API by their directories; the others are generated, and the API of their generator is in their protos. */
const packages = [
  { name: "a2agen", directory: "." },
  { name: "agent-conformance", directory: "packages/agent-conformance" },
  { name: "postgres", directory: "packages/postgres" },
  { name: "runtime", directory: "packages/runtime" },
] as const;

await runScript(async () => {
  const { values } = parseArgs({ options: { check: { type: "boolean" }, help: { type: "boolean" } } });
  if (values.help === true) {
    console.log(help);
    return "passed";
  }
  await mkdir("api", { recursive: true });
  for (const { name, directory } of packages) {
    const path = `api/${name}.md`;
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
  const changed = git("diff", "--name-only", base, "--", "api", "changes").output.split("\n");
  const added = git("ls-files", "--others", "--exclude-standard", "changes").output.split("\n");
  const reports = changed.filter((path) => path.startsWith("api/"));
  if (reports.length === 0) return;
  if ([...changed, ...added].some((path) => /^changes\/(?!README)/.test(path))) return;
  throw new Error(
    `${reports.join(", ")} changed since ${base}, and no file in changes/ did: say what changes for users (changes/README.md)`,
  );
}

function git(...args: readonly string[]): { readonly ok: boolean; readonly output: string } {
  const { status, stdout } = spawnSync("git", args, { encoding: "utf8" });
  return { ok: status === 0, output: stdout.trim() };
}
