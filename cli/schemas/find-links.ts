import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";

/** The links in a package, below the directories and files of the root that are read: each a problem. */
export async function findLinks(
  directory: string,
  isRead: (path: string) => boolean,
): Promise<readonly string[]> {
  const links: string[] = [];
  await visit("");
  return links
    .sort()
    .map(
      (path) =>
        `${path}: expected a file or a directory; it is a link, and what it leads to is no part of the package: put the file there`,
    );

  async function visit(path: string): Promise<void> {
    const place = join(directory, path);
    const stats = await lstat(place).catch(() => undefined);
    if (stats?.isSymbolicLink() === true && path !== "") {
      links.push(path);
      return;
    }
    if (path !== "" && stats?.isDirectory() !== true) return;
    for (const name of await readdir(place)) {
      const below = path === "" ? name : `${path}/${name}`;
      if (!name.startsWith(".") && name !== "node_modules" && isRead(below)) await visit(below);
    }
  }
}
