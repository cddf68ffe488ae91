import { readFile } from "node:fs/promises";
import { join } from "node:path";

const repository = join(import.meta.dirname, "../../..");

/** A package that npm installs with ours. */
export interface Dependency {
  readonly name: string;
  readonly license: string;
  readonly hasInstallScript: boolean;
  /** Our packages that bring it, by name. */
  readonly broughtBy: readonly string[];
}

interface LockEntry {
  readonly version?: string;
  readonly license?: string;
  readonly hasInstallScript?: boolean;
  readonly link?: boolean;
  readonly resolved?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

/** All that npm installs with our packages, from the lock file, by name; `directories` are ours. */
export async function readDependencies(
  directories: Readonly<Record<string, string>>,
): Promise<readonly Dependency[]> {
  const { packages } = JSON.parse(await readFile(join(repository, "package-lock.json"), "utf8")) as {
    readonly packages: Readonly<Record<string, LockEntry>>;
  };
  const found = new Map<string, Set<string>>();
  for (const [name, directory] of Object.entries(directories)) {
    for (const path of reach(packages, directory)) found.set(path, (found.get(path) ?? new Set()).add(name));
  }
  const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
  return [...found]
    .filter(([path]) => path.includes("node_modules/"))
    .map(([path, broughtBy]) => ({
      name: path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length),
      license: packages[path]?.license ?? "unknown",
      hasInstallScript: packages[path]?.hasInstallScript === true,
      broughtBy: [...broughtBy].toSorted(byText),
    }))
    .toSorted((a, b) => byText(a.name, b.name));
}

/** Paths in the lock file of all that a package needs, itself among them. */
function reach(packages: Readonly<Record<string, LockEntry>>, start: string): ReadonlySet<string> {
  const seen = new Set<string>();
  const left = [start];
  for (let path = left.pop(); path !== undefined; path = left.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } =
      packages[path] ?? {};
    // A peer that is optional is there only when somebody else wants it.
    const peers = Object.keys(peerDependencies ?? {}).filter(
      (name) => peerDependenciesMeta?.[name]?.optional !== true,
    );
    for (const name of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]) {
      const at = find(packages, path, name);
      if (at !== undefined) left.push(at);
    }
  }
  return seen;
}

/** Where Node finds a package that another one imports; links of the workspace lead to their directories. */
function find(packages: Readonly<Record<string, LockEntry>>, from: string, name: string): string | undefined {
  const folders = from === "" ? [] : from.split("/");
  for (let length = folders.length; length >= 0; length--) {
    const path = [...folders.slice(0, length), "node_modules", name].join("/");
    const entry = packages[path];
    if (entry !== undefined) return entry.link === true ? entry.resolved : path;
  }
  return undefined;
}
