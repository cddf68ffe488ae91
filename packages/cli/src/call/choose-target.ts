import {
  type Catalog,
  type CatalogEntry,
  chooseAgent,
  type ReadCatalogOptions,
  readCatalog,
} from "@a2agen/runtime/catalog";
import { isConnectError } from "@a2agen/runtime/client";
import { count, defined } from "@a2agen/runtime/internal";
import { readJson } from "@a2agen/terminal/read-json.ts";
import { alignColumns, type SafeText, safe, safeLine } from "@a2agen/terminal/safe-text.ts";
import type { CallPlan, CatalogChoice, Target } from "./call-plan.ts";
import { proxiedFetch } from "./proxied-fetch.ts";
import type { Screen } from "./screen.ts";
import type { Stop } from "./stop.ts";

/**
 * The target with the agent that a command line chooses from a catalog. Undefined if the catalog is shown
 * instead: it has several agents, and none was named. A host without a catalog is the agent itself.
 */
export async function chooseTarget(
  { target, action }: CallPlan,
  choice: CatalogChoice,
  { screen, stop }: { readonly screen: Screen; readonly stop: Stop },
): Promise<Target | undefined> {
  const { source, isFile, agent } = choice;
  screen.wait("reading the catalog");
  try {
    const catalog = await (isFile ? readFileCatalog : readCatalog)(source, {
      fetch: await proxiedFetch(process.env),
      headers: target.headers,
      signal: stop.signal,
      ...defined({ timeoutMs: target.timeoutMs }),
    });
    for (const { from, path, message } of catalog.problems) {
      screen.note(`${from ?? source}: ${path}: ${message}`, "warning");
    }
    const agents = catalog.entries.filter(({ isAgent }) => isAgent);
    if (agent === undefined && action.kind === "card" && agents.length !== 1) {
      showAgents(screen, catalog, agents);
      return undefined;
    }
    const entry = chooseAgent(catalog, agent);
    return { ...target, entry, url: entry.url ?? entry.from ?? source };
  } catch (error) {
    const isHost = !isFile && !new URL(source).pathname.endsWith(".json");
    if (agent !== undefined || !isHost || !isConnectError(error, "catalog-not-found")) throw error;
    screen.note("the host has no AI Catalog; its own card is used", "note");
    return target;
  } finally {
    screen.wait(undefined);
  }
}

async function readFileCatalog(source: string, options: ReadCatalogOptions): Promise<Catalog> {
  const name = `--catalog: ${source}`;
  const document = await readJson(source, { name, expected: "an AI Catalog in JSON" });
  return readCatalog(Object(document) as object, options);
}

function showAgents(screen: Screen, { entries, publisher }: Catalog, agents: readonly CatalogEntry[]): void {
  if (screen.isJson) {
    for (const { source: _source, data: _data, ...shown } of agents) screen.json(shown);
    return;
  }
  const { style } = screen;
  const others = entries.length - agents.length;
  const more = others === 0 ? safe`` : safe`, and ${safeLine(count(others, "other artifact"))}`;
  const of = publisher === undefined ? safe`` : safe` of ${safeLine(publisher)}`;
  screen.line(style.bold(safe`${safeLine(count(agents.length, "agent"))}${of}${more}`));
  const rows = agents.map((entry): readonly SafeText[] => [
    safeLine(entry.name, 40),
    safeLine(entry.version ?? "", 20),
    safeLine(entry.identifier, 100),
    entry.trust === "none" ? safe`` : safe`trust manifest, not verified`,
    safeLine(entry.description ?? "", 80),
  ]);
  for (const line of alignColumns(rows)) screen.line(safe`  ${line}`);
  if (agents.length > 0) screen.note("--agent NAME|IDENTIFIER chooses one");
}
