import { readCatalog } from "@a2agen/runtime/catalog";
import { isConnectError } from "@a2agen/runtime/client";
import { errorMessage } from "@a2agen/runtime/internal";
import { createNodeFetch } from "@a2agen/runtime/node";
import type { CatalogAnswer, CatalogRequest } from "./catalog-protocol.ts";

/** Reads the catalog at a URL, or of a host; never rejects. */
export async function findCatalog(
  { url, headers }: CatalogRequest,
  signal: AbortSignal,
): Promise<CatalogAnswer> {
  try {
    const fetch = createNodeFetch({ env: process.env });
    const { publisher, problems, entries } = await readCatalog(url, {
      fetch,
      headers,
      insecure: true,
      signal,
    });
    return {
      catalog: { publisher, problems, entries: entries.map(({ source: _source, ...entry }) => entry) },
    };
  } catch (error) {
    return { problem: isConnectError(error, "catalog-not-found") ? undefined : errorMessage(error) };
  }
}
