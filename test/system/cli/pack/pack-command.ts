import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect } from "vitest";
import { generatePackage } from "../../../../packages/cli/src/package/generate-package.ts";
import { compileProtos } from "../../../../packages/protos/src/compile-protos.ts";
import { listFiles } from "../../../../scripts/list-files.ts";
import { copyWorkspace } from "../../../shared/process/build-workspace.ts";
import { run } from "../../../shared/process/npm.ts";
import { runA2agen } from "../../../shared/run-a2agen.ts";

export const repository: string = join(import.meta.dirname, "../../../..");

/** Where packages are made: a workspace, and a directory outside of this repository. */
export interface Places {
  /** A copy of the workspace whose packages are built; it lies where git ignores it. */
  readonly root: string;
  readonly outside: string;
  remove(): Promise<void>;
}

export async function makePlaces(): Promise<Places> {
  const root = await copyWorkspace("pack-command");
  const outside = await mkdtemp(join(tmpdir(), "a2agen-pack-"));
  await cp(join(repository, "LICENSE"), join(root, "generated/a2a-1.0/LICENSE"));
  // Those that a2agen writes are tried, not the author's.
  for (const name of ["NOTICE", "README.md"]) {
    await rm(join(root, "generated/a2a-1.0", name), { force: true });
  }
  await writeTexts(join(root, "notes"), {
    LICENSE: await licenseText(),
    "proto/notes/v1/notes.proto": notes,
  });
  return {
    root,
    outside,
    async remove() {
      await Promise.all([root, outside].map((path) => rm(path, { recursive: true, force: true })));
    },
  };
}

export const notes: string = `syntax = "proto3";
package notes.v1;
// A note.
message Note {
  string id = 1;
  string text = 2;
  Kind kind = 3;
}
enum Kind { KIND_UNSPECIFIED = 0; KIND_LIST = 1; }
service Notes { rpc GetNote(Note) returns (Note); }
`;

/** A directory with what was generated from the notes, as its author keeps it. */
export async function writeNotesPackage(directory: string, { root }: Places): Promise<void> {
  const image = await compileProtos(join(root, "notes/proto"));
  const schemaBase = "https://schemas.acme.example/";
  const generated = await generatePackage({ image, profile: undefined, schemaBase, files: [], directory });
  await writeTexts(directory, Object.fromEntries(generated.map(({ path, text }) => [path, text])));
  await writeFile(join(directory, "notes.binpb"), image);
  const manifest = {
    name: "@acme/notes",
    version: "0.1.0",
    license: "Apache-2.0",
    dependencies: { "@a2agen/runtime": "^0.1.0" },
  };
  await writeTexts(directory, {
    LICENSE: await licenseText(),
    "package.json": `${JSON.stringify(manifest, null, 2)}\n`,
  });
}

export function licenseText(): Promise<string> {
  return readFile(join(repository, "LICENSE"), "utf8");
}

export async function writeTexts(directory: string, texts: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(texts)) {
    await mkdir(dirname(join(directory, path)), { recursive: true });
    await writeFile(join(directory, path), text);
  }
}

export async function readTexts(directory: string): Promise<Readonly<Record<string, string>>> {
  const paths = await listFiles(directory);
  const texts = await Promise.all(
    paths.map(async (path) => [path, await readFile(join(directory, path), "latin1")] as const),
  );
  return Object.fromEntries(texts);
}

/** Packs, and expects that it works; returns what was said. */
export async function pack(args: readonly string[], directory: string): Promise<string> {
  const { status, stdout, stderr } = await runA2agen(["pack", ...args], { directory });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return stdout;
}

export async function git(directory: string, ...args: readonly string[]): Promise<void> {
  await run("git", ["-c", "user.name=test", "-c", "user.email=test@example.com", ...args], { directory });
}

export async function commit(directory: string): Promise<void> {
  await git(directory, "add", "--all");
  await git(directory, "commit", "--quiet", "--message", "all");
}
