import { A2AService } from "@a2agen/a2a-1.0";
import { toNodeListener } from "../../../../packages/runtime/src/adapters/node.ts";
import { createHost, type HostOptions, implement } from "../../../../packages/runtime/src/host/index.ts";
import {
  createJsonRpcHandler,
  type JsonRpcHandlerOptions,
} from "../../../../packages/runtime/src/jsonrpc/index.ts";
import { listen } from "../../../shared/http/listen.ts";

/** Serves some methods of A2A 1.0 by JSON-RPC; the others are not implemented. Returns the URL. */
export async function serve(
  agent: Partial<A2AService>,
  { path, ...options }: Partial<HostOptions> & JsonRpcHandlerOptions = {},
): Promise<string> {
  // A method that is not there is an answer to its call, not an error of the host.
  const service = implement(A2AService, agent as A2AService);
  return serveHost({ services: [service], ...options }, path === undefined ? {} : { path });
}

/** Serves a host by JSON-RPC. */
export async function serveHost(options: HostOptions, handler: JsonRpcHandlerOptions = {}): Promise<string> {
  const host = createHost({ checkAnswers: "shape", ...options });
  const { url } = await listen(toNodeListener(createJsonRpcHandler(host, handler)));
  return url;
}

export interface RawAnswer {
  readonly status: number;
  readonly type: string | null;
  readonly body: string;
}

const usual = { "content-type": "application/json", "a2a-version": "1.0" };

/** Sends bytes as they are. */
export async function post(
  url: string,
  body: string | Uint8Array,
  headers: Readonly<Record<string, string>> = {},
): Promise<RawAnswer & { readonly headers: Headers }> {
  const response = await fetch(url, { method: "POST", body, headers: { ...usual, ...headers } });
  const text = await response.text();
  const { status } = response;
  return { status, type: response.headers.get("content-type"), body: text, headers: response.headers };
}

/** Sends a request and reads the answer as JSON. */
export async function call(
  url: string,
  request: unknown,
  headers?: Readonly<Record<string, string>>,
): Promise<unknown> {
  const { body } = await post(url, JSON.stringify(request), headers);
  return body === "" ? undefined : JSON.parse(body);
}

export const errorInfo = "type.googleapis.com/google.rpc.ErrorInfo";
export const badRequest = "type.googleapis.com/google.rpc.BadRequest";
export const domain = "a2a-protocol.org";
