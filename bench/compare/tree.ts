import { mkdir, readdir, readFile, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import type { Plugin } from "esbuild";
import { repository, scratch } from "../paths.ts";
import { run } from "../process.ts";

/** The sources of a commit, outside of the working tree. */
export interface Tree {
  readonly directory: string;
  /** The commit, in short. */
  readonly name: string;
  remove(): Promise<void>;
}

/**
 * Checks a commit out below the scratch directory, where it finds the installed packages of this repository.
 */
export async function checkOut(ref: string): Promise<Tree> {
  const git = async (...args: string[]): Promise<string> =>
    (await run("git", args, { directory: repository })).output.toString().trim();
  const directory = join(scratch, "compared");
  await rm(directory, { recursive: true, force: true });
  await git("worktree", "prune");
  await git("worktree", "add", "--force", "--detach", directory, ref);
  const linked = join(directory, "node_modules/@a2agen");
  await mkdir(linked, { recursive: true });
  for (const path of await listPackages(directory)) {
    const { name } = JSON.parse(await readFile(join(directory, path, "package.json"), "utf8")) as {
      name: string;
    };
    if (name.startsWith("@a2agen/")) await symlink(join(directory, path), join(linked, name.slice(8)));
  }
  const remove = async (): Promise<void> => void (await git("worktree", "remove", "--force", directory));
  return { directory, name: await git("rev-parse", "--short", ref), remove };
}

async function listPackages(directory: string): Promise<readonly string[]> {
  const { workspaces } = JSON.parse(await readFile(join(directory, "package.json"), "utf8")) as {
    workspaces: readonly string[];
  };
  const lists = await Promise.all(
    workspaces.map(async (pattern) => {
      if (!pattern.endsWith("/*")) return [pattern];
      const folder = pattern.slice(0, -2);
      return (await readdir(join(directory, folder))).map((name) => join(folder, name));
    }),
  );
  return lists.flat();
}

/** Takes the packages of A2A from a tree, in a bundle of the benchmark as it is now. */
export function packagesOf({ directory }: Tree): Plugin {
  return {
    name: "packages-of-tree",
    setup(bundler) {
      bundler.onResolve({ filter: /^@a2agen\// }, async ({ path, kind, pluginData }) => {
        if (pluginData === "packages-of-tree") return undefined;
        return bundler.resolve(path, { kind, resolveDir: directory, pluginData: "packages-of-tree" });
      });
    },
  };
}
