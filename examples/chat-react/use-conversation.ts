import type { Conversation, ConversationSnapshot, Conversations } from "@a2agen/conversation";
import { useEffect, useSyncExternalStore } from "react";

export interface UsedConversation {
  /** As it is; another object after each change. */
  readonly now: ConversationSnapshot;
  /** What can be done with it. */
  readonly conversation: Conversation;
  /** Begins another one, which is shown. */
  readonly begin: () => void;
}

/** The latest conversation with an agent, over reloads; undefined until what was kept has been loaded. */
export function useConversation(conversations: Conversations, agent: string): UsedConversation | undefined {
  const { subscribe, getSnapshot } = conversations;
  const { conversations: all, isLoaded } = useSyncExternalStore(subscribe, getSnapshot, getSnapshot);
  const now = all.findLast((each) => each.agent === agent);
  const isMissing = isLoaded && now === undefined;
  useEffect(() => {
    void conversations.load();
    return () => void conversations.close();
  }, [conversations]);
  useEffect(() => {
    if (isMissing) conversations.begin(agent);
  }, [conversations, agent, isMissing]);
  const conversation = now && conversations.get(now.id);
  if (now === undefined || conversation === undefined) return undefined;
  return { now, conversation, begin: () => void conversations.begin(agent) };
}
