import { requestOf } from "../server/http-client.ts";
import { sample } from "../server/work.ts";

const text = sample.parts[0]?.text;

/** The same message as each version writes it. */
export const requests = requestsAt("/rpc");
export type SpokenVersion = "1.0" | "draft" | "0.3";

/** The requests for a server with JSON-RPC at a path. */
export function requestsAt(path: string): Readonly<Record<SpokenVersion, Buffer>> {
  return {
    "1.0": rpc(path, "SendMessage", sample, { "a2a-version": "1.0" }),
    draft: rpc("/draft", "SendMessage", { ...sample, role: "user" }, { "a2a-version": "1.0" }),
    "0.3": rpc(
      path,
      "message/send",
      { kind: "message", messageId: sample.messageId, role: "user", parts: [{ kind: "text", text }] },
      { "a2a-version": "0.3" },
    ),
  };
}

function rpc(
  path: string,
  method: string,
  message: object,
  headers: Readonly<Record<string, string>>,
): Buffer {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: { message } });
  return requestOf("POST", path, { body, headers: { accept: "application/json", ...headers } });
}
