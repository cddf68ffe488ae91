import { readdir } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Extension } from "@a2agen/generators/model/extension-manifest.ts";
import { findManifest } from "./find-manifest.ts";
import { type ReadManifest, readManifest } from "./read-manifest.ts";
import { readExtensions } from "./read-proto-extensions.ts";

export interface DeclaredManifestsInit {
  /** Manifests, their folders, protos, or packages. */
  readonly named: readonly string[];
  /** The extensions that the card declares. */
  readonly uris: readonly string[];
  readonly warn: (text: string) => void;
}

/** A manifest, and the file that it was read from. */
export interface DeclaredManifest extends ReadManifest {
  readonly file: string;
}

/** Reads the manifests and protos that are named, and those of installed packages that the card declares. */
export async function declaredManifests({
  named,
  uris,
  warn,
}: DeclaredManifestsInit): Promise<readonly DeclaredManifest[]> {
  const manifests: DeclaredManifest[] = [];
  for (const name of named) {
    const read = await readExtensions(name);
    const isDeclared = read.manifest.extensions.some((one) => isDeclaredBy(uris, one));
    const file = name.endsWith(".proto") ? name : await findManifest(name);
    if (isDeclared) manifests.push({ ...read, file });
    else warn(`${name}: the card declares none of its extensions`);
  }
  for (const file of uris.length === 0 ? [] : await listInstalled()) {
    const read = await readManifest(file);
    if (read.manifest.extensions.some((one) => isDeclaredBy(uris, one))) manifests.push({ ...read, file });
  }
  return manifests;
}

/** Whether a card with these extensions declares one, under any of its URIs. */
export function isDeclaredBy(uris: readonly string[], { uri, otherUris = [] }: Extension): boolean {
  return [uri, ...otherUris].some((one) => uris.includes(one));
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
