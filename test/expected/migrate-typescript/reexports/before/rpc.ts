import type * as A2A from "@a2a-js/sdk";
import type { MessageSendParams, Task } from "./types.js";

interface RpcCall {
  readonly jsonrpc: "2.0";
  readonly method: string;
  readonly params: unknown;
}

export function sendCall(params: MessageSendParams): RpcCall {
  return { jsonrpc: "2.0", method: "message/send", params };
}

export function getCall(params: A2A.TaskQueryParams): RpcCall {
  return { jsonrpc: "2.0", method: 'tasks/get', params };
}

export function isStreaming(call: RpcCall): boolean {
  switch (call.method) {
    case "message/stream":
    case "tasks/resubscribe":
      return true;
    default:
      return false;
  }
}

export function textPart(text: string): A2A.TextPart {
  return { kind: "text", text };
}

export function isOpen(task: Task): boolean {
  return task.status.state !== "completed" && task.kind === "task";
}

export type Sent = A2A.Message | A2A.Task;
