import { type Codec, formatIssue } from "../../core/index.ts";
import { copyMeasured, type Measured } from "../../core/measure.ts";
import { isObject } from "../../core/object.ts";
import type { Reply } from "../contract/execute.ts";
import type { TaskEntry } from "../contract/task-entry.ts";
import { statusTime } from "../core/status-time.ts";
import {
  type Message,
  Role,
  type StreamResponse,
  type TaskState,
  type TaskStatus,
} from "../generated/lf/a2a/v1/a2a_types.ts";

/** The task of an entry. */
export interface EntryPlace {
  readonly taskId: string;
  readonly contextId: string;
  /** No status has an earlier time. */
  readonly least?: string | undefined;
  /** The status of the task, which metadata come with. */
  readonly status?: TaskStatus | undefined;
}

/** Checks the values of an author. */
export interface EntryCheck {
  readonly codec: Codec<StreamResponse>;
  /** UTF-16 code units that a value may have as JSON. */
  readonly size: number;
}

/** The author broke the rules of `execute`; the message is for the author only. */
export class AuthorError extends Error {
  override readonly name = "AuthorError";
}

/** Makes the entry of an event: a copy, as authors may change it. Throws an AuthorError or SizeError. */
export function toEntry(
  event: unknown,
  place: EntryPlace,
  { codec, size }: EntryCheck,
): Measured<EventEntry> {
  const found = readEvent(event);
  checkPlace(found, place, "an event");
  const measured = copyMeasured<{ readonly statusUpdate?: unknown }>(toUpdate(found, place), size);
  checkEvent(measured.value, codec);
  const value = isMetadataAlone(found) ? { metadataUpdate: measured.value.statusUpdate } : measured.value;
  // The codec says that it is one.
  return { value, size: measured.size } as Measured<EventEntry>;
}

export type EventEntry = Extract<
  TaskEntry,
  { statusUpdate: unknown } | { artifactUpdate: unknown } | { metadataUpdate: unknown }
>;

/** A status set by the agent kit itself. */
export function statusEntry(
  place: EntryPlace,
  state: TaskState,
  { text, least = place.least }: { readonly text?: string; readonly least?: string | undefined } = {},
): EventEntry {
  const { taskId, contextId } = place;
  const status: TaskStatus = {
    state,
    ...(text !== undefined && { message: toMessage(text, place) }),
    timestamp: statusTime(least),
  };
  return { statusUpdate: { taskId, contextId, status } };
}

/** Completes a reply to a message of the agent. */
export function toMessage(reply: Reply, { taskId, contextId }: Partial<EntryPlace>): Message {
  const given: Exclude<Reply, string> = typeof reply === "string" ? { parts: [{ text: reply }] } : reply;
  const { messageId, parts, metadata, extensions, referenceTaskIds, role } = given;
  checkPlace(given, { taskId, contextId }, "a message");
  return {
    messageId: messageId ?? crypto.randomUUID(),
    ...(contextId !== undefined && { contextId }),
    ...(taskId !== undefined && { taskId }),
    role: role ?? Role.Agent,
    parts,
    ...(metadata !== undefined && { metadata }),
    ...(extensions !== undefined && { extensions }),
    ...(referenceTaskIds !== undefined && { referenceTaskIds }),
  };
}

/** Copies and checks a reply. Throws an AuthorError or a SizeError. */
export function toReply(
  reply: unknown,
  place: Partial<EntryPlace>,
  { codec, size: most }: EntryCheck,
): Measured<Message> {
  if (typeof reply !== "string" && !(isObject(reply) && "parts" in reply)) {
    throw new AuthorError("execute: expected a reply (a text, or an object with parts) or an async iterable");
  }
  const { value, size } = copyMeasured({ message: toMessage(reply as Reply, place) }, most);
  checkRole(value.message);
  checkEvent(value, codec);
  return { value: value.message, size };
}

interface FoundEvent {
  readonly status?: unknown;
  readonly artifact?: unknown;
  readonly append?: unknown;
  readonly lastChunk?: unknown;
  readonly metadata?: unknown;
  readonly taskId?: unknown;
  readonly contextId?: unknown;
}

function readEvent(event: unknown): FoundEvent {
  if (isObject(event)) {
    const { status, artifact } = event as FoundEvent;
    if ((status === undefined) !== (artifact === undefined) || isMetadataAlone(event)) return event;
  }
  throw new AuthorError(
    "execute: expected events with a status, an artifact, or metadata alone, found something else",
  );
}

function isMetadataAlone({ status, artifact, metadata }: FoundEvent): boolean {
  return status === undefined && artifact === undefined && isObject(metadata);
}

function toUpdate(event: FoundEvent, place: EntryPlace): object {
  if (event.artifact !== undefined) return toArtifactUpdate(event, place);
  if (event.status !== undefined) return toStatusUpdate(event, place);
  const { taskId, contextId, status } = place;
  return { statusUpdate: { taskId, contextId, status, metadata: event.metadata } };
}

function toStatusUpdate(event: FoundEvent, { taskId, contextId, least }: EntryPlace): object {
  const { state, message } = event.status as { readonly state?: unknown; readonly message?: Reply };
  const { metadata } = event;
  const filled = message === undefined ? undefined : toMessage(message, { taskId, contextId });
  if (filled !== undefined) checkRole(filled);
  // In the order of the proto, so that the codec sends it unchanged.
  return {
    statusUpdate: {
      taskId,
      contextId,
      status: { state, message: filled, timestamp: statusTime(least) },
      metadata,
    },
  };
}

function toArtifactUpdate(event: FoundEvent, { taskId, contextId }: EntryPlace): object {
  const { artifact, append, lastChunk, metadata } = event;
  return {
    artifactUpdate: {
      taskId,
      contextId,
      artifact,
      append: append === false ? undefined : append,
      lastChunk: lastChunk === false ? undefined : lastChunk,
      metadata,
    },
  };
}

function checkPlace(
  given: { readonly taskId?: unknown; readonly contextId?: unknown },
  { taskId, contextId }: { readonly taskId: string | undefined; readonly contextId: string | undefined },
  what: string,
): void {
  const isOther =
    (given.taskId !== undefined && taskId !== undefined && given.taskId !== taskId) ||
    (given.contextId !== undefined && contextId !== undefined && given.contextId !== contextId);
  if (isOther) {
    throw new AuthorError(`execute: ${what} of the author names another task or context than its own`);
  }
}

function checkRole({ role }: Message): void {
  if (role !== Role.Agent)
    throw new AuthorError("execute: a message of the agent has the role of its client");
}

function checkEvent(value: unknown, codec: Codec<StreamResponse>): void {
  if (codec.is(value)) return;
  // Decoding brings accepted spellings into the declared one.
  const result = codec.tryDecode(value);
  if (result.ok) return;
  const [first] = result.issues;
  throw new AuthorError(
    `execute: its event or reply does not match the protocol${first === undefined ? "" : `: ${formatIssue(first)}`}`,
  );
}
