import { spawn } from "node:child_process";
import { once } from "node:events";
import { watch } from "node:fs";
import { cp, readFile, rm, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listFiles } from "../../../../scripts/list-files.ts";
import { a2agen } from "../../../shared/process/start-a2agen.ts";
import { runA2agen } from "../../../shared/run-a2agen.ts";
import {
  commit,
  git,
  makePlaces,
  type Places,
  pack,
  readTexts,
  writeNotesPackage,
  writeTexts,
} from "./pack-command.ts";

let places: Places;
let root: string;

beforeAll(async () => {
  places = await makePlaces();
  ({ root } = places);
  await writeNotesPackage(join(places.outside, "notes"), places);
});

afterAll(async () => {
  await places.remove();
});

describe("a package is refused", () => {
  /** A repository of git with a package that can be packed. */
  async function makePackage(name: string, change: (directory: string) => Promise<void>): Promise<string> {
    const directory = join(places.outside, name);
    await cp(join(places.outside, "notes"), directory, { recursive: true });
    await git(directory, "init", "--quiet");
    await change(directory);
    return directory;
  }

  async function edit(directory: string, path: string, change: (text: string) => string): Promise<void> {
    const place = join(directory, path);
    await writeFile(place, change(await readFile(place, "utf8")));
  }

  test.each<{ name: string; change: (directory: string) => Promise<void>; want: string }>([
    {
      name: "without a license",
      change: (directory) => rm(join(directory, "LICENSE")),
      want: "LICENSE: expected the text of the license; there is no such file: add it, or name one with --license FILE",
    },
    {
      name: "whose code is stale",
      change: (directory) => edit(directory, "src/notes/v1/notes_types.ts", (text) => `${text}// more\n`),
      want:
        "generated files: expected the output of a2agen 0.1.0; 1 file differs: generate them again\n" +
        "    src/notes/v1/notes_types.ts: is out of date",
    },
    {
      name: "whose schema is missing",
      change: (directory) => rm(join(directory, "schemas/notes.v1/Note.schema.json")),
      want:
        "generated files: expected the output of a2agen 0.1.0; 1 file differs: generate them again\n" +
        "    schemas/notes.v1/Note.schema.json: is missing",
    },
    {
      name: "with a name that npm refuses",
      change: (directory) => edit(directory, "package.json", (text) => text.replace("@acme/notes", "Notes")),
      want: 'package.json: name: expected a name that npm takes, such as "notes-agent" or "@acme/notes-agent"; found "Notes", which has capital letters',
    },
    {
      name: "that is private",
      change: (directory) =>
        edit(directory, "package.json", (text) => text.replace("{", '{ "private": true,')),
      want: 'package.json: private: expected a package that npm publishes; found true: take "private" out',
    },
    {
      name: "with a dependency that nobody else has",
      change: (directory) =>
        edit(directory, "package.json", (text) => text.replace("^0.1.0", "file:../runtime")),
      want: 'package.json: dependencies: @a2agen/runtime: expected a range of versions; found "file:../runtime", which exists on this machine only: write a range',
    },
  ])("$name", async ({ name, change, want }) => {
    const directory = await makePackage(name.replaceAll(" ", "-"), change);
    await commit(directory);
    const { status, stdout, stderr } = await runA2agen(["pack", ".", "--out", "packed"], { directory });
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toContain(`(.): cannot be packed\n  ${want}`);
    expect(await listFiles(join(directory, "packed"))).toEqual([]);
  });

  test("with an agent card that is wrong", { tags: "later" }, async () => {
    const directory = join(places.outside, "card");
    const filter = (path: string): boolean => !/[\\/](?:dist|node_modules)$/.test(path);
    await cp(join(root, "generated/a2a-1.0"), directory, { recursive: true, filter });
    await writeTexts(directory, { "agent-card.json": '{ "name": 5 }' });
    const { status, stdout, stderr } = await runA2agen(["pack", ".", "--out", "packed"], { directory });
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toMatch(
      /^@a2agen\/a2a-1\.0 \(\.\): cannot be packed\n {2}agent-card\.json: not an agent card of lf\.a2a\.v1:\n[\s\S]*\n {2}correct the card, or take it out\n$/,
    );
    expect(await listFiles(join(directory, "packed"))).toEqual([]);
  });

  test("with changes that are not committed, unless they are allowed", async () => {
    const directory = await makePackage("dirty", async (path) => {
      await commit(path);
      await writeTexts(path, { "README.md": "# Mine\n" });
    });
    const { status, stderr } = await runA2agen(["pack", "--dry-run"], { directory });
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: [
        "@acme/notes (.): cannot be packed",
        "  git: expected everything to be committed, so that others can make the same package; 1 file is not: commit, or give --allow-dirty",
        "    README.md",
        "",
      ].join("\n"),
    });
    // The types of what it depends on are found where the command is run.
    const place = relative(root, directory);
    expect(await pack([place, "--dry-run", "--allow-dirty"], root)).toContain("  README.md\n");
  });

  test("without a place to write, or with one that has something else in it", async () => {
    const place = relative(root, join(places.outside, "notes"));
    expect((await runA2agen(["pack", place], { directory: root })).stderr).toContain(
      "--out: expected the directory to write; give it, or --dry-run, --previous or --check",
    );
    const other = await runA2agen(["pack", place, "--out", "notes"], { directory: root });
    expect({ status: other.status, stderr: other.stderr }).toEqual({
      status: 1,
      stderr:
        "--out: expected a directory that is empty, or has a package that was packed before; notes has something else: give another, or empty it\n",
    });
  });

  test("and nothing is written when the disk cannot take it", { tags: "later" }, async () => {
    const directory = join(places.root, "full");
    await cp(join(places.outside, "notes"), join(directory, "package"), { recursive: true });
    await pack(["full/package", "--out", "full/packed"], root);
    await writeTexts(directory, { "package/README.md": "# Mine\n" });
    const before = await readTexts(directory);
    // No file may have more than a few blocks.
    const command = `ulimit -f 16 && exec "$0" "$@"`;
    const args = ["-c", command, process.execPath, a2agen, "pack", "package", "--out", "packed"];
    const child = spawn("sh", args, { cwd: directory, stdio: ["ignore", "ignore", "pipe"] });
    let said = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => (said += text));
    const [status] = (await once(child, "close")) as [number | null];
    expect({ status, said }).toEqual({ status: 1, said: "cannot write: EFBIG: file too large, write\n" });
    expect(await readTexts(directory)).toEqual(before);
  });

  test("and what was there stays, or is replaced whole, when it is interrupted", {
    tags: "later",
  }, async () => {
    const directory = join(places.root, "interrupted");
    await cp(join(places.outside, "notes"), join(directory, "package"), { recursive: true });
    await pack(["interrupted/package", "--out", "interrupted/packed"], root);
    const before = await readTexts(join(directory, "packed"));
    await writeTexts(directory, { "package/README.md": "# Mine\n" });
    const watcher = watch(join(directory, "packed"));
    const args = [a2agen, "pack", "package", "--out", "packed"];
    const child = spawn(process.execPath, args, { cwd: directory, stdio: "ignore" });
    // The first file that it writes.
    watcher.once("change", () => child.kill("SIGINT"));
    const [, signal] = (await once(child, "close")) as [number | null, NodeJS.Signals | null];
    watcher.close();
    expect(signal).toBe("SIGINT");
    const after = await readTexts(join(directory, "packed"));
    expect(Object.keys(after)).toEqual(Object.keys(before));
    const isReplaced = after["README.md"] === "# Mine\n";
    expect(isReplaced || JSON.stringify(after) === JSON.stringify(before)).toBe(true);
  });
});
