import { requestOf } from "./http-client.ts";
import { knownTask, sample } from "./work.ts";

function rpc(method: string, params: object): Buffer {
  return requestOf("POST", "/rpc", {
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    headers: { accept: "application/json, text/event-stream" },
  });
}

const params = { message: sample };

/** The calls that are measured. */
export const calls = {
  "SendMessage, JSON-RPC": rpc("SendMessage", params),
  "SendMessage, HTTP+JSON": requestOf("POST", "/rest/message:send", { body: JSON.stringify(params) }),
  "GetTask, JSON-RPC": rpc("GetTask", { id: knownTask }),
  "GetTask, HTTP+JSON": requestOf("GET", `/rest/tasks/${knownTask}`),
} as const;
export type CallName = keyof typeof calls;
export const callNames = Object.keys(calls) as readonly CallName[];

/** Asks for a stream with so many artifact updates. */
export function streamRequest(updates: number): Buffer {
  return rpc("SendStreamingMessage", { message: { ...sample, parts: [{ text: `stream ${updates}` }] } });
}
