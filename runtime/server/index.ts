export { type CorsOptions, withCors } from "./cors.ts";
export type { Deprecation, OnDeprecated } from "./deprecation-log.ts";
export {
  createHostFamily,
  type FamilyMember,
  type HostFamily,
  type HostFamilyOptions,
} from "./host-family.ts";
export { createHttpHandler, type HttpHandlerOptions } from "./http-handler.ts";
export type { OlderVersion } from "./older-version.ts";
