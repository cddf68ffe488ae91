import { removeUris } from "./data-access.ts";
import type { Placement } from "./extension.ts";
import { ownValue } from "./metadata-keys.ts";
import { placementOf } from "./placements.ts";

/** An extension that puts nothing on objects but its URI: an object names it or does not. */
export class NameAccess {
  readonly #uris: readonly string[];
  readonly #placements: readonly Placement[];

  constructor(uris: readonly string[], placements: readonly Placement[]) {
    this.#uris = uris;
    this.#placements = placements;
  }

  has(object: object): boolean {
    const { extensions } = placementOf(object, this.#placements);
    const listed = extensions === undefined ? undefined : ownValue(object, extensions);
    return Array.isArray(listed) && this.#uris.some((uri) => listed.includes(uri));
  }

  remove(object: object): void {
    removeUris(object, placementOf(object, this.#placements), this.#uris);
  }
}
