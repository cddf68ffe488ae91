export { jsonRpc } from "./binding.ts";
export { createJsonRpcTransport } from "./client.ts";
export { fromErrorObject, type JsonRpcError, toErrorObject } from "./error.ts";
export { createJsonRpcHandler, type JsonRpcHandlerOptions } from "./server.ts";
