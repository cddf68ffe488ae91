import { execFile } from "node:child_process";
import { mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { commitAll, gitEnvironment } from "../../shared/process/git.ts";

const repository = join(import.meta.dirname, "../../..");

const env = { ...gitEnvironment, npm_config_loglevel: "silent" };

let directory: string;

beforeEach(async () => {
  directory = await realpath(await mkdtemp(join(tmpdir(), "a2agen-verify-")));
  await writeFile(join(directory, "made.txt"), "made\n");
});

afterEach(() => rm(directory, { recursive: true, force: true }));

/** Commits a package whose scripts do something that is quick, but for those that are given. */
async function commit(scripts: Readonly<Record<string, string>> = {}): Promise<void> {
  const quick = Object.fromEntries(
    ["generate", "check", "test:all", "pack"].map((name) => [name, `echo "this is ${name}"`]),
  );
  const manifest = { name: "small", private: true, scripts: { ...quick, ...scripts } };
  await writeFile(join(directory, "package.json"), JSON.stringify(manifest));
  commitAll(directory, "All");
}

function verify(): Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }> {
  const tsx = join(repository, "node_modules/tsx/dist/cli.mjs");
  const script = join(repository, "scripts/release/verify.ts");
  return new Promise((resolve) => {
    execFile(process.execPath, [tsx, script], { cwd: directory, env }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    );
  });
}

test("it ends with the first step that fails, and names it", async () => {
  await commit({ "test:all": "echo one test fails && exit 3" });
  const { code, stdout, stderr } = await verify();
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: "verify: npm run test:all failed: exit code 3; what is above says why\n",
  });
  expect(stdout.endsWith("\n== npm run test:all\none test fails\n")).toBe(true);
});

test("a step that changes a file fails, with the difference", async () => {
  await commit({ generate: "echo other > made.txt" });
  const { code, stdout, stderr } = await verify();
  expect({ code, stdout, stderr: stderr.replace(/^index .*\n/m, "") }).toEqual({
    code: 1,
    stdout: "\n== npm run generate\n",
    stderr: `verify: npm run generate changed files; commit them when they are right, or put them into .gitignore:
 M made.txt
diff --git a/made.txt b/made.txt
--- a/made.txt
+++ b/made.txt
@@ -1 +1 @@
-made
+other
`,
  });
});

test("nothing is run in a tree with changes that are not committed", async () => {
  await commit();
  await writeFile(join(directory, "new.txt"), "new\n");
  expect(await verify()).toEqual({
    code: 1,
    stdout: "",
    stderr:
      "verify: expected everything to be committed, so that what the steps change can be told apart; commit these first:\n?? new.txt\n",
  });
});
