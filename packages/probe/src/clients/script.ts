import type { Message, SendMessageResponse, StreamResponse, Task } from "@a2agen/a2a-1.0";
import { trailing } from "@a2agen/generators/cases/write-proto.ts";
import type { Json } from "./behaviour.ts";

/** The text that a client shows when it has understood an answer, and one that it has to refuse. */
export const shown = "reply-7f3a";
export const poison = "wrong-91c2";

const ids = { id: "task-7f3a", contextId: "context-7f3a" };
const timestamp = "2026-11-23T06:00:00.123Z";

export function message(text: string = shown): Message {
  return { messageId: "message-7f3a", contextId: ids.contextId, role: "ROLE_AGENT", parts: [{ text }] };
}

export function task(state: Task["status"]["state"] = "TASK_STATE_COMPLETED", text: string = shown): Task {
  return {
    ...ids,
    status: { state, timestamp },
    artifacts: [{ artifactId: "artifact-1", parts: [{ text }] }],
  };
}

export const messageAnswer: SendMessageResponse = { message: message() };
export const taskAnswer: SendMessageResponse = { task: task() };

const begun: StreamResponse = { task: { ...ids, status: { state: "TASK_STATE_WORKING", timestamp } } };
const completed: StreamResponse = {
  statusUpdate: {
    taskId: ids.id,
    contextId: ids.contextId,
    status: { state: "TASK_STATE_COMPLETED", timestamp },
  },
};

/** The events of a stream, one after the other. */
export const events = {
  begun,
  artifact: (text: string, { append = false, lastChunk = true, taskId = ids.id } = {}): StreamResponse => ({
    artifactUpdate: {
      taskId,
      contextId: ids.contextId,
      artifact: { artifactId: "artifact-1", parts: [{ text }] },
      append,
      lastChunk,
    },
  }),
  completed,
};

/** A stream as it has to be: its text comes in two pieces. */
export const rightStream: readonly StreamResponse[] = [
  events.begun,
  events.artifact(shown.slice(0, 5), { lastChunk: false }),
  events.artifact(shown.slice(5), { append: true }),
  events.completed,
];

/** A message of another client of the task, which is an event of later versions. */
export const messageUpdate: object = {
  messageUpdate: {
    taskId: ids.id,
    contextId: ids.contextId,
    message: { ...message("of another client"), role: "ROLE_USER" },
  },
};

/** A field with the number 9999, and a text. */
export const unknownBytes = Uint8Array.of(0xfa, 0xf0, 0x04, 0x05, 0x6c, 0x61, 0x74, 0x65, 0x72);

/** Adds fields of a later version, to a message and to all inside of it. */
export function addUnknownFields(value: unknown): unknown {
  if (Array.isArray(value)) return (value as unknown[]).map(addUnknownFields);
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).map(([key, each]) => [key, addUnknownFields(each)]);
  return {
    ...(Object.fromEntries(fields) as Json),
    fieldOfALaterVersion: { deep: [1, null, { a: "b" }] },
    [trailing]: unknownBytes,
  };
}

/** Replaces each field of a name. */
export function replaceFields(value: unknown, name: string, make: (before: unknown) => unknown): unknown {
  if (Array.isArray(value)) return (value as unknown[]).map((each) => replaceFields(each, name, make));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, each]) => {
      const own = key === name ? make(each) : replaceFields(each, name, make);
      return own === undefined ? [] : [[key, own]];
    }),
  );
}

/** Adds a field to each object that has a field of a name. */
export function addBeside(value: unknown, name: string, fields: object): unknown {
  if (Array.isArray(value)) return (value as unknown[]).map((each) => addBeside(each, name, fields));
  if (typeof value !== "object" || value === null) return value;
  const own = Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, addBeside(each, name, fields)]),
  );
  return name in value ? { ...own, ...fields } : own;
}

export const page = "<!doctype html><title>Sign in</title><p>Please sign in.";
