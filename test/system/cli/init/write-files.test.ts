import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { chmod, chown, mkdir, readdir, stat, symlink } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { writeFiles } from "../../../../packages/terminal/src/write-files.ts";
import {
  makeDirectory,
  readTree,
  removeDirectory,
  writeTree,
} from "../../../shared/cli/project-directory.ts";

let root: string;
let count = 0;

beforeAll(async () => {
  root = await makeDirectory();
});

afterAll(async () => {
  await removeDirectory(root);
});

async function workIn(files: Readonly<Record<string, string>> = {}): Promise<string> {
  const directory = join(root, `w${count++}`);
  await mkdir(directory);
  await writeTree(directory, files);
  return directory;
}

const bytes = (text: string): Uint8Array => Buffer.from(text);

describe("writeFiles", () => {
  test("writes files, makes directories, and keeps modes and links", async () => {
    const directory = await workIn({ "run.sh": "old", "real.txt": "old" });
    await chmod(join(directory, "run.sh"), 0o755);
    await symlink("real.txt", join(directory, "link.txt"));
    await symlink("new/deep.txt", join(directory, "ahead.txt"));
    await writeFiles(
      ["run.sh", "link.txt", "a/b/c.txt", "ahead.txt"].map((path) => ({
        path: join(directory, path),
        bytes: bytes("new"),
      })),
    );
    expect(await readTree(directory)).toEqual({
      "a/b/c.txt": "new",
      "ahead.txt": "(a link)",
      "link.txt": "(a link)",
      "new/deep.txt": "new",
      "real.txt": "new",
      "run.sh": "new",
    });
    expect((await stat(join(directory, "run.sh"))).mode & 0o777).toBe(0o755);
  });

  test("puts everything back when a file cannot be moved in after others were", async () => {
    const before = { "one.txt": "old one", "three.txt": "old three" };
    const directory = await workIn(before);
    const two = join(directory, "made/two.txt");
    const files = [
      { path: join(directory, "one.txt"), bytes: bytes("new") },
      { path: join(directory, "made/new.txt"), bytes: bytes("new") },
      { path: two, bytes: bytes("new") },
      { path: join(directory, "three.txt"), bytes: bytes("new") },
    ];
    // As the last one is read, what was written of the second is taken away.
    const last = files.at(-1);
    const tampered = files.map((file) =>
      file !== last
        ? file
        : {
            path: file.path,
            get bytes() {
              rmSync(`${two}.${process.pid}.tmp`);
              return file.bytes;
            },
          },
    );
    await expect(writeFiles(tampered)).rejects.toThrow(/^cannot write: ENOENT.*two\.txt/);
    expect(await readTree(directory)).toEqual(before);
  });

  test("puts everything back when a file stands where a directory is needed", async () => {
    const before = { "one.txt": "old", file: "a file" };
    const directory = await workIn(before);
    const files = ["one.txt", "made/x.txt", "file/y.txt"].map((path) => ({
      path: join(directory, path),
      bytes: bytes("new"),
    }));
    await expect(writeFiles(files)).rejects.toThrow(/^cannot write: (?:ENOTDIR|EEXIST)/);
    expect(await readTree(directory)).toEqual(before);
  });

  test("leaves a directory alone that stands where a file is to be", async () => {
    const before = { "one.txt": "old", "dir/x": "kept" };
    const directory = await workIn(before);
    const files = ["one.txt", "dir"].map((path) => ({ path: join(directory, path), bytes: bytes("new") }));
    await expect(writeFiles(files)).rejects.toThrow("is a directory");
    expect(await readTree(directory)).toEqual(before);
  });

  test("puts everything back in a directory that refuses to be written", async () => {
    const before = { "open/one.txt": "old", "closed/two.txt": "old" };
    const directory = await workIn(before);
    await allowNobody(directory);
    await chmod(join(directory, "closed"), 0o555);
    const { code, stderr } = await runScript(directory, "open/one.txt,open/new.txt,closed/two.txt");
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(/cannot write: EACCES/) });
    expect(await readTree(directory)).toEqual(before);
    await chmod(join(directory, "closed"), 0o755);
  });

  test("puts everything back when it is interrupted, and ends by that signal", async () => {
    const before = { "one.txt": "old" };
    const directory = await workIn(before);
    const { signal } = await runScript(directory, "one.txt,a/two.txt,SIGINT,b/three.txt");
    expect(signal).toBe("SIGINT");
    expect(await readTree(directory)).toEqual(before);
    expect(await readdir(directory)).toEqual(["one.txt"]);
  });
});

/** Lets the user under which `runScript` runs write to a directory, who is another one for root. */
async function allowNobody(directory: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  for (const path of ["", "open", "closed", "open/one.txt", "closed/two.txt"]) {
    await chown(join(directory, path), nobody, nobody);
  }
}

const nobody = 65_534;

const script = `
import { writeFiles } from ${JSON.stringify(join(import.meta.dirname, "../../../../packages/terminal/src/write-files.ts"))};
const files = process.argv[1].split(",").filter((name) => name !== "SIGINT").map((path, index, all) => ({
  path,
  get bytes() {
    if (process.argv[1].includes("SIGINT") && index === all.length - 1) process.kill(process.pid, "SIGINT");
    return Buffer.from("new");
  },
}));
await writeFiles(files).catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});
`;

async function bundleScript(): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: script, resolveDir: import.meta.dirname },
    bundle: true,
    conditions: ["a2agen-source"],
    format: "esm",
    platform: "node",
    write: false,
  });
  return outputFiles.map(({ text }) => text).join("");
}

interface ScriptResult {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stderr: string;
}

/** Writes files in a process of its own, which root does not run as root. */
async function runScript(directory: string, files: string): Promise<ScriptResult> {
  // Bundled, since the other user may not read this repository.
  const code = await bundleScript();
  const child = spawn(process.execPath, ["--input-type=module", "-e", code, files], {
    cwd: directory,
    stdio: ["ignore", "ignore", "pipe"],
    ...(process.getuid?.() === 0 && files.includes("closed") ? { uid: nobody, gid: nobody } : {}),
  });
  let stderr = "";
  child.stderr.on("data", (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) => resolve({ code, signal, stderr }));
  });
}
