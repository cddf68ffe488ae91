import { readdir, realpath } from "node:fs/promises";
import { join, relative } from "node:path";
import { compareCodeUnits } from "@a2agen/generators/naming/order.ts";
import { errorCode } from "@a2agen/runtime/internal";
import { CommandError } from "@a2agen/terminal/command-error.ts";
import { versionTable } from "@a2agen/versions/table.ts";
import manifest from "../../../../package.json" with { type: "json" };
import { findExisting } from "./check-target.ts";
import { modelVersions } from "./models.ts";

/** Our own packages, published together, by npm name: the name that "npm pack" gives their files. */
const ownPackages: readonly string[] = [
  "a2agen",
  "@a2agen/runtime",
  ...versionTable.flatMap((row) => ("formOf" in row ? [] : `@a2agen/${row.name}`)).toSorted(),
  "@a2agen/adapters",
  "@a2agen/agent-conformance",
  "@a2agen/otel",
  "@a2agen/postgres",
  "@a2agen/testing",
  "@a2agen/translate",
  // Those that a2agen itself depends on.
  ...Object.keys(manifest.dependencies).filter((name) => name.startsWith("@a2agen/")),
];

const others: ReadonlyMap<string, string> = new Map(
  Object.entries({ ...modelVersions, ...manifest.devDependencies, ...manifest.dependencies }),
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
const packedFileNames: ReadonlyMap<string, string> = new Map(
  ownPackages.map((name) => [name, `${name.replace(/^@/, "").replace("/", "-")}-${manifest.version}.tgz`]),
);

/**
 * The files that "npm pack" made of our packages in a directory, by the name of the package; a number in
 * front of a file's name is the order of publishing. Throws a CommandError.
 */
export async function findPacked(directory: string | undefined): Promise<ReadonlyMap<string, string>> {
  if (directory === undefined) return new Map();
  const names = await readdir(directory).catch((cause: unknown) => {
    const reason = errorCode(cause) ?? String(cause);
    throw new CommandError(`--packages: expected a directory; ${directory}: ${reason}`, { cause });
  });
  const place = await realpath(directory);
  const found = [...packedFileNames].flatMap(([name, file]) => {
    const match = names.find((candidate) => candidate.replace(/^\d+-/, "") === file);
    return match === undefined ? [] : [[name, join(place, match)] as const];
  });
  if (found.length === 0) {
    const wanted = [...packedFileNames.values()].join(", ");
    throw new CommandError(`--packages: expected some of ${wanted} in ${directory}; found none of them`);
  }
  return new Map(found);
}

/** Packed files as the package.json of a directory names them; links are followed, as npm does. */
export async function placePacked(
  packed: ReadonlyMap<string, string>,
  directory: string,
): Promise<ReadonlyMap<string, string>> {
  const existing = await findExisting(directory);
  const place = join(await realpath(existing), relative(existing, directory));
  return new Map([...packed].map(([name, file]) => [name, relative(place, file).replaceAll("\\", "/")]));
}

/**
 * The text of a package.json with its dependencies sorted, in which packed files stand for our packages
 * wherever they are needed: npm would ask its registry for those that only other packages depend on.
 */
export function finishManifest(text: string, packed: ReadonlyMap<string, string>): string {
  const given = JSON.parse(text) as Manifest;
  const { dependencies } = given;
  const overrides = overridesOf(given, packed);
  const finished = {
    ...given,
    ...(dependencies !== undefined && { dependencies: sortByName(dependencies) }),
    ...(overrides !== undefined && { overrides }),
  };
  return `${JSON.stringify(finished, undefined, 2)}\n`;
}

function sortByName(texts: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(texts).sort(([a], [b]) => compareCodeUnits(a, b)));
}

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/** The packed files that a package.json does not name as dependencies; undefined for none. */
export function overridesOf(
  { dependencies, devDependencies }: Manifest,
  packed: ReadonlyMap<string, string>,
): Readonly<Record<string, string>> | undefined {
  const direct = { ...dependencies, ...devDependencies };
  const others = [...packed].filter(([name]) => !Object.hasOwn(direct, name));
  if (others.length === 0) return undefined;
  return Object.fromEntries(others.map(([name, file]) => [name, `file:${file}`]));
}
