import type {
  AgentCapabilities,
  AgentCard,
  AgentSkill,
  GetTaskRequest,
  ListTasksRequest,
  Message,
  Part,
  SecurityScheme,
  SendMessageResponse,
  StreamResponse,
  Task,
} from "@a2agen/a2a-1.0";
import { A2AService, isPart, MessageCodec, PartCodec, Role, TaskState } from "@a2agen/a2a-1.0";
import type { Codec, JsonObject, JsonValue, StandardSchemaV1 } from "@a2agen/runtime";
import { implement } from "@a2agen/runtime/host";
import { same } from "./same.js";

// A part has exactly one kind of content.

export const parts: Part[] = [
  { text: "a" },
  { raw: "AAEC" },
  { url: "https://example.com" },
  { data: null },
  { data: [1, "b", { c: false }] },
  { text: "a", metadata: { b: 1 }, filename: "c", mediaType: "d" },
];

// @ts-expect-error -- two members are set
export const two: Part = { text: "a", url: "b" };
// @ts-expect-error -- no member is set
export const none: Part = {};
// @ts-expect-error -- no member is set, beside another field
export const onlyMetadata: Part = { metadata: {} };
// @ts-expect-error -- a member is set to undefined
export const unset: Part = { text: undefined };
// @ts-expect-error -- another member is there, though undefined
export const beside: Part = { text: "a", raw: undefined };
// @ts-expect-error -- the member has another type
export const wrong: Part = { text: 1 };
// @ts-expect-error -- JSON has no undefined
export const noJson: Part = { data: undefined };
// @ts-expect-error -- JSON has no dates
export const date: Part = { data: new Date(0) };
// @ts-expect-error -- an excess property
export const excess: Part = { text: "a", texts: "b" };
// @ts-expect-error -- a proto name
export const protoName: Part = { text: "a", media_type: "b" };

// The member tells what the part is.

export function describeByValue(part: Part): string {
  if (part.text !== undefined) {
    same<typeof part.text, string>(true);
    same<typeof part.raw, undefined>(true);
    return part.text;
  }
  if (part.raw !== undefined) return part.raw;
  if (part.url !== undefined) return part.url;
  same<typeof part.data, JsonValue>(true);
  return JSON.stringify(part.data);
}

export function describeByPresence(part: Part): string {
  if ("text" in part) return part.text;
  same<typeof part.text, undefined>(true);
  if ("raw" in part) return part.raw;
  if ("url" in part) return part.url;
  same<typeof part.data, JsonValue>(true);
  return JSON.stringify(part.data);
}

export function readWithout(part: Part): string {
  // @ts-expect-error -- the part may be another kind
  return part.text;
}

export function describeEvent(event: StreamResponse): string {
  if (event.task !== undefined) return event.task.id;
  if (event.message !== undefined) return event.message.messageId;
  if (event.statusUpdate !== undefined) return event.statusUpdate.status.state;
  return event.artifactUpdate.artifact.artifactId;
}

export function describeResponse(response: SendMessageResponse): string {
  return "task" in response ? response.task.id : response.message.messageId;
}

export function describeScheme(scheme: SecurityScheme): string | undefined {
  if (scheme.apiKeySecurityScheme !== undefined) {
    same<typeof scheme.apiKeySecurityScheme.location, "query" | "header" | "cookie">(true);
    return scheme.apiKeySecurityScheme.location;
  }
  return scheme.mtlsSecurityScheme?.description;
}

// REQUIRED fields are mandatory, others are not.

export const message: Message = { messageId: "a", role: "ROLE_USER", parts };
// @ts-expect-error -- messageId is REQUIRED
export const noId: Message = { role: "ROLE_USER", parts };
// @ts-expect-error -- role is REQUIRED
export const noRole: Message = { messageId: "a", parts };
// @ts-expect-error -- null is no string
export const nullId: Message = { messageId: null, role: "ROLE_USER", parts };
// @ts-expect-error -- an optional field is there, though undefined
export const undefinedContext: Message = { ...message, contextId: undefined };
export const task: Task = { id: "a", status: { state: "TASK_STATE_WORKING" } };
// @ts-expect-error -- a REQUIRED field of a message inside is missing
export const noState: Task = { id: "a", status: {} };
export const request: GetTaskRequest = { id: "a", historyLength: 0 };
// @ts-expect-error -- a number is no string
export const textNumber: GetTaskRequest = { id: "a", historyLength: "0" };
export const capabilities: AgentCapabilities = {};
// @ts-expect-error -- a field of another version of the protocol
export const history: AgentCapabilities = { stateTransitionHistory: true };
export const list: ListTasksRequest = { statusTimestampAfter: "2025-10-28T10:30:00Z" };
// @ts-expect-error -- a time is a string
export const dateAfter: ListTasksRequest = { statusTimestampAfter: new Date(0) };

same<Task["metadata"], JsonObject | undefined>(true);
same<AgentCard["securitySchemes"], { [key: string]: SecurityScheme } | undefined>(true);
same<AgentCard["skills"], AgentSkill[]>(true);

// Enums are unions of their spellings, and const objects.

export const state: TaskState = "TASK_STATE_INPUT_REQUIRED";
export const sameState: TaskState = TaskState.InputRequired;
// @ts-expect-error -- an unknown value
export const unknownState: TaskState = "TASK_STATE_PAUSED";
// @ts-expect-error -- the unspecified value is not part of the type
export const unspecified: TaskState = "TASK_STATE_UNSPECIFIED";
// @ts-expect-error -- the spelling of the draft
export const kebab: Role = "user";
// @ts-expect-error -- a number
export const numbered: Role = 1;
// @ts-expect-error -- a const object is not changed
TaskState.Working = "TASK_STATE_SUBMITTED";
// @ts-expect-error -- a property that it does not have
export const noSuch = TaskState.Unspecified;

same<typeof Role.User, "ROLE_USER">(true);
same<Role, "ROLE_USER" | "ROLE_AGENT">(true);
same<keyof typeof Role, "User" | "Agent">(true);

export function nameOf(role: Role): string {
  switch (role) {
    case Role.User:
      return "user";
    case "ROLE_AGENT":
      return "agent";
  }
}

export function isTerminal(given: TaskState): boolean {
  // @ts-expect-error -- a comparison with what the value cannot be
  if (given === "completed") return true;
  return given === TaskState.Completed;
}

// Codecs know their types.

same<ReturnType<typeof MessageCodec.decode>, Message>(true);
same<typeof PartCodec, Codec<Part>>(true);
export const schema: StandardSchemaV1<Part> = PartCodec;
// @ts-expect-error -- a codec of another type
export const otherSchema: StandardSchemaV1<Message> = PartCodec;
export const text: string = MessageCodec.stringify(message);
// @ts-expect-error -- no message
export const badText: string = MessageCodec.stringify({ messageId: "a" });

export function narrow(value: unknown): Part | undefined {
  return isPart(value) ? value : undefined;
}

export function result(value: unknown): string {
  const decoded = PartCodec.tryDecode(value);
  if (decoded.ok) {
    same<typeof decoded.value, Part>(true);
    return decoded.warnings.map(({ message }) => message).join();
  }
  // @ts-expect-error -- there is no value when decoding failed
  String(decoded.value);
  return decoded.issues.map(({ path, code }) => `${path} ${code}`).join();
}

// Interfaces are open to what users add to them.

export interface TrackedTask extends Task {
  readonly trackedSince: string;
}
export type TextPart = Extract<Part, { text: string }>;
export const textPart: TextPart = { text: "a" };
// @ts-expect-error -- not a text
export const urlPart: TextPart = { url: "a" };

// A handler has some of a service's methods, or all; what it has is what the service says.

export class TaskReader implements Partial<A2AService> {
  async getTask({ id }: GetTaskRequest): Promise<Task> {
    return { id, status: { state: TaskState.Working } };
  }
}
implement(A2AService, new TaskReader());
implement(A2AService, { getTask: async ({ id }) => ({ id, status: { state: "TASK_STATE_WORKING" } }) });
// @ts-expect-error -- no such method
implement(A2AService, { getTusk: async () => ({}) });
// @ts-expect-error -- no task
implement(A2AService, { getTask: async () => 1 });
// @ts-expect-error -- a stream is wanted
implement(A2AService, { subscribeToTask: async () => ({ message: undefined }) });
