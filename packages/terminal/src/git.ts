import { execFile } from "node:child_process";
import { realpath } from "node:fs/promises";
import { dirname, relative, sep } from "node:path";

/** Paths below a repository's directory that git does not ignore; undefined outside a repository. */
export async function listRepositoryFiles(directory: string): Promise<readonly string[] | undefined> {
  const listed = await git(directory, ["ls-files", "-z", "--cached", "--others", "--exclude-standard"]);
  if (listed === undefined) return undefined;
  // Of a directory that git ignores itself, nothing is listed: it was named, so that it is wanted.
  const isIgnored = (await git(directory, ["check-ignore", "-q", "."])) !== undefined;
  return isIgnored ? undefined : [...new Set(listed.split("\0").filter((name) => name !== ""))];
}

/**
 * Those of the files that have changes which are not committed, or that git does not know. Files outside
 * of any repository, and those that git ignores, have none.
 */
export async function findUncommitted(paths: readonly string[]): Promise<readonly string[]> {
  const byRoot = new Map<string, { readonly path: string; readonly name: string }[]>();
  for (const path of paths) {
    const real = await realpath(path);
    const root = (await git(dirname(real), ["rev-parse", "--show-toplevel"]))?.replace(/\r?\n$/, "");
    if (root === undefined) continue;
    const name = relative(await realpath(root), real)
      .split(sep)
      .join("/");
    byRoot.set(root, [...(byRoot.get(root) ?? []), { path, name }]);
  }
  const changed = new Set<string>();
  for (const [root, files] of byRoot) {
    for (let at = 0; at < files.length; at += filesPerCall) {
      const some = files.slice(at, at + filesPerCall);
      const status = await git(root, [
        "--literal-pathspecs",
        "status",
        "--porcelain=v1",
        "-z",
        "--no-renames",
        "--untracked-files=all",
        "--",
        ...some.map(({ name }) => name),
      ]);
      const names = new Set((status ?? "").split("\0").map((entry) => entry.slice(3)));
      for (const { path, name } of some) if (names.has(name)) changed.add(path);
    }
  }
  return paths.filter((path) => changed.has(path));
}

/** A file of a commit, by its path below the directory that was asked for, or by its name. */
export interface RevisionFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/**
 * The files that a commit has at a path, from the directory; undefined where git does not know the commit.
 */
export async function readRevision(
  directory: string,
  { revision, path }: { readonly revision: string; readonly path: string },
): Promise<readonly RevisionFile[] | undefined> {
  if (revision.startsWith("-")) return undefined;
  const listed = await git(directory, ["ls-tree", "-r", "-z", "--name-only", revision, "--", path]);
  if (listed === undefined) return undefined;
  const prefix = path.replace(/^\.\/|\/+$/g, "");
  const files: RevisionFile[] = [];
  for (const name of listed.split("\0").filter((each) => each !== "")) {
    const text = await git(directory, ["show", `${revision}:./${name}`]);
    if (text === undefined) return undefined;
    const below = prefix === "." ? name : name.slice(prefix.length + 1);
    files.push({ path: below === "" ? (name.split("/").at(-1) ?? name) : below, bytes: Buffer.from(text) });
  }
  return files;
}

/** A command line has only so much room. */
const filesPerCall = 200;

/** What git writes; undefined when it fails, as it does outside of a repository, or is not installed. */
function git(directory: string, args: readonly string[]): Promise<string | undefined> {
  return new Promise((resolve) => {
    const options = { cwd: directory, maxBuffer: 1 << 28 };
    execFile("git", [...args], options, (error, stdout) => {
      resolve(error === null ? stdout : undefined);
    });
  });
}
