export { type ExpressHandler, type ExpressRequest, toExpress } from "./express.ts";
export {
  type FastifyInstance,
  type FastifyPlugin,
  type FastifyReply,
  type FastifyRequest,
  type FastifyRoute,
  toFastify,
} from "./fastify.ts";
export { type KoaContext, type KoaHandler, toKoa } from "./koa.ts";
export {
  type NextHandler,
  type NodeListener,
  type NodeListenerOptions,
  toNodeListener,
} from "./node-listener.ts";
export type { NodeRequest, NodeResponse } from "./node-message.ts";
