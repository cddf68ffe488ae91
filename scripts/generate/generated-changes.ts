import { mkdir, readFile, rename, rm, rmdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { listFiles } from "../list-files.ts";

/** How a tree of generated files differs from what stands in the repository. */
export interface GeneratedChange {
  readonly kind: "added" | "changed" | "removed";
  readonly path: string;
}

export interface CompareOptions {
  readonly root: string;
  /** The generated files, under their paths in the root. */
  readonly tree: string;
  /** Directories and files in which everything is generated. */
  readonly owned: readonly string[];
  /** Names in them that are not. */
  readonly kept: readonly string[];
}

export async function compareGenerated(options: CompareOptions): Promise<readonly GeneratedChange[]> {
  const { root, tree, owned, kept } = options;
  const wanted = await listFiles(tree);
  const changes: GeneratedChange[] = [];
  for (const path of wanted) {
    const current = await readFile(join(root, path)).catch(absent);
    if (current === undefined) {
      changes.push({ kind: "added", path });
    } else if (!current.equals(await readFile(join(tree, path)))) {
      changes.push({ kind: "changed", path });
    }
  }
  for (const path of await ownedFiles(root, owned, { kept })) {
    if (!wanted.includes(path)) {
      changes.push({ kind: "removed", path });
    }
  }
  return changes.sort((a, b) => (a.path < b.path ? -1 : 1));
}

async function ownedFiles(
  root: string,
  owned: readonly string[],
  { kept }: { readonly kept: readonly string[] },
): Promise<readonly string[]> {
  const lists = await Promise.all(
    owned.map(async (directory) => {
      const paths = await listFiles(join(root, directory), kept);
      return paths.map((path) => `${directory}/${path}`);
    }),
  );
  return [...new Set(lists.flat())];
}

/** Makes the repository equal to the tree; each file is replaced in one step. */
export async function applyGenerated(
  changes: readonly GeneratedChange[],
  { root, tree }: Pick<CompareOptions, "root" | "tree">,
): Promise<void> {
  for (const { kind, path } of changes) {
    const target = join(root, path);
    switch (kind) {
      case "added":
      case "changed":
        await mkdir(dirname(target), { recursive: true });
        await rename(join(tree, path), target);
        break;
      case "removed":
        await rm(target);
        await removeEmpty(dirname(target));
        break;
    }
  }
}

async function removeEmpty(directory: string): Promise<void> {
  const removed = await rmdir(directory).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOTEMPTY" && error.code !== "EEXIST") {
        throw error;
      }
      return false;
    },
  );
  if (removed) {
    await removeEmpty(dirname(directory));
  }
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT") {
    throw error;
  }
}
