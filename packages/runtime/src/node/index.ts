export { type FileTokenCache, fileTokenCache } from "./file-token-cache.ts";
export { createNodeFetch } from "./node-fetch.ts";
export type { Environment } from "./proxy-settings.ts";
export { type Route, type RouteOptions, Routes } from "./routes.ts";
