import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

const repository = join(import.meta.dirname, "../../..");

const changelog = `# Changelog

## [Unreleased]

### Added

- Not in a release.

## [1.10.0] - 2026-11-22

### Added

- Ten.

  With a further paragraph.

## [1.1.0] - 2026-01-01

### Fixed

- One.
`;

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "a2agen-print-release-"));
  await writeFile(join(directory, "CHANGELOG.md"), changelog);
});

afterEach(() => rm(directory, { recursive: true, force: true }));

function print(
  ...args: readonly string[]
): Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }> {
  const tsx = join(repository, "node_modules/tsx/dist/cli.mjs");
  const script = join(repository, "scripts/release/print-release.ts");
  return new Promise((resolve) => {
    execFile(process.execPath, [tsx, script, ...args], { cwd: directory }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    );
  });
}

test.each([
  ["v1.10.0", "### Added\n\n- Ten.\n\n  With a further paragraph.\n"],
  ["v1.1.0", "### Fixed\n\n- One.\n"],
])("the section of %s is printed", async (tag, stdout) => {
  expect(await print(tag)).toEqual({ code: 0, stdout, stderr: "" });
});

test.each([
  [
    "a version without a section",
    "v1.0.0",
    'CHANGELOG.md: expected a section "## [1.0.0]" with what has changed, got none; give "Unreleased" this version and the date, and commit\n',
  ],
  ["what is no tag", "1.1.0", 'print-release: expected a tag such as v1.2.3, got "1.1.0"\n'],
])("%s is refused", async (_what, tag, stderr) => {
  expect(await print(tag)).toEqual({ code: 1, stdout: "", stderr });
});
