import { findObjection } from "../client/card/private-network.ts";
import type { CatalogEntry, EntryRules } from "../client/contract/catalog-entry.ts";
import { ConnectError } from "../client/contract/connect-error.ts";
import { findOwned, mergeHeaders } from "../client/credentials/headers.ts";
import { show } from "../service/service-parameters.ts";

/**
 * The rules for interfaces of a card hold for what a catalog leads to as well: no private networks, nothing
 * less encrypted, and secrets stay at its origin.
 */
export function checkLead(
  { from, name, url: target }: Pick<CatalogEntry, "from" | "name" | "url">,
  options: EntryRules,
): void {
  const { allowInterface, headers, cardHeaders, credentials = {} } = options;
  if (from === undefined || target === undefined) return;
  const url = new URL(target);
  const catalogUrl = new URL(from);
  const refuse = (why: string): never => {
    const message = `the card of ${show(name)}, ${url.href}, is not fetched: ${why}`;
    throw new ConnectError("not-allowed", message);
  };
  if (allowInterface !== undefined) {
    if (!allowInterface(url, catalogUrl)) refuse("allowInterface does not allow it");
    return;
  }
  const objection = findObjection(url, catalogUrl, "catalog");
  if (objection !== undefined) refuse(objection);
  if (url.origin === catalogUrl.origin) return;
  const hasSecret = [headers, cardHeaders].some(
    (source) =>
      typeof source === "function" || (source !== undefined && findOwned(mergeHeaders(source)) !== undefined),
  );
  if (!hasSecret && Object.keys(credentials).length === 0) return;
  refuse(
    `credentials would be sent to another origin than that of the catalog, ${catalogUrl.origin}; allow it with allowInterface`,
  );
}
