export { createDiscoveryHandler, type DiscoveryOptions } from "./server.ts";
