import type { ProbeInit } from "../probe.ts";

export interface ExtensionFinderInit {
  /** Manifests, their folders, or packages. */
  readonly named: readonly string[];
  readonly warn: (text: string) => void;
}

/** Finds extensions when there are any: what reads manifests takes long to load. */
export function extensionFinder(init: ExtensionFinderInit): NonNullable<ProbeInit["findExtensions"]> {
  return async (uris) => {
    if (uris.length === 0 && init.named.length === 0) return undefined;
    const { findExtensions } = await import("./find-extensions.ts");
    return findExtensions({ ...init, uris });
  };
}
