import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

const repository = join(import.meta.dirname, "../../..");

const changelog = `# Changelog

## [Unreleased]

### Added

- Not in a release.

## [0.1.0] - 2026-01-01

### Added

- Everything.
`;

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "a2agen-release-notes-"));
  await mkdir(join(directory, "changes"));
  await writeFile(join(directory, "CHANGELOG.md"), changelog);
  await writeFile(join(directory, "changes/README.md"), "How to write one.\n");
});

afterEach(() => rm(directory, { recursive: true, force: true }));

async function write(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) await writeFile(join(directory, "changes", name), text);
}

function fold(...args: readonly string[]): Promise<{ readonly code: number; readonly said: string }> {
  const tsx = join(repository, "node_modules/tsx/dist/cli.mjs");
  const script = join(repository, "scripts/release/release-notes.ts");
  return new Promise((resolve) => {
    execFile(process.execPath, [tsx, script, ...args], { cwd: directory }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), said: `${stdout}${stderr}` }),
    );
  });
}

const read = (): Promise<string> => readFile(join(directory, "CHANGELOG.md"), "utf8");

const released = changelog.slice(changelog.indexOf("## [0.1.0]"));

test("changes are put under a version and date, by kind and name, and their files are gone", async () => {
  await write({
    "fixed-z.md": "A stream ends\nwhen it should.\n",
    "security-limits.md": "Requests have a limit.",
    "added-b.md": "Second.\n",
    "added-a.md": "First.\n\nWith a further paragraph.\n",
  });
  expect(await fold("0.2.0", "2026-11-22")).toEqual({
    code: 0,
    said: "CHANGELOG.md: 4 files of changes/ in 0.2.0\n",
  });
  expect(await read()).toBe(`# Changelog

## [0.2.0] - 2026-11-22

### Added

- Not in a release.
- First.

  With a further paragraph.
- Second.

### Fixed

- A stream ends
  when it should.

### Security

- Requests have a limit.

${released}`);
  expect(await readdir(join(directory, "changes"))).toEqual(["README.md"]);
});

test("the first release has what was not released, and needs no file", async () => {
  const first = changelog.slice(0, changelog.indexOf("## [0.1.0]"));
  await writeFile(join(directory, "CHANGELOG.md"), first);
  expect(await fold("0.1.0", "2026-11-22")).toEqual({
    code: 0,
    said: "CHANGELOG.md: 0 files of changes/ in 0.1.0\n",
  });
  expect(await read()).toBe("# Changelog\n\n## [0.1.0] - 2026-11-22\n\n### Added\n\n- Not in a release.\n");
});

test("a release follows the one before where nothing is unreleased", async () => {
  await writeFile(join(directory, "CHANGELOG.md"), `# Changelog\n\n${released}`);
  await write({ "changed-it.md": "It.\n" });
  await fold("0.2.0", "2026-11-22");
  expect(await read()).toBe(`# Changelog\n\n## [0.2.0] - 2026-11-22\n\n### Changed\n\n- It.\n\n${released}`);
});

test("what is unreleased and of no kind is refused", async () => {
  const strange = changelog.replace("### Added\n\n- Not", "Soon:\n\n### Improved\n\n- Not");
  await writeFile(join(directory, "CHANGELOG.md"), strange);
  await write({ "fixed-it.md": "It." });
  const allowed = "### Added, ### Changed, ### Deprecated, ### Removed, ### Fixed, ### Security";
  expect(await fold("0.2.0", "2026-11-22")).toEqual({
    code: 1,
    said: `CHANGELOG.md: expected ${allowed} under [Unreleased], got "Soon:"; move it\nCHANGELOG.md: expected ${allowed} under [Unreleased], got ### Improved; move it\n`,
  });
  expect(await read()).toBe(strange);
});

const name =
  "expected the name KIND-SLUG.md, where KIND is added, changed, deprecated, removed, fixed, security and SLUG is of a-z, 0-9 and hyphens; rename it";

test.each([
  [
    "an unknown kind",
    ["1.0.0", "2026-11-22"],
    { "improved-it.md": "It." },
    `changes/improved-it.md: ${name}\n`,
  ],
  [
    "a file that is no Markdown",
    ["1.0.0", "2026-11-22"],
    { "fixed-it.txt": "It." },
    `changes/fixed-it.txt: ${name}\n`,
  ],
  [
    "a name with capitals",
    ["1.0.0", "2026-11-22"],
    { "fixed-It.md": "It." },
    `changes/fixed-It.md: ${name}\n`,
  ],
  [
    "an empty file and a list",
    ["1.0.0", "2026-11-22"],
    { "added-a.md": " \n", "fixed-b.md": "- One\n- Two\n" },
    "changes/added-a.md: expected what has changed, got nothing; write a paragraph\nchanges/fixed-b.md: expected one entry, got a heading or a list; write a paragraph\n",
  ],
  [
    "no version and no date",
    [],
    { "fixed-it.md": "It." },
    'version: expected one such as 1.2.3, got ""\ndate: expected a day such as 2026-11-22, got ""\n',
  ],
  [
    "a version that is released, on a day that never was",
    ["0.1.0", "2026-02-30"],
    { "fixed-it.md": "It." },
    'version: expected one that has no section in CHANGELOG.md, got 0.1.0; give the next one\ndate: expected a day such as 2026-11-22, got "2026-02-30"\n',
  ],
])("%s is refused, and nothing is written", async (_what, args, files, said) => {
  await write(files);
  expect(await fold(...args)).toEqual({ code: 1, said });
  expect(await read()).toBe(changelog);
  expect((await readdir(join(directory, "changes"))).toSorted()).toEqual(
    ["README.md", ...Object.keys(files)].toSorted(),
  );
});

test("a release without a change is refused", async () => {
  const nothing = `# Changelog\n\n${released}`;
  await writeFile(join(directory, "CHANGELOG.md"), nothing);
  expect(await fold("1.0.0", "2026-11-22")).toEqual({
    code: 1,
    said: "changes/: expected a file for each change, got none; write one\n",
  });
  expect(await read()).toBe(nothing);
});

test("what waits for a release can be folded", async () => {
  const names = (await readdir(join(repository, "changes"))).filter((file) => file !== "README.md");
  const files = await Promise.all(
    names.map(async (file) => [file, await readFile(join(repository, "changes", file), "utf8")] as const),
  );
  await writeFile(join(directory, "CHANGELOG.md"), await readFile(join(repository, "CHANGELOG.md"), "utf8"));
  await write({ ...Object.fromEntries(files), "added-of-this-test.md": "It.\n" });
  expect((await fold("9.9.9", "2026-11-22")).code).toBe(0);
});
