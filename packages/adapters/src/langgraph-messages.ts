import { fromBase64 } from "./shared/base64.ts";
import { nameFile, type Said } from "./shared/conversation.ts";
import type { RunEvent } from "./shared/run-event.ts";

/** What is read of a message of LangChain, whole or a chunk. */
interface ChatMessage {
  readonly id?: string;
  readonly type: string;
  readonly text?: string;
  readonly content: unknown;
  readonly tool_calls?: readonly { readonly id?: string; readonly name: string; readonly args: unknown }[];
  readonly tool_call_id?: string;
  readonly name?: string;
  readonly status?: string;
  readonly usage_metadata?: {
    readonly input_tokens?: number;
    readonly output_tokens?: number;
    readonly total_tokens?: number;
    readonly input_token_details?: { readonly cache_read?: number };
    readonly output_token_details?: { readonly reasoning?: number };
  };
}

interface Block {
  readonly type: string;
  readonly reasoning?: string;
  readonly thinking?: string;
  readonly mimeType?: string;
  readonly data?: unknown;
}

type Nodes = readonly string[] | undefined;

/** A message or piece of one, as a model makes it. */
export function* toMessageEvents(data: unknown, nodes: Nodes): Generator<RunEvent> {
  const [message, { langgraph_node: node = "" }] = data as [
    ChatMessage,
    { readonly langgraph_node?: string },
  ];
  if (message.type !== "ai") return;
  if (nodes?.includes(node) !== false) {
    for (const block of Array.isArray(message.content) ? (message.content as Block[]) : [])
      yield* toBlockEvents(block);
    const { id, text } = message;
    if (text) yield { type: "text", block: id ?? node, text, isUnique: id !== undefined };
  }
  const used = message.usage_metadata;
  if (used === undefined) return;
  yield {
    type: "usage",
    usage: {
      inputTokens: used.input_tokens,
      outputTokens: used.output_tokens,
      totalTokens: used.total_tokens,
      cachedInputTokens: used.input_token_details?.cache_read,
      reasoningTokens: used.output_token_details?.reasoning,
    },
  };
}

function* toBlockEvents({
  type,
  reasoning,
  thinking,
  mimeType: mediaType,
  data,
}: Block): Generator<RunEvent> {
  const thought = type === "reasoning" ? reasoning : type === "thinking" ? thinking : undefined;
  if (thought !== undefined) yield { type: "reasoning", text: thought };
  if (!["image", "file", "audio", "video"].includes(type) || typeof data !== "string") return;
  yield { type: "file", file: { bytes: fromBase64(data), ...(mediaType !== undefined && { mediaType }) } };
}

/** Calls of tools and their results, of what the nodes of a step have returned. */
export function* toUpdateEvents(data: unknown, nodes: Nodes): Generator<RunEvent> {
  for (const [node, update] of Object.entries(data ?? {}) as [
    string,
    { readonly messages?: unknown } | null,
  ][]) {
    if (nodes?.includes(node) === false) continue;
    const messages = [update?.messages ?? []].flat() as Partial<ChatMessage>[];
    for (const { type, tool_calls = [], tool_call_id = "", name = "tool", content, status } of messages) {
      for (const { id = "", name, args } of tool_calls) yield { type: "call", id, name, input: args };
      if (type !== "tool") continue;
      if (status === "error") yield { type: "tool-error", id: tool_call_id, name, error: toError(content) };
      else yield { type: "result", id: tool_call_id, name, output: readContent(content) };
    }
  }
}

/** Of the error, the graph keeps what the model reads. */
function toError(content: unknown): Error {
  const text = typeof content === "string" ? content : JSON.stringify(content);
  return new Error(text.replace(/^Error: /, "").replace(/\n Please fix your mistakes\.$/, ""));
}

/** Results are texts for the model, most of them JSON. */
function readContent(content: unknown): unknown {
  if (typeof content !== "string") return content;
  try {
    return JSON.parse(content) as unknown;
  } catch {
    return content;
  }
}

/** The messages of a conversation, as reducers of messages take them. */
export function toInputMessages(said: readonly Said[]): readonly object[] {
  return said.map(({ role, content, id }) => ({
    ...(id !== undefined && { id }),
    role: role === "agent" ? "assistant" : "user",
    content: content.map(({ text, file }) => {
      if (file === undefined) return { type: "text", text };
      if (role === "agent") return { type: "text", text: nameFile(file) };
      const { base64: data, mediaType: mimeType, filename } = file;
      const type = mimeType.startsWith("image/") ? "image" : "file";
      return { type, mimeType, data, ...(filename !== undefined && { metadata: { filename } }) };
    }),
  }));
}
