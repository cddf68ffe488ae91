import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { buildWorkspace } from "../compile/build-workspace.ts";
import type { Manifest, OurPackage } from "./local-registry.ts";
import { npm } from "./npm.ts";

const repository = join(import.meta.dirname, "../..");

/** Builds and packs what is published, as `npm publish` would send it; the tarballs are left in a directory. */
export async function packPackages(destination: string): Promise<readonly OurPackage[]> {
  const root = await buildWorkspace("pack");
  try {
    const generated = (await readdir(join(root, "generated"))).map((name) => `generated/${name}`);
    const directories = [repository, ...["runtime", ...generated].map((path) => join(root, path))];
    await npm(root, ["pack", "--ignore-scripts", "--pack-destination", destination, ...directories]);
    return await Promise.all(directories.map((directory) => describePackage(directory, destination)));
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

async function describePackage(directory: string, destination: string): Promise<OurPackage> {
  const manifest = JSON.parse(await readFile(join(directory, "package.json"), "utf8")) as Manifest;
  const file = `${manifest.name.replace("@", "").replace("/", "-")}-${manifest.version}.tgz`;
  return { manifest, tarball: join(destination, file) };
}
