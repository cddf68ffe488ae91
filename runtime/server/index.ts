export { type CorsOptions, withCors } from "./cors.ts";
export { createHttpHandler, type HttpHandlerOptions } from "./http-handler.ts";
