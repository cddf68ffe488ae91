export { jsonRpc } from "./binding.ts";
export { createJsonRpcTransport } from "./client.ts";
export { type ErrorTransport, fromErrorObject, type JsonRpcError, toErrorObject } from "./error.ts";
export { createJsonRpcHandler, type JsonRpcHandlerOptions } from "./server.ts";
