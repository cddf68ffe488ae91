import { listEntries } from "@a2agen/exchange/card-entries.ts";
import { readCatalog } from "@a2agen/runtime/catalog";
import { isConnectError } from "@a2agen/runtime/client";
import { checkEntry, errorMessage } from "@a2agen/runtime/internal";
import { createNodeFetch } from "@a2agen/runtime/node";
import { CommandError } from "@a2agen/terminal/command-error.ts";
import { hostOf, reachFrom } from "../core/reach.ts";
import { fileSlug } from "./file-slug.ts";
import type { Fleet, FleetRow } from "./fleet-row.ts";
import { userAgent } from "./user-agent.ts";

type Entry = Awaited<ReturnType<typeof readCatalog>>["entries"][number];

/** The agents of the catalog at a URL, or of a host that has one. Throws a CommandError. */
export async function readFleetCatalog(url: string, warn: (text: string) => void): Promise<Fleet> {
  const fetch = createNodeFetch({ env: process.env });
  const catalog = await readCatalog(url, { fetch, headers: { "user-agent": userAgent } }).catch(
    (cause: unknown) => {
      const isOther = isConnectError(cause, "catalog-not-found") || isConnectError(cause, "catalog-invalid");
      const hint = isOther ? `; a2agen probe ${url} tries one agent` : "";
      throw new CommandError(`${errorMessage(cause)}${hint}`, { cause });
    },
  );
  for (const { from, path, message } of catalog.problems) warn(`${from ?? url}: ${path}: ${message}`);
  const agents = catalog.entries.filter(({ isAgent }) => isAgent);
  const slugs = new Set<string>();
  const rows = agents.map((entry): FleetRow => {
    const version = agents.filter(({ name }) => name === entry.name).length > 1 ? entry.version : undefined;
    const wanted = version === undefined ? entry.name : `${entry.name} ${version}`;
    // Names in a catalog need not differ.
    let name = wanted;
    for (let at = 2; slugs.has(fileSlug(name)); at++) name = `${wanted.slice(0, 70)} (${at})`;
    slugs.add(fileSlug(name));
    return { name, slug: fileSlug(name), target: targetOf(entry, catalog.url ?? url) };
  });
  return { title: catalog.publisher ?? new URL(url).host, folder: process.cwd(), rows };
}

function targetOf(entry: Entry, catalogUrl: string): FleetRow["target"] {
  try {
    entry[checkEntry]({});
  } catch (error) {
    return { kind: "left", reason: errorMessage(error) };
  }
  const { url: cardUrl = entry.from ?? catalogUrl, data: card } = entry;
  const isAllowed = reachFrom(cardUrl, []);
  const hosts = listEntries(card)
    .map(({ url }) => url)
    .filter(isAllowed);
  return {
    kind: "agent",
    cardUrl,
    ...(card === undefined ? {} : { card }),
    isAllowed,
    hosts: [cardUrl, ...hosts].map(hostOf),
    headers: [],
    isWriting: false,
    timeoutMs: 300_000,
  };
}
