import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join, parse } from "node:path";
import { build } from "esbuild";
import { node22 } from "./sdk-table.ts";

/** The versions of a package that npm has, in their order; "newest" is the last one that is released. */
export function listVersions(name: string, wanted: "all" | "newest"): readonly string[] {
  if (wanted === "newest") return [view(name, "version") as string];
  const versions = view(name, "versions");
  return Array.isArray(versions) ? (versions as string[]) : [versions as string];
}

function view(spec: string, field: string): unknown {
  const text = execFileSync("npm", ["view", spec, field, "--json"], { encoding: "utf8" });
  return text.trim() === "" ? undefined : (JSON.parse(text) as unknown);
}

/** Installs a version, with its peers or what is named, into a folder of the cache. */
export function install(
  cache: string,
  name: string,
  version: string,
  beside?: readonly string[],
): { readonly folder: string; readonly problem?: string } {
  const spec = `${name}@${version}`;
  const folder = join(cache, spec.replace("/", "+"));
  if (existsSync(join(folder, "node_modules", name, "package.json"))) return { folder };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }\n');
  const peers = (beside ? {} : (view(spec, "peerDependencies") ?? {})) as Record<string, string>;
  const specs = beside ?? Object.entries(peers).map(([peer, range]) => `${peer}@${range}`);
  const flags = "--force --ignore-scripts --no-audit --no-fund --prefer-offline --loglevel=error".split(" ");
  const args = ["install", "--prefix", folder, ...flags, spec, ...specs];
  const { status, stderr } = spawnSync("npm", args, { encoding: "utf8" });
  return status === 0
    ? { folder }
    : { folder, problem: `npm install failed: ${stderr.split("\n")[0] ?? ""}` };
}

/** The Node that is installed in a folder, or else this one. */
export function nodeOf(folder: string): string {
  const newer = join(folder, "node_modules", node22, "bin/node");
  return existsSync(newer) ? newer : process.execPath;
}

/** Puts a program beside the packages that it imports, and returns its path. */
export async function place(program: string, folder: string): Promise<string> {
  const path = join(folder, `${parse(program).name}.mjs`);
  await build({
    entryPoints: [join(import.meta.dirname, "programs", program)],
    outfile: path,
    bundle: true,
    packages: "external",
    format: "esm",
    platform: "node",
    target: "node20",
    logLevel: "warning",
  });
  return path;
}
