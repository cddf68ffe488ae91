export {
  createHostFamily,
  type FamilyMember,
  type HostFamily,
  type HostFamilyOptions,
} from "../versions/host-family.ts";
export type { OlderVersion } from "../versions/older-version.ts";
export { type CatalogAgent, type CatalogOptions, createCatalogHandler } from "./catalog.ts";
export { type CorsOptions, withCors } from "./cors.ts";
export type { Deprecation, OnDeprecated } from "./deprecation-log.ts";
export { type CardForCaller, createDiscoveryHandler, type DiscoveryOptions } from "./discovery.ts";
export type { HealthOptions } from "./health.ts";
export { createHttpHandler, type HttpHandlerOptions } from "./http-handler.ts";
