import { history, type Turn } from "@a2agen/runtime/agent";
import type { Part } from "./run-event.ts";

/** What a user or the agent has said, in the two forms that all models take. */
export interface Said {
  readonly role: "user" | "agent";
  /** Of the message or artifact. */
  readonly id: string | undefined;
  readonly content: readonly Content[];
}

export type Content =
  | { readonly text: string; readonly file?: never }
  | { readonly file: SaidFile; readonly text?: never };

export interface SaidFile {
  readonly base64: string;
  readonly mediaType: string;
  readonly filename?: string;
}

/** The conversation up to a message: by default the one of the turn. */
export async function readConversation(
  turn: Turn,
  until: string = turn.message.messageId,
): Promise<readonly Said[]> {
  const all = await history(turn);
  const last = all.findIndex(({ messageId }) => messageId === until);
  return (last === -1 ? await findMessage(turn, until) : all.slice(0, last + 1))
    .map(({ role, parts, messageId, artifactId }) => ({
      role,
      id: messageId ?? artifactId,
      content: parts.flatMap(toContent),
    }))
    .filter(({ content }) => content.length > 0);
}

/** A message of the task that the history has no room for, without what was said before it. */
async function findMessage(turn: Turn, id: string): ReturnType<typeof history> {
  const own = await history(turn, { maxBytes: Number.POSITIVE_INFINITY, siblings: 0 });
  return own.filter(({ messageId }) => messageId === id);
}

/**
 * A file by its URL is its URL: what a client names is not fetched. Approvals are no part of a conversation.
 */
function toContent({
  text,
  raw,
  url,
  data,
  mediaType = "application/octet-stream",
  filename,
}: Part): readonly Content[] {
  if (text !== undefined) return text === "" ? [] : [{ text }];
  if (raw !== undefined)
    return [{ file: { base64: raw, mediaType, ...(filename !== undefined && { filename }) } }];
  if (url !== undefined) return [{ text: `${filename ?? "file"}: ${url}` }];
  const isApproval = typeof data === "object" && data !== null && "approvalId" in data;
  return isApproval ? [] : [{ text: JSON.stringify(data) }];
}

/** In place of a file that the agent made: models are given those of users only. */
export function nameFile({ filename, mediaType }: SaidFile): string {
  return `[file ${filename ?? mediaType}]`;
}
