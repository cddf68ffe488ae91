export { type ExpressHandler, toExpress } from "./express.ts";
export { type FastifyPlugin, toFastify } from "./fastify.ts";
export { type KoaHandler, toKoa } from "./koa.ts";
export {
  type NextHandler,
  type NodeListener,
  type NodeListenerOptions,
  toNodeListener,
} from "./node-listener.ts";
