import { readdir } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Extension } from "@a2agen/generators/model/extension-manifest.ts";
import { loadModel } from "@a2agen/protos/load-model.ts";
import { type ReadManifest, readManifest } from "@a2agen/protos/read-manifest.ts";
import { readExtensions } from "@a2agen/protos/read-proto-extensions.ts";
import type { ExtensionFinderInit } from "./extension-finder.ts";
import { knowExtensions } from "./know-extensions.ts";
import type { Knowledge } from "./known-extension.ts";

export interface FindExtensionsInit extends ExtensionFinderInit {
  /** The extensions that the card declares. */
  readonly uris: readonly string[];
}

/** Reads the manifests and protos that are named, and those of installed packages that the card declares. */
export async function findExtensions({
  named,
  uris,
  warn,
}: FindExtensionsInit): Promise<Knowledge | undefined> {
  const declares = (list: readonly Extension[]): boolean =>
    list.some(({ uri, otherUris = [] }) => [uri, ...otherUris].some((one) => uris.includes(one)));
  const manifests: ReadManifest[] = [];
  for (const name of named) {
    const read = await readExtensions(name);
    if (declares(read.manifest.extensions)) manifests.push(read);
    else warn(`${name}: the card declares none of its extensions`);
  }
  for (const path of uris.length === 0 ? [] : await listInstalled()) {
    const read = await readManifest(path);
    if (declares(read.manifest.extensions)) manifests.push(read);
  }
  if (manifests.length === 0) return undefined;
  return knowExtensions(manifests, await loadModel({}, { out: () => undefined, err: () => undefined }));
}

/** The manifests of the packages of extensions that are installed here. */
async function listInstalled(): Promise<readonly string[]> {
  const { resolve } = createRequire(join(process.cwd(), "package.json"));
  const scopes = (resolve.paths("@a2agen/ext") ?? []).map((folder) => join(folder, "@a2agen"));
  const found = await Promise.all(
    scopes.map(async (scope) => {
      const names = await readdir(scope).catch(() => []);
      return names
        .filter((name) => name.startsWith("ext-"))
        .map((name) => join(scope, name, "extension.yaml"));
    }),
  );
  return found.flat();
}
