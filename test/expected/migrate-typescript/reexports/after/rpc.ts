import type * as A2A from "@a2agen/a2a-1.0";
import type { MessageSendParams, Task } from "./types.js";
import type { SendMessageResponse } from "@a2agen/a2a-1.0";

interface RpcCall {
  readonly jsonrpc: "2.0";
  readonly method: string;
  readonly params: unknown;
}

export function sendCall(params: MessageSendParams): RpcCall {
  return { jsonrpc: "2.0", method: "SendMessage", params };
}

export function getCall(params: A2A.GetTaskRequest): RpcCall {
  return { jsonrpc: "2.0", method: 'GetTask', params };
}

export function isStreaming(call: RpcCall): boolean {
  switch (call.method) {
    case "SendStreamingMessage":
    case "SubscribeToTask":
      return true;
    default:
      return false;
  }
}

export function textPart(text: string): Extract<A2A.Part, { text: unknown }> {
  return { text };
}

export function isOpen(task: Task): boolean {
  return task.status.state !== "TASK_STATE_COMPLETED" && task.kind === "task";
}

export type Sent = SendMessageResponse;
