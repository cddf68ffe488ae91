export { type DurableObjectClass, toDurableObject } from "./durable-object.ts";
export { type FetchHandler, type FetchOptions, toFetchHandler } from "./fetch.ts";
export { type HonoContext, type HonoHandler, type HonoOptions, toHono } from "./hono.ts";
