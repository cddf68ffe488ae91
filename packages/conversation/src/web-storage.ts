import type { ConversationStorage, Entry, Message, Part, SavedConversation } from "./types.ts";

/** `localStorage` and its like. */
export interface WebStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

export interface WebStorageOptions {
  /** Default: "a2agen.conversations". */
  readonly key?: string;
  /** Bytes of a file, in base64, that are kept. Of others only the name is: `retry` fails. Default: 32 kB. */
  readonly fileBytes?: number;
}

/** Keeps conversations in `localStorage`, `sessionStorage`, or anything with their methods. */
export function webStorage(
  storage: WebStorage,
  { key = "a2agen.conversations", fileBytes = 32_768 }: WebStorageOptions = {},
): ConversationStorage {
  return {
    load() {
      const text = storage.getItem(key);
      // Written by `save`, below.
      return text === null ? undefined : (JSON.parse(text) as readonly SavedConversation[]);
    },
    save(conversations) {
      const trim = (part: Part): Part =>
        part.raw !== undefined && part.raw.length > fileBytes ? { ...part, raw: "" } : part;
      const slim = conversations.map((each) => ({
        ...each,
        entries: each.entries.map((entry) => trimEntry(entry, trim)),
      }));
      storage.setItem(key, JSON.stringify(slim));
    },
  };
}

function trimEntry(entry: Entry, trim: (part: Part) => Part): Entry {
  if ("text" in entry) return entry;
  const trimMessage = (message: Message): Message => ({ ...message, parts: message.parts.map(trim) });
  if (entry.kind !== "task") return { ...entry, message: trimMessage(entry.message) };
  const { status, artifacts, history, ...rest } = entry.task;
  return {
    ...entry,
    task: {
      ...rest,
      status: { ...status, ...(status.message && { message: trimMessage(status.message) }) },
      ...(artifacts && { artifacts: artifacts.map((each) => ({ ...each, parts: each.parts.map(trim) })) }),
      ...(history && { history: history.map(trimMessage) }),
    },
  };
}
