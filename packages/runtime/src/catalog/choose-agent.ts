import type { CatalogEntry } from "../client/contract/catalog-entry.ts";
import { ConnectError, listShort } from "../client/contract/connect-error.ts";
import { own } from "../core/object.ts";
import { show } from "../service/service-parameters.ts";
import type { Catalog } from "./catalog.ts";

/**
 * The agent of a catalog that a name or identifier means, in its newest version; without one, the only agent.
 * Throws a ConnectError that lists the agents where none or several are meant.
 */
export function chooseAgent({ entries }: Pick<Catalog, "entries">, wanted?: string): CatalogEntry {
  const agents = newestOf(entries.filter(({ isAgent }) => isAgent));
  const found = wanted === undefined ? agents : agentsCalled(agents, wanted);
  const [first] = found;
  if (first !== undefined && found.length === 1) return first;
  const named = wanted === undefined ? "" : ` called ${show(wanted)}`;
  const count = found.length === 0 ? `no agent${named}` : `${found.length} agents${named}`;
  const listed = (found.length === 0 ? agents : found).map(
    ({ name, identifier }) => `${show(name)} (${show(identifier)})`,
  );
  const choice = listed.length === 0 ? "" : `; choose one by its name or identifier: ${listShort(listed)}`;
  throw new ConnectError("agent-unclear", `the catalog has ${count}${choice}`);
}

function agentsCalled(agents: readonly CatalogEntry[], wanted: string): readonly CatalogEntry[] {
  const exact = agents.filter(({ identifier }) => identifier === wanted);
  if (exact.length > 0) return exact;
  const lower = wanted.toLowerCase();
  const named = agents.filter(({ name }) => name.toLowerCase() === lower);
  if (named.length > 0) return named;
  return agents.filter(({ identifier }) => identifier.toLowerCase().split(/[:/]/).at(-1) === lower);
}

/** One entry of each identifier: that of the highest version, or else the one that was updated last. */
function newestOf(entries: readonly CatalogEntry[]): readonly CatalogEntry[] {
  const newest = new Map<string, CatalogEntry>();
  for (const entry of entries) {
    const other = newest.get(entry.identifier);
    if (other === undefined || isNewer(entry, other)) newest.set(entry.identifier, entry);
  }
  return [...newest.values()];
}

function isNewer(one: CatalogEntry, other: CatalogEntry): boolean {
  const [mine, theirs] = [one, other].map(({ version }) => numbersOf(version));
  if (mine === undefined || theirs === undefined) {
    return String(own(one.source, "updatedAt")) > String(own(other.source, "updatedAt"));
  }
  const at = mine.findIndex((number, index) => number !== theirs[index]);
  return at >= 0 && (mine[at] ?? 0) > (theirs[at] ?? 0);
}

/** The numbers of a version, MAJOR.MINOR.PATCH; one that is not released yet is before it. */
function numbersOf(version: string | undefined): readonly number[] | undefined {
  const parts = /^v?(\d+)\.(\d+)(?:\.(\d+))?(-)?/.exec(version ?? "");
  if (parts === null) return undefined;
  const [, major = "0", minor = "0", patch = "0", pre] = parts;
  return [Number(major), Number(minor), Number(patch), pre === undefined ? 1 : 0];
}
