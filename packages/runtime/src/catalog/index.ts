export type { CatalogEntry } from "../client/contract/catalog-entry.ts";
export type { Catalog, CatalogProblem, CatalogProblemCode } from "./catalog.ts";
export { chooseAgent } from "./choose-agent.ts";
export { isCatalog, type ReadCatalogOptions, readCatalog } from "./read-catalog.ts";
