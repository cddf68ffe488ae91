import { approvalsIn } from "@a2agen/runtime/client";
import type { ConversationSnapshot, Entry, Message, MessageEntry, Part, TaskEntry } from "./types.ts";

/**
 * Entries with one more, the latest `limit` of them, or with another one in the place of one with its key.
 */
export function addEntry(entries: readonly Entry[], entry: Entry, limit: number): readonly Entry[] {
  if (entries.some(({ key }) => key === entry.key)) return changeEntry(entries, entry.key, entry);
  return [...entries.slice(entries.length >= limit ? 1 - limit : 0), entry];
}

/** Entries with some changes to the one with this key, which is not moved; they are of its kind. */
export function changeEntry(
  entries: readonly Entry[],
  key: string,
  change: Entry | Partial<TaskEntry> | Partial<MessageEntry>,
): readonly Entry[] {
  return entries.map((entry) => (entry.key === key ? ({ ...entry, ...change } as Entry) : entry));
}

/** Entries with a task's question where it was asked, before its answer; the task follows the answer. */
export function answerEntry(entries: readonly Entry[], { key, task }: TaskEntry): readonly Entry[] {
  const { message } = task.status;
  const asked: Entry[] =
    message === undefined || entries.some((entry) => entry.key === message.messageId)
      ? []
      : [{ kind: "agent", key: message.messageId, message, delivery: "sent" }];
  return entries.flatMap((entry) => (entry.key === key ? asked : [entry]));
}

export function findTask(entries: readonly Entry[], id: string): TaskEntry | undefined {
  return entries.find((entry): entry is TaskEntry => entry.kind === "task" && entry.key === id);
}

/** Entries as they are after a reload: nothing is under way. */
export function reloadEntries(entries: readonly Entry[]): readonly Entry[] {
  return entries.map((entry) => {
    if (entry.kind === "task") return { ...entry, isFollowed: false };
    return entry.kind === "user" && entry.delivery === "sending" ? { ...entry, delivery: "failed" } : entry;
  });
}

/**
 * An entry as it is kept: what a message is sent with only while it may be sent once more, and never a
 * webhook, which comes with secrets.
 */
export function keepEntry(entry: Entry): Entry {
  if (entry.kind !== "user" || entry.options === undefined) return entry;
  const { options, ...rest } = entry;
  if (entry.delivery === "sent") return rest;
  const { configuration } = options;
  if (configuration?.taskPushNotificationConfig === undefined) return entry;
  const kept = { ...configuration, taskPushNotificationConfig: { url: "" } };
  return { ...rest, options: { ...options, configuration: kept } };
}

/** What of a message was left out when it was kept. */
export function lackOf({ message, options }: MessageEntry): "file" | "webhook" | undefined {
  if (message.parts.some(({ raw }) => raw === "")) return "file";
  return options?.configuration?.taskPushNotificationConfig?.url === "" ? "webhook" : undefined;
}

/** An answer that is a message. */
export function messageOf(event: object): Message | undefined {
  return "message" in event ? (event.message as Message | undefined) : undefined;
}

/** What a waiting task asks; the same objects while it asks the same. */
export function askedBy(current: TaskEntry | undefined, before: Asked = nothingAsked): Asked {
  const question = current?.phase === "waiting" ? current.task.status.message : undefined;
  if (question === before.question) return { question, approvals: before.approvals };
  return { question, approvals: approvalsIn({ message: question }) };
}

type Asked = Pick<ConversationSnapshot, "question" | "approvals">;

const nothingAsked: Asked = { question: undefined, approvals: [] };

/** A title from what is said first. */
export function titleOf(parts: readonly Part[]): string {
  const text = parts.flatMap((part) => part.text ?? part.filename ?? []).join(" ");
  return text.length > 40 ? `${text.slice(0, 40)}…` : text === "" ? "Data" : text;
}

/** A file in a conversation. */
export interface ConversationFile {
  readonly part: Part;
  /** Of the entry that has it. */
  readonly key: string;
}

/** The files of a conversation, those of artifacts included, in the order of its entries. */
export function filesIn({ entries }: Pick<ConversationSnapshot, "entries">): readonly ConversationFile[] {
  return entries.flatMap((entry) =>
    partsOf(entry)
      .filter(({ raw, url }) => raw !== undefined || url !== undefined)
      .map((part) => ({ part, key: entry.key })),
  );
}

function partsOf(entry: Entry): readonly Part[] {
  if (entry.kind === "task") {
    const { status, artifacts = [] } = entry.task;
    return [...(status.message?.parts ?? []), ...artifacts.flatMap(({ parts }) => parts)];
  }
  return "message" in entry ? entry.message.parts : [];
}
