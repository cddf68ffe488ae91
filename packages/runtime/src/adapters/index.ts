export { type DurableObjectClass, toDurableObject } from "./durable-object.ts";
export { type FetchHandler, type FetchOptions, toFetchHandler } from "./fetch.ts";
export { type HonoContext, type HonoHandler, type HonoOptions, toHono } from "./hono.ts";
export {
  type LambdaEvent,
  type LambdaHandler,
  type LambdaMetadata,
  type LambdaOptions,
  type LambdaRuntime,
  type LambdaStream,
  toLambda,
} from "./lambda.ts";
