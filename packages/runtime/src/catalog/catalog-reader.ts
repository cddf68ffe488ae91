import { type FetchDocumentOptions, fetchDocument } from "../client/card/fetch-document.ts";
import { findObjection } from "../client/card/private-network.ts";
import type { CatalogEntry } from "../client/contract/catalog-entry.ts";
import { ConnectError } from "../client/contract/connect-error.ts";
import { errorMessage, isObject, own } from "../core/object.ts";
import { show } from "../service/service-parameters.ts";
import { type CatalogProblem, type CatalogProblemCode, mediaTypes, specVersion } from "./catalog.ts";
import { parseEntry, textOf } from "./parse-entry.ts";

/** How deep catalogs may be in catalogs, as the specification recommends. */
const maximumDepth = 4;

/** Most entries that are read, of all catalogs together. */
const maximumEntries = 1000;

/** Most catalogs that are fetched for entries. */
const maximumCatalogs = 20;

/** Most problems that are kept. */
const maximumProblems = 100;

export type Fetching = Omit<FetchDocumentOptions, "document" | "accept" | "protocol">;

interface Document {
  readonly value: unknown;
  readonly from: string | undefined;
  /** What stands before the paths in it: "entries[0].data." */
  readonly prefix: string;
  /** The URLs of the catalogs around it, its own included. */
  readonly urls: readonly string[];
  readonly depth: number;
}

/** Reads a catalog and those that it names, within bounds. */
export class CatalogReader {
  readonly entries: CatalogEntry[] = [];
  readonly problems: CatalogProblem[] = [];
  readonly #fetching: Fetching;
  readonly #seen = new Set<string>();
  #read = 0;
  #fetched = 0;

  constructor(fetching: Fetching) {
    this.#fetching = fetching;
  }

  /** Throws a ConnectError for a document that is no catalog. */
  async read(document: Document): Promise<void> {
    const { value, from, prefix, depth } = document;
    const where = `${from ?? "catalog"}${prefix === "" ? "" : `: ${prefix.slice(0, -1)}`}`;
    const list = isObject(value) ? own(value, "entries") : undefined;
    if (!isObject(value) || !Array.isArray(list)) {
      throw new ConnectError("catalog-invalid", `${where}: expected an AI Catalog with a list of entries`);
    }
    this.#checkVersion(value, { ...document, where });
    const keys = new Set<string>();
    for (const [index, source] of list.entries()) {
      const path = `${prefix}entries[${index}]`;
      const report = (code: CatalogProblemCode, member: string, message: string): void =>
        this.#report({ code, from, path: member === "" ? path : `${path}.${member}`, message });
      this.#read += 1;
      if (this.#read > maximumEntries) {
        report("too-many", "", `expected ${maximumEntries} entries at most; the rest is not read`);
        return;
      }
      const entry = parseEntry(source, { from, path, report });
      if (entry === undefined) continue;
      const key = JSON.stringify([entry.identifier, entry.version]);
      if (keys.has(key)) report("duplicate", "identifier", "expected another identifier, or another version");
      keys.add(key);
      if (entry.type === mediaTypes.catalog) {
        await this.#readNested(entry, { ...document, depth: depth + 1 }, report);
      } else if (!this.#seen.has(key)) {
        // One identifier in several catalogs is one artifact.
        this.#seen.add(key);
        this.entries.push(entry);
      }
    }
  }

  #checkVersion(value: object, { from, prefix, where }: Document & { readonly where: string }): void {
    const version = textOf(own(value, "specVersion"));
    const [major] = specVersion.split(".");
    if (version?.split(".")[0] === major) return;
    const message = `expected ${major}.x, found ${version === undefined ? "none" : show(version)}`;
    if (version !== undefined) {
      throw new ConnectError("catalog-invalid", `${where}: specVersion: ${message}`);
    }
    this.#report({ code: "spec-version", from, path: `${prefix}specVersion`, message });
  }

  async #readNested(
    { url, data, path, from }: CatalogEntry,
    { urls, depth }: Document,
    report: (code: CatalogProblemCode, member: string, message: string) => void,
  ): Promise<void> {
    if (depth > maximumDepth) {
      report("too-deep", "", `expected ${maximumDepth} catalogs in each other at most; it is not read`);
      return;
    }
    try {
      if (url === undefined) {
        await this.read({ value: data, from, prefix: `${path}.data.`, urls, depth });
        return;
      }
      const refusal = this.#refusalOf(url, urls, from);
      if (refusal !== undefined) {
        report(refusal.code, "url", refusal.message);
        return;
      }
      this.#fetched += 1;
      const value = await this.#fetch(url, urls);
      await this.read({ value, from: url, prefix: "", urls: [...urls, url], depth });
    } catch (error) {
      this.#fetching.signal.throwIfAborted();
      report("unreadable", url === undefined ? "data" : "url", errorMessage(error));
    }
  }

  #refusalOf(
    url: string,
    urls: readonly string[],
    from: string | undefined,
  ): { readonly code: CatalogProblemCode; readonly message: string } | undefined {
    if (urls.includes(url))
      return { code: "cycle", message: `expected another catalog, found ${show(url)} in itself` };
    if (this.#fetched >= maximumCatalogs)
      return {
        code: "too-many",
        message: `expected ${maximumCatalogs} further catalogs at most; it is not read`,
      };
    const objection = objectionTo(new URL(url), from === undefined ? undefined : new URL(from));
    return objection === undefined ? undefined : { code: "not-allowed", message: objection };
  }

  /** Headers are for the origin of the first catalog. */
  async #fetch(url: string, [first]: readonly string[]): Promise<unknown> {
    const isNear = first !== undefined && new URL(first).origin === new URL(url).origin;
    const headers = isNear ? this.#fetching.headers : undefined;
    const found = await fetchCatalog(url, { ...this.#fetching, headers });
    if (found.kind === "json") return found.value;
    throw new ConnectError("catalog-not-found", `${url}: ${found.why}`);
  }

  #report(problem: CatalogProblem): void {
    if (this.problems.length < maximumProblems) this.problems.push(problem);
  }
}

/** Why a catalog may not lead to a URL: the rules that `connect` has for the interfaces of a card. */
export function objectionTo(url: URL, catalogUrl: URL | undefined): string | undefined {
  return findObjection(url, catalogUrl, "catalog")?.replace(/; allow it with .*/, "");
}

export function fetchCatalog(url: string, fetching: Fetching): ReturnType<typeof fetchDocument> {
  const accept = `${mediaTypes.catalog}, application/json`;
  return fetchDocument(url, { ...fetching, document: "catalog", accept, protocol: undefined });
}
