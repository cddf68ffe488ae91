import { readdir } from "node:fs/promises";
import { join, relative } from "node:path";
import { compareCodeUnits } from "@a2agen/generators/naming/order.ts";
import { satisfies } from "semver";
import { findInstalled, type Manifest, readManifest } from "./find-project.ts";
import type { Finding, Patient } from "./finding.ts";

const check = "packages";

/** The versions of our packages, which are published together, and of TypeScript. */
export async function checkPackages({ project }: Patient): Promise<readonly Finding[]> {
  if (project === undefined) {
    const message = "no package.json here or above";
    return [{ check, outcome: "note", message, remedy: "npx a2agen init makes a project" }];
  }
  const manifest = await readManifest(join(project, "package.json"));
  const wanted = { ...manifest.dependencies, ...manifest.devDependencies };
  const names = Object.keys(wanted).filter((name) => name === "a2agen" || name.startsWith("@a2agen/"));
  if (names.length === 0) {
    const message = "the project depends on no package of a2agen";
    return [{ check, outcome: "note", message, remedy: "npx a2agen add adds an agent to it" }];
  }
  const missing = names.filter((name) => findInstalled(project, join(name, "package.json")) === undefined);
  if (missing.length > 0) {
    const message = `in package.json and not installed: ${missing.join(", ")}`;
    return [{ check, outcome: "problem", message, remedy: "npm install" }];
  }
  const copies = await findCopies(project);
  return [checkVersions(copies), ...checkDoubles(copies), ...(await checkTypeScript(project, manifest))];
}

interface Copy {
  readonly name: string;
  readonly version: string;
  /** Relative to the project. */
  readonly directory: string;
}

/** Our packages as they are installed, with copies that npm has put below others. */
async function findCopies(project: string): Promise<readonly Copy[]> {
  const copies: Copy[] = [];
  const walk = async (modules: string): Promise<void> => {
    const own = (await list(join(modules, "@a2agen"))).map((name) => `@a2agen/${name}`);
    for (const name of ["a2agen", ...own]) {
      const directory = join(modules, name);
      const { version } = await readManifest(join(directory, "package.json")).catch((): Manifest => ({}));
      if (version === undefined) continue;
      copies.push({ name, version, directory: relative(project, directory) });
      await walk(join(directory, "node_modules"));
    }
  };
  await walk(join(project, "node_modules"));
  return copies.sort((a, b) => compareCodeUnits(a.name, b.name));
}

async function list(directory: string): Promise<readonly string[]> {
  return readdir(directory).catch(() => []);
}

function checkVersions(copies: readonly Copy[]): Finding {
  const versions = [...new Set(copies.map(({ version }) => version))];
  const [only = "none"] = versions;
  if (versions.length < 2) {
    return { check, outcome: "ok", message: `a2agen ${only}, ${copies.length} packages of one release` };
  }
  const listed = versions.map((version) => {
    const names = copies.filter((copy) => copy.version === version).map(({ name }) => name);
    return `${version}: ${[...new Set(names)].join(", ")}`;
  });
  return {
    check,
    outcome: "problem",
    message: `packages of a2agen fit together in one release; found several\n${listed.join("\n")}`,
    remedy: "give all of them the same version in package.json, and run npm install",
  };
}

/** Of two copies of the runtime, each takes the errors and codecs of the other for foreign ones. */
function checkDoubles(copies: readonly Copy[]): readonly Finding[] {
  const runtimes = copies.filter(({ name }) => name === "@a2agen/runtime");
  if (runtimes.length < 2) return [];
  const places = runtimes.map(({ directory, version }) => `${directory} ${version}`).join(", ");
  const message = `@a2agen/runtime is installed ${runtimes.length} times: ${places}`;
  return [{ check, outcome: "warning", message, remedy: "npm dedupe" }];
}

const typescriptRange = ">=5.9 <8";

async function checkTypeScript(
  project: string,
  { dependencies, devDependencies }: Manifest,
): Promise<readonly Finding[]> {
  if (dependencies?.["typescript"] === undefined && devDependencies?.["typescript"] === undefined) return [];
  const path = findInstalled(project, "typescript/package.json");
  if (path === undefined) {
    const message = "in package.json and not installed";
    return [{ check: "TypeScript", outcome: "problem", message, remedy: "npm install" }];
  }
  const { version = "" } = await readManifest(path);
  if (satisfies(version, typescriptRange)) return [{ check: "TypeScript", outcome: "ok", message: version }];
  return [
    {
      check: "TypeScript",
      outcome: "warning",
      message: `expected ${typescriptRange}, with which generated code is tested; found ${version}`,
      remedy: "npm install --save-dev typescript@latest",
    },
  ];
}
