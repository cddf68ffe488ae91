import type { CatalogEntry } from "../client/contract/catalog-entry.ts";

/** Where catalogs are looked for below the URL of a host. */
export const catalogPath = "/.well-known/ai-catalog.json";

export const mediaTypes = {
  catalog: "application/ai-catalog+json",
  agent: "application/a2a-agent-card+json",
} as const;

/** What the form of catalogs is called that is written here, and read with those before it. */
export const specVersion = "1.0";

/** What can be wrong in a catalog; what is wrong is passed over, or read as it was meant. */
export type CatalogProblemCode =
  | "spec-version"
  | "identifier"
  | "type"
  | "older-type"
  | "older-metadata"
  | "older-trust"
  | "extension-key"
  | "content"
  | "url"
  | "relative-url"
  | "duplicate"
  | "too-many"
  | "too-deep"
  | "cycle"
  | "not-allowed"
  | "unreadable";

export interface CatalogProblem {
  readonly code: CatalogProblemCode;
  /** The URL of the catalog; undefined for one that the caller had. */
  readonly from: string | undefined;
  /** The place in it: "entries[2].url". */
  readonly path: string;
  /** What was expected, and what came. */
  readonly message: string;
}

/** An AI Catalog, with the entries of the catalogs that it names. */
export interface Catalog {
  /** Where it was found; undefined for one that the caller had. */
  readonly url: string | undefined;
  /** The name of who publishes it. */
  readonly publisher: string | undefined;
  /** Agents and other artifacts, in the order of the catalog. */
  readonly entries: readonly CatalogEntry[];
  readonly problems: readonly CatalogProblem[];
}
