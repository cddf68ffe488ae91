import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** A package that is published. */
export interface PublishedPackage {
  readonly name: string;
  readonly version: string;
  /** Relative to the repository. */
  readonly directory: string;
  /** What of ours it depends on, by name. */
  readonly needs: readonly string[];
}

/** All that is published, each package behind those that it needs; otherwise by name. */
export async function findPublishedPackages(repository: string): Promise<readonly PublishedPackage[]> {
  const directories = [".", ...(await listWorkspaces(repository))];
  const found = await Promise.all(directories.map((directory) => readPackage(repository, directory)));
  return orderByNeed(found.flatMap((each) => each ?? []));
}

/** The workspaces of a repository with packages in `packages/` and `generated/`, sorted. */
export async function listWorkspaces(repository: string): Promise<readonly string[]> {
  const found = await Promise.all(
    ["generated", "packages"].map(async (folder) => {
      const names = await readdir(join(repository, folder)).catch(() => []);
      return names.toSorted((a, b) => (a < b ? -1 : 1)).map((name) => `${folder}/${name}`);
    }),
  );
  return found.flat().filter((directory) => existsSync(join(repository, directory, "package.json")));
}

/** Each package behind those that it needs, otherwise by name; throws when they need each other. */
export function orderByNeed<Package extends Pick<PublishedPackage, "name" | "needs">>(
  packages: readonly Package[],
): readonly Package[] {
  const left = packages.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const names = new Set(left.map(({ name }) => name));
  const ordered: Package[] = [];
  while (left.length > 0) {
    const at = left.findIndex(({ needs }) =>
      needs.every((need) => !names.has(need) || ordered.some(({ name }) => name === need)),
    );
    const [next] = at < 0 ? [] : left.splice(at, 1);
    if (next === undefined) {
      throw new Error(
        `these packages need each other, expected an order: ${left.map(({ name }) => name).join(", ")}; remove a dependency`,
      );
    }
    ordered.push(next);
  }
  return ordered;
}

/** Undefined for a package that stays in the repository. */
async function readPackage(repository: string, directory: string): Promise<PublishedPackage | undefined> {
  const {
    name,
    version,
    private: isPrivate = false,
    dependencies = {},
  } = JSON.parse(await readFile(join(repository, directory, "package.json"), "utf8")) as {
    readonly name: string;
    readonly version: string;
    readonly private?: boolean;
    readonly dependencies?: Readonly<Record<string, string>>;
  };
  return isPrivate ? undefined : { name, version, directory, needs: Object.keys(dependencies) };
}
