import { access, copyFile, lstat, mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Registry, VersionFacts } from "./read-registry.ts";

/**
 * Begins the packages of versions that have none yet, like that of the current version; from then on they are
 * edited by hand. Links them as npm does, so that code finds them before the next `npm install`. Returns the
 * paths of what it began, relative to the root.
 */
export async function beginPackages(
  root: string,
  registry: Registry,
  { check }: { readonly check: boolean },
): Promise<readonly string[]> {
  const current = registry.versions.find(({ name }) => name === registry.current);
  const begun: string[] = [];
  for (const version of registry.versions.filter(({ formOf }) => formOf === undefined)) {
    const directory = `generated/${version.owner}`;
    if (current === undefined || (await exists(join(root, directory, "package.json")))) continue;
    begun.push(`${directory}/package.json`);
    if (!check) await beginPackage(root, { version, current });
  }
  return begun;
}

async function beginPackage(
  root: string,
  { version, current }: { readonly version: VersionFacts; readonly current: VersionFacts },
): Promise<void> {
  const from = join(root, "generated", current.owner);
  const to = join(root, "generated", version.owner);
  await mkdir(to, { recursive: true });
  for (const name of ["LICENSE", "tsconfig.build.json"]) await copyFile(join(from, name), join(to, name));
  const manifest = JSON.parse(await readFile(join(from, "package.json"), "utf8")) as Record<string, unknown>;
  const own = { ...manifest, ...namesOf(version) };
  await writeFile(
    join(to, "package.json"),
    `${adaptPaths(JSON.stringify(own, undefined, 2), version, current)}\n`,
  );
  await writeFile(join(to, "README.md"), readmeOf(version));
  await link(root, version);
}

function namesOf({ module, name, profile: { title } }: VersionFacts): Readonly<Record<string, unknown>> {
  return {
    name: module,
    description: `Types, codecs, JSON Schemas and OpenAPI documents of ${title}, generated from its proto`,
    a2a: { profile: name },
  };
}

/** Where a module is that the proto has given its place: "./src/lf/a2a/v1/a2a_legacy.ts". */
function adaptPaths(text: string, { proto }: VersionFacts, current: VersionFacts): string {
  const stem = (path = ""): string => path.replace(/\.proto$/, "_");
  return text.replaceAll(`/${stem(current.proto?.path)}`, `/${stem(proto?.path)}`);
}

function readmeOf({ module, profile: { title } }: VersionFacts): string {
  return `# ${module}

Types whose values are the JSON of ${title}, codecs that check it, the interfaces of the service, JSON Schemas and
OpenAPI documents.

\`\`\`sh
npm install ${module}
\`\`\`
`;
}

async function link(root: string, { owner }: VersionFacts): Promise<void> {
  const modules = join(root, "node_modules/@a2agen");
  const path = join(modules, owner);
  // Without npm's modules nothing is linked.
  if (!(await exists(modules)) || (await lstat(path).catch(() => undefined)) !== undefined) return;
  await symlink(join("../../generated", owner), path, "dir");
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
