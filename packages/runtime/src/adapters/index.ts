export { type FetchHandler, toFetchHandler } from "./fetch.ts";
export { type HonoContext, type HonoHandler, type HonoOptions, toHono } from "./hono.ts";
