export type { Approval } from "@a2agen/runtime/client";
export { Conversation, type ConversationOptions, type SendOptions } from "./conversation.ts";
export { Conversations, type ConversationsOptions, type ConversationsSnapshot } from "./conversations.ts";
export { type ConversationFile, filesIn } from "./entries.ts";
export type { Schedule } from "./publisher.ts";
export type { Sendable } from "./sendable.ts";
export type {
  AgentClient,
  AgentSource,
  ConversationSnapshot,
  ConversationStorage,
  Entry,
  Message,
  MessageEntry,
  NoteEntry,
  Part,
  SavedConversation,
  SendRequest,
  Task,
  TaskEntry,
} from "./types.ts";
export { type WebStorage, type WebStorageOptions, webStorage } from "./web-storage.ts";
