import {
  type AgentCard,
  type ListTasksRequest,
  type Part,
  Role,
  type SendMessageRequest,
  TaskState,
  type TaskStatusUpdateEvent,
} from "@a2agen/a2a-1.0-draft";
import { same } from "./same.js";

// What differs from the later version: kebab-case enums, file and data parts, json_name.

export const parts: Part[] = [
  { text: "a" },
  { file: { fileWithUri: "https://example.com/a", name: "a", mediaType: "text/plain" } },
  { file: { fileWithBytes: "AAEC" } },
  { data: { data: { a: [1] } } },
];

// @ts-expect-error -- two members are set
export const two: Part = { text: "a", data: { data: {} } };
// @ts-expect-error -- no member is set
export const none: Part = {};
// @ts-expect-error -- two members are set inside
export const twoFiles: Part = { file: { fileWithUri: "a", fileWithBytes: "AAEC" } };
// @ts-expect-error -- no member is set inside
export const noFile: Part = { file: { name: "a" } };
// @ts-expect-error -- the discriminator of version 0.3
export const kind: Part = { kind: "text", text: "a" };
// @ts-expect-error -- data is an object, not any JSON
export const listData: Part = { data: { data: [1] } };

export function describe(part: Part): string {
  if ("file" in part) {
    const { file } = part;
    return file.fileWithUri !== undefined ? file.fileWithUri : file.fileWithBytes;
  }
  return part.text ?? JSON.stringify(part.data.data);
}

export const state: TaskState = "input-required";
export const sameState: TaskState = TaskState.InputRequired;
// @ts-expect-error -- the spelling of other versions
export const canceled: TaskState = "canceled";
// @ts-expect-error -- the proto name
export const protoName: TaskState = "TASK_STATE_WORKING";
// @ts-expect-error -- the unspecified value is not part of the type
export const unspecified: TaskState = "unspecified";

same<Role, "user" | "agent">(true);
same<typeof TaskState.Cancelled, "cancelled">(true);
same<typeof Role.Agent, "agent">(true);

export const request: SendMessageRequest = {
  message: { messageId: "a", role: Role.User, parts: [{ text: "b" }] },
};
// @ts-expect-error -- the proto name of a field with a JSON name of its own
export const byProtoName: SendMessageRequest = { request: request.message };
// @ts-expect-error -- final is REQUIRED
export const noFinal: TaskStatusUpdateEvent = { taskId: "a", contextId: "b", status: { state } };
export const list: ListTasksRequest = { lastUpdatedAfter: "1761647400000" };
// @ts-expect-error -- a 64-bit integer is a string
export const numberAfter: ListTasksRequest = { lastUpdatedAfter: 1761647400000 };

// A field can be both optional in the proto and REQUIRED.
same<AgentCard["protocolVersion"], string>(true);
same<AgentCard["documentationUrl"], string | undefined>(true);
