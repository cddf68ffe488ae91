import { spawnSync } from "node:child_process";
import { cp, mkdir, readdir, rm, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";

export interface CopyInit {
  readonly repository: string;
  /** A directory, which is emptied. */
  readonly to: string;
  /** Whether a file of git is copied. */
  readonly isKept: (path: string) => boolean;
}

/** Copies files of git; packages are linked as by npm, and those of others to the repository's modules. */
export async function copyRepository({ repository, to, isKept }: CopyInit): Promise<void> {
  await rm(to, { recursive: true, force: true });
  const { stdout } = spawnSync("git", ["ls-files", "-z"], { cwd: repository, encoding: "utf8" });
  const kept = stdout.split("\0").filter((path) => path !== "" && isKept(path));
  for (const folder of new Set(kept.map((path) => dirname(path)))) {
    await mkdir(join(to, folder), { recursive: true });
  }
  await Promise.all(kept.map((path) => cp(join(repository, path), join(to, path))));
  const modules = join(to, "node_modules");
  await mkdir(join(modules, "@a2agen"), { recursive: true });
  for (const name of await readdir(join(repository, "node_modules"))) {
    if (name !== "@a2agen") await symlink(join(repository, "node_modules", name), join(modules, name));
  }
  for (const name of await readdir(join(repository, "node_modules/@a2agen"))) {
    const folder = [`packages/${name}`, `generated/${name}`, name].find((path) =>
      kept.includes(`${path}/package.json`),
    );
    if (folder !== undefined) await symlink(join("../..", folder), join(modules, "@a2agen", name));
  }
}
