import { declaredManifests } from "@a2agen/protos/declared-manifests.ts";
import { loadModel } from "@a2agen/protos/load-model.ts";
import type { ExtensionFinderInit } from "./extension-finder.ts";
import { knowExtensions } from "./know-extensions.ts";
import type { Knowledge } from "./known-extension.ts";

export interface FindExtensionsInit extends ExtensionFinderInit {
  /** The extensions that the card declares. */
  readonly uris: readonly string[];
}

/** What named manifests and protos say, and those of installed packages that the card declares. */
export async function findExtensions(init: FindExtensionsInit): Promise<Knowledge | undefined> {
  const manifests = await declaredManifests(init);
  if (manifests.length === 0) return undefined;
  return knowExtensions(manifests, await loadModel({}, { out: () => undefined, err: () => undefined }));
}
