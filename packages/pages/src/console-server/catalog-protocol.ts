import type { Catalog, CatalogEntry } from "@a2agen/runtime/catalog";

/** Where the page looks for a catalog. */
export interface CatalogRequest {
  readonly url: string;
  /** For the origin of the catalog. */
  readonly headers: Readonly<Record<string, string>>;
}

/** An entry without what JSON does not carry, and without its source. */
export type ListedEntry = Pick<CatalogEntry, Exclude<keyof CatalogEntry & string, "source">>;

export interface ListedCatalog extends Pick<Catalog, "publisher" | "problems"> {
  readonly entries: readonly ListedEntry[];
}

/** A catalog, or why there is none: undefined where nothing says that there is one. */
export type CatalogAnswer = { readonly catalog: ListedCatalog } | { readonly problem: string | undefined };
