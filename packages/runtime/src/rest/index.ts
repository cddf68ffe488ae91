export { rest } from "./binding.ts";
export { createRestTransport } from "./client.ts";
export { createRestHandler, type RestHandlerOptions } from "./server.ts";
