import type { JsonValue } from "@a2agen/runtime";
import type { Execute, Turn } from "@a2agen/runtime/agent";
import {
  addAnswers,
  type ModelMessage,
  StepTranscript,
  type StreamPart,
  toModelMessages,
} from "./ai-sdk-messages.ts";
import { readConversation } from "./shared/conversation.ts";
import { executeRun, makeAgent, type Resumed } from "./shared/execute-run.ts";
import type { AgentSource, RunEvent, RunOptions, ShowOptions, ToolCall } from "./shared/run-event.ts";
import { toJson } from "./shared/to-json.ts";

export { type AiSdkTool, remoteTool, type StandardJsonSchema } from "./ai-sdk-tool.ts";
export type {
  RemoteAgent,
  RemoteAnswer,
  RemoteClient,
  RemoteInput,
  RemoteToolOptions,
} from "./shared/call-remote.ts";
export type { AgentSource, RunOptions, ShowOptions, ToolCall };

/**
 * A `ToolLoopAgent` of `ai` 6 or 7, or `{ stream: (options) => streamText({ model, tools, ...options }) }`.
 */
export interface AiSdkAgent {
  stream(options: {
    messages: never[];
    abortSignal: AbortSignal;
    onError(): void;
  }): AiSdkRun | PromiseLike<AiSdkRun>;
}

/** What is read of the result of `streamText`. */
export interface AiSdkRun {
  readonly fullStream: AsyncIterable<{ readonly type: string }>;
  readonly response: PromiseLike<object>;
  readonly responseMessages?: PromiseLike<readonly object[]>;
}

/** Serves an agent of the AI SDK: give the result to `createAgent`. */
export function toExecute(agent: AgentSource<AiSdkAgent>, options: RunOptions = {}): Execute {
  return (turn) => executeRun(turn, options, (resumed) => runAgent(turn, agent, resumed));
}

async function* runAgent(
  turn: Turn,
  source: AgentSource<AiSdkAgent>,
  resumed: Resumed | undefined,
): AsyncGenerator<RunEvent, void, undefined> {
  const agent = await makeAgent(source, turn);
  const before = toModelMessages(await readConversation(turn, resumed?.first));
  const run = resumed === undefined ? [] : addAnswers(resumed.run as ModelMessage[], resumed.answers);
  const messages = [...before, ...run] as never[];
  silence(agent);
  const result = await agent.stream({ messages, abortSignal: turn.signal, onError: ignore });
  const transcript = new StepTranscript();
  const approvals: RunEvent[] = [];
  for await (const each of result.fullStream) {
    const part = each as StreamPart;
    if (transcript.add(part)) yield { type: "keep", run: [...run, ...transcript.messages()] };
    if (part.type === "error") throw part.error;
    if (part.type === "tool-approval-request") {
      const { toolName, input } = part.toolCall;
      if (part.isAutomatic === true) continue;
      approvals.push({ type: "approval", id: part.approvalId, name: toolName, input: toJson(input) });
    } else for (const event of toEvents(part)) yield event;
  }
  if (approvals.length === 0) return;
  yield { type: "keep", run: [...run, ...(await readMessages(result))] };
  yield* approvals;
}

/**
 * The SDK prints errors of models, which have prompts in them, unless somebody takes them; here they are in
 * the stream. Of 6 it takes `onError` of each call, of 7 that of the agent, whose settings are a copy of what
 * its author gave.
 */
function silence(agent: object): void {
  const { settings } = agent as { readonly settings?: { onError?: unknown } };
  if (settings !== undefined) settings.onError ??= ignore;
}

function ignore(): void {
  // Nothing is left to do.
}

function* toEvents(part: StreamPart): Generator<RunEvent> {
  switch (part.type) {
    case "text-delta":
      yield { type: "text", block: part.id, text: part.text };
      break;
    case "reasoning-delta":
      yield { type: "reasoning", text: part.text };
      break;
    case "tool-call":
      yield { type: "call", id: part.toolCallId, name: part.toolName, input: part.input };
      break;
    case "tool-result":
      if (part.preliminary === true) break;
      yield { type: "result", id: part.toolCallId, name: part.toolName, output: part.output };
      break;
    case "tool-error":
      yield { type: "tool-error", id: part.toolCallId, name: part.toolName, error: part.error };
      break;
    case "file":
      yield { type: "file", file: { bytes: part.file.uint8Array, mediaType: part.file.mediaType } };
      break;
    case "finish-step": {
      const { inputTokens, outputTokens, totalTokens, inputTokenDetails, outputTokenDetails } = part.usage;
      const cachedInputTokens = inputTokenDetails?.cacheReadTokens;
      const reasoningTokens = outputTokenDetails?.reasoningTokens;
      const usage = { inputTokens, outputTokens, totalTokens, cachedInputTokens, reasoningTokens };
      yield { type: "usage", usage };
      break;
    }
    default:
      break;
  }
}

/** What a run has added to the conversation: in `ai` 7 of the result, in 6 of its response. */
async function readMessages({ response, responseMessages }: AiSdkRun): Promise<readonly JsonValue[]> {
  const { messages = [] } = (await response) as { readonly messages?: readonly unknown[] };
  return toJson((await responseMessages) ?? messages) as JsonValue[];
}
