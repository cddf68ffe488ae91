import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { commitAll, gitEnvironment, git as runGit } from "../../shared/process/git.ts";

const repository = join(import.meta.dirname, "../../..");
const environment = { ...gitEnvironment, GIT_CEILING_DIRECTORIES: realpathSync(tmpdir()) };

const file = "proto/a2a-1.0/lf/a2a/v1/a2a.proto";

let directory: string;

beforeEach(() => {
  directory = realpathSync(mkdtempSync(join(tmpdir(), "check-breaking-")));
  cpSync(join(repository, "proto"), join(directory, "proto"), { recursive: true });
  cpSync(join(repository, "buf.yaml"), join(directory, "buf.yaml"));
  writeFileSync(join(directory, ".gitignore"), "node_modules\n");
  symlinkSync(join(repository, "node_modules"), join(directory, "node_modules"));
  commit("First state");
});

afterEach(() => {
  rmSync(directory, { recursive: true });
});

function git(...args: readonly string[]): void {
  runGit(directory, ...args);
}

function commit(message: string): void {
  commitAll(directory, message);
}

/** Tags this commit as a release, and goes on behind it. */
function release(tag: string): void {
  git("tag", tag);
  git("commit", "--quiet", "--allow-empty", "--message", `After ${tag}`);
}

function edit(from: string, to: string): void {
  const path = join(directory, file);
  const text = readFileSync(path, "utf8");
  expect(text.split(from)).toHaveLength(2);
  writeFileSync(path, text.replace(from, to));
}

function renumber(): void {
  edit("string bearer_format = 3;", "string bearer_format = 4;");
}

function add(): void {
  edit(
    "string bearer_format = 3;",
    "string bearer_format = 3;\n  // Who issues the tokens.\n  string issuer = 4;",
  );
}

interface Outcome {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function checkBreaking(): Outcome {
  const { status, stdout, stderr } = spawnSync(
    join(repository, "node_modules/.bin/tsx"),
    [join(repository, "scripts/release/check-breaking.ts")],
    { cwd: directory, env: environment, encoding: "utf8" },
  );
  return { status, stdout, stderr };
}

function lineOf(text: string): number {
  return readFileSync(join(directory, file), "utf8").split("\n").indexOf(text) + 1;
}

test("without a release tag there is nothing to compare with", () => {
  git("tag", "vendor-import");
  renumber();
  expect(checkBreaking()).toStrictEqual({
    status: 0,
    stdout: "check-breaking: no earlier release tag v*, nothing to compare with\n",
    stderr: "",
  });
});

test("a changed field number fails with what buf says", () => {
  release("v0.1.0");
  renumber();
  const line = lineOf("message HTTPAuthSecurityScheme {");
  expect(checkBreaking()).toStrictEqual({
    status: 100,
    stdout: "",
    stderr: `check-breaking: buf breaking failed against v0.1.0\n${file}:${line}:1:Previously present field "3" with name "bearer_format" on message "HTTPAuthSecurityScheme" was deleted.\n`,
  });
});

test("an added field passes", () => {
  release("v0.1.0");
  add();
  expect(checkBreaking()).toStrictEqual({
    status: 0,
    stdout: "check-breaking: nothing breaks against v0.1.0\n",
    stderr: "",
  });
});

test("the newest version counts, by number and not by name, and a release before its candidates", () => {
  release("v0.9.0");
  renumber();
  commit("Renumber");
  git("tag", "v0.10.0-rc.1");
  release("v0.10.0");
  expect(checkBreaking()).toStrictEqual({
    status: 0,
    stdout: "check-breaking: nothing breaks against v0.10.0\n",
    stderr: "",
  });
});

test("a release of another branch does not count", () => {
  release("v0.1.0");
  git("switch", "--quiet", "--create", "next");
  renumber();
  commit("Renumber");
  git("tag", "v1.0.0");
  git("switch", "--quiet", "main");
  expect(checkBreaking()).toStrictEqual({
    status: 0,
    stdout: "check-breaking: nothing breaks against v0.1.0\n",
    stderr: "",
  });
});

describe("on the commit of a release", () => {
  test("the first one has nothing to be compared with", () => {
    git("tag", "v0.1.0");
    expect(checkBreaking()).toStrictEqual({
      status: 0,
      stdout: "check-breaking: no earlier release tag v*, nothing to compare with\n",
      stderr: "",
    });
  });

  test("what breaks is found, by the release before", () => {
    release("v0.1.0");
    const line = lineOf("message HTTPAuthSecurityScheme {");
    renumber();
    commit("Renumber");
    git("tag", "v0.2.0-rc.1");
    git("tag", "v0.2.0");
    expect(checkBreaking()).toStrictEqual({
      status: 100,
      stdout: "",
      stderr: `check-breaking: buf breaking failed against v0.1.0\n${file}:${line}:1:Previously present field "3" with name "bearer_format" on message "HTTPAuthSecurityScheme" was deleted.\n`,
    });
  });

  test("what does not break passes, by the release before", () => {
    release("v0.1.0");
    add();
    commit("Add");
    git("tag", "v0.2.0");
    expect(checkBreaking()).toStrictEqual({
      status: 0,
      stdout: "check-breaking: nothing breaks against v0.1.0\n",
      stderr: "",
    });
  });
});

test("a proto that does not compile fails with what buf says", () => {
  release("v0.1.0");
  edit("string bearer_format = 3;", "strin bearer_format = 3;");
  expect(checkBreaking()).toStrictEqual({
    status: 100,
    stdout: "",
    stderr: `check-breaking: buf breaking failed against v0.1.0\n${file}:${lineOf("  strin bearer_format = 3;")}:3:cannot find \`strin\` in this scope\n`,
  });
});

test("a missing buf fails and says how to get it", () => {
  release("v0.1.0");
  rmSync(join(directory, "node_modules"));
  expect(checkBreaking()).toStrictEqual({
    status: 1,
    stdout: "",
    stderr: "check-breaking: buf is not installed here; run npm ci\n",
  });
});

test("a directory that is not a repository fails with what git says", () => {
  rmSync(join(directory, ".git"), { recursive: true });
  expect(checkBreaking()).toStrictEqual({
    status: 128,
    stdout: "",
    stderr:
      "check-breaking: git cannot list the release tags\nfatal: not a git repository (or any of the parent directories): .git\n",
  });
});

test("a directory without buf.yaml fails", () => {
  rmSync(join(directory, "buf.yaml"));
  expect(checkBreaking()).toStrictEqual({
    status: 1,
    stdout: "",
    stderr: `check-breaking: no buf.yaml in ${directory}; run it in the root of the repository\n`,
  });
});
