import { requestOf } from "../server/http-client.ts";
import { sample } from "../server/work.ts";
import { type Order, writeOrder } from "./order.ts";

let made = 0;

/** A call with a message that was not sent before: agents answer the same message once. */
export function callOf(method: "SendMessage" | "SendStreamingMessage", order?: Order): Buffer {
  const body = { jsonrpc: "2.0", id: 1, method, params: { message: messageOf(order) } };
  return requestOf("POST", "/rpc", {
    body: JSON.stringify(body),
    headers: { accept: "application/json, text/event-stream" },
  });
}

export function messageOf(order?: Order): typeof sample {
  made += 1;
  const messageId = `9b5d1c1e-6f0a-4f3b-9c55-${String(made).padStart(12, "0")}`;
  return { ...sample, messageId, ...(order === undefined ? {} : { parts: [{ text: writeOrder(order) }] }) };
}
