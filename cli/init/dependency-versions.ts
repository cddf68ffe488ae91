import manifest from "../../package.json" with { type: "json" };

/** Our own packages, which are published together; by the name of npm, the name that "npm pack" gives its file. */
const ownPackages: readonly string[] = [
  "a2agen",
  "@a2agen/runtime",
  "@a2agen/a2a-0.3",
  "@a2agen/a2a-1.0",
  "@a2agen/a2a-1.0-draft",
  "@a2agen/agent-conformance",
  "@a2agen/translate",
];

const others: ReadonlyMap<string, string> = new Map(
  Object.entries({ ...manifest.devDependencies, ...manifest.dependencies }),
);

/** The packages of which the version is known. */
export const dependencyNames: ReadonlySet<string> = new Set([...ownPackages, ...others.keys()]);

/** What package.json says of a dependency: a range, or the file that takes the package's place. */
export function findDependencyVersion(name: string, packed: ReadonlyMap<string, string>): string | undefined {
  const file = packed.get(name);
  if (file !== undefined) return `file:${file}`;
  return ownPackages.includes(name) ? `^${manifest.version}` : others.get(name);
}

/** Names of the files that "npm pack" makes of our packages. */
export const packedFileNames: ReadonlyMap<string, string> = new Map(
  ownPackages.map((name) => [name, `${name.replace(/^@/, "").replace("/", "-")}-${manifest.version}.tgz`]),
);
