import { readFile } from "node:fs/promises";
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

/** Where they are; the order in which they are published follows from what they say that they need. */
const directories = [
  ".",
  "agent-conformance",
  "generated/a2a-0.3",
  "generated/a2a-1.0",
  "generated/a2a-1.0-draft",
  "generated/a2a-1.1-dev",
  "generated/translate",
  "postgres",
  "runtime",
] as const;

/** All that is published, each package behind those that it needs; otherwise by name. */
export async function findPublishedPackages(repository: string): Promise<readonly PublishedPackage[]> {
  const found = await Promise.all(directories.map((directory) => readPackage(repository, directory)));
  return orderByNeed(found);
}

/** Each package behind those that it needs, otherwise by name; throws when they need each other. */
export function orderByNeed(packages: readonly PublishedPackage[]): readonly PublishedPackage[] {
  const left = packages.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const names = new Set(left.map(({ name }) => name));
  const ordered: PublishedPackage[] = [];
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

async function readPackage(repository: string, directory: string): Promise<PublishedPackage> {
  const {
    name,
    version,
    dependencies = {},
  } = JSON.parse(await readFile(join(repository, directory, "package.json"), "utf8")) as {
    readonly name: string;
    readonly version: string;
    readonly dependencies?: Readonly<Record<string, string>>;
  };
  return { name, version, directory, needs: Object.keys(dependencies) };
}
