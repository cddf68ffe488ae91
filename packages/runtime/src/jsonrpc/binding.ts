import { type ClientBindingFactory, locateHttp } from "../service/binding-factory.ts";
import { createJsonRpcTransport } from "./client.ts";
import { jsonRpcBinding } from "./envelope.ts";

/** Installs JSON-RPC in a client: `connect(service, url, { bindings: [jsonRpc()] })`. */
export function jsonRpc(): ClientBindingFactory {
  return {
    binding: jsonRpcBinding,
    usesFetch: true,
    locate: locateHttp,
    carries: ({ protocol: { bindings } }) => bindings?.includes(jsonRpcBinding) !== false,
    connect: ({ protocol, service: _service, ...options }) => createJsonRpcTransport(protocol, options),
  };
}
