import { isObject } from "../../core/object.ts";
import type { ClientConnectOptions } from "./connect-options.ts";

/** An entry of an AI Catalog, as `readCatalog` lists it: an agent, or another artifact. */
export interface CatalogEntry {
  /** Throws a ConnectError where the entry may not lead to its URL, or not with these secrets. */
  readonly [checkEntry]: (options: EntryRules) => void;
  readonly identifier: string;
  /** The media type of the artifact, without parameters and in lower case. */
  readonly type: string;
  /** Whether the artifact is a card of A2A. */
  readonly isAgent: boolean;
  /** The entry's own name, or else that of the card in it, or else the end of its identifier. */
  readonly name: string;
  readonly description: string | undefined;
  readonly version: string | undefined;
  readonly tags: readonly string[];
  /** Where the artifact is, absolute, http or https; undefined where the entry has it in `data`. */
  readonly url: string | undefined;
  /** The artifact itself. */
  readonly data: unknown;
  /** The URL of the catalog that has the entry; undefined for one that the caller had. */
  readonly from: string | undefined;
  /** The place of the entry in that catalog: "entries[0]". */
  readonly path: string;
  /** A trust manifest is shown as it came: nothing in it is verified. */
  readonly trust: "none" | "present, not verified";
  /** The entry as it came, its trust manifest included. */
  readonly source: object;
}

/** What decides whether an entry may be followed. */
export type EntryRules = Pick<
  ClientConnectOptions<never>,
  "allowInterface" | "headers" | "cardHeaders" | "credentials"
>;

/** Marks entries. They bring their check along, so that clients without catalogs do not have it. */
export const checkEntry: unique symbol = Symbol.for("@a2agen/runtime/catalog-entry") as never;

/** Whether a value is an entry that `readCatalog` has made; no JSON passes for one. */
export function isCatalogEntry(value: unknown): value is CatalogEntry {
  return isObject(value) && typeof (value as Partial<CatalogEntry>)[checkEntry] === "function";
}
