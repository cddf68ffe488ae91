import type { JsonValue } from "@a2agen/runtime";
import type { Execute, Turn } from "@a2agen/runtime/agent";
import { type Agent, type AgentInputItem, RunState, type RunToolApprovalItem, run } from "@openai/agents";
import { nameFile, readConversation, type Said, type SaidFile } from "./shared/conversation.ts";
import { executeRun, makeAgent, type Resumed } from "./shared/execute-run.ts";
import type { AgentSource, RunEvent, ShowOptions, Usage } from "./shared/run-event.ts";

export { remoteTool } from "./openai-agents-tool.ts";
export type {
  RemoteAgent,
  RemoteAnswer,
  RemoteClient,
  RemoteInput,
  RemoteInputSchema,
  RemoteToolOptions,
} from "./shared/call-remote.ts";
export type { AgentSource, ShowOptions };

/** An `Agent` of `@openai/agents`, with any context and output. */
export interface OpenAiAgent {
  readonly name: string;
  readonly handoffs: readonly unknown[];
}

export interface OpenAiAgentOptions extends ShowOptions {
  /** Calls of the model in one turn. Default: that of the framework. */
  readonly maxTurns?: number;
  /** The context of the run, for the agent's tools. */
  readonly context?: (turn: Turn) => unknown;
}

/** Serves an agent of the OpenAI Agents SDK: give the result to `createAgent`. */
export function toExecute(agent: AgentSource<OpenAiAgent>, options: OpenAiAgentOptions = {}): Execute {
  return (turn) => executeRun(turn, options, (resumed) => runAgent(turn, agent, { ...options, resumed }));
}

async function* runAgent(
  turn: Turn,
  source: AgentSource<OpenAiAgent>,
  { maxTurns, context, resumed }: OpenAiAgentOptions & { readonly resumed: Resumed | undefined },
): AsyncGenerator<RunEvent, void, undefined> {
  // Of any context, which the SDK does not look into.
  const agent = (await makeAgent(source, turn)) as Agent;
  const input =
    resumed === undefined ? toItems(await readConversation(turn)) : await resumeState(agent, resumed);
  const result = await run(agent, input, {
    stream: true,
    signal: turn.signal,
    ...(maxTurns !== undefined && { maxTurns }),
    ...(context !== undefined && { context: context(turn) as undefined }),
  });
  let responses = 0;
  let hasText = false;
  for await (const each of result) {
    const event = each as StreamEvent;
    if (event.type === "raw_model_stream_event") {
      if (event.data.type === "response_started") responses++;
      hasText ||= event.data.type === "output_text_delta";
      for (const made of toModelEvents(event.data, String(responses))) yield made;
    } else if (event.type === "run_item_stream_event") {
      if (event.name === "tool_output") yield { type: "keep", run: result.state.toString() };
      yield* toItemEvents(event.name, event.item);
    }
  }
  await result.completed;
  turn.signal.throwIfAborted();
  if (result.interruptions.length === 0) {
    // Of a model that does not stream, or of a run that was interrupted after its last response.
    const { finalOutput } = result;
    if (!hasText && typeof finalOutput === "string")
      yield { type: "text", block: "", text: finalOutput, isWhole: true };
    return;
  }
  yield { type: "keep", run: result.state.toString() };
  for (const item of result.interruptions) {
    yield {
      type: "approval",
      id: callIdOf(item),
      name: item.name ?? "tool",
      input: readInput(item.arguments),
    };
  }
}

/** What is read of the SDK's events. */
type StreamEvent =
  | { readonly type: "raw_model_stream_event"; readonly data: ModelEvent }
  | { readonly type: "run_item_stream_event"; readonly name: string; readonly item: RunItem }
  | { readonly type: "agent_updated_stream_event" };

type ModelEvent =
  | { readonly type: "response_started" | "model" }
  | { readonly type: "output_text_delta"; readonly delta: string }
  | { readonly type: "response_done"; readonly response: { readonly usage: TokenUsage } };

interface TokenUsage extends Usage {
  readonly inputTokensDetails?: Readonly<Record<string, number>>;
  readonly outputTokensDetails?: Readonly<Record<string, number>>;
}

interface RunItem {
  readonly rawItem: {
    readonly callId?: string;
    readonly name?: string;
    readonly arguments?: string;
    readonly content?: readonly { readonly text?: string }[];
  };
  readonly output?: unknown;
}

function* toModelEvents(data: ModelEvent, block: string): Generator<RunEvent> {
  if (data.type === "output_text_delta") yield { type: "text", block, text: data.delta };
  if (data.type !== "response_done") return;
  const { inputTokens, outputTokens, totalTokens, inputTokensDetails, outputTokensDetails } =
    data.response.usage;
  const cachedInputTokens = inputTokensDetails?.["cached_tokens"];
  const reasoningTokens = outputTokensDetails?.["reasoning_tokens"];
  yield {
    type: "usage",
    usage: { inputTokens, outputTokens, totalTokens, cachedInputTokens, reasoningTokens },
  };
}

function* toItemEvents(name: string, { rawItem, output }: RunItem): Generator<RunEvent> {
  const { callId: id = "", name: tool = "tool", arguments: input, content = [] } = rawItem;
  if (name === "tool_called") yield { type: "call", id, name: tool, input: readInput(input) };
  if (name === "tool_output") yield { type: "result", id, name: tool, output };
  if (name === "reasoning_item_created") {
    yield { type: "reasoning", text: content.map(({ text = "" }) => text).join("\n") };
  }
}

/** The state of a run that goes on, with the answers. */
async function resumeState(
  agent: Agent,
  { run: text, answers }: Resumed,
): Promise<RunState<undefined, Agent>> {
  const state = await RunState.fromString<undefined, Agent>(agent, text as string);
  for (const item of state.getInterruptions()) {
    const answer = answers.find(({ id }) => id === callIdOf(item));
    if (answer?.approved === true) state.approve(item);
    else if (answer !== undefined)
      state.reject(item, answer.reason === undefined ? {} : { message: answer.reason });
  }
  return state;
}

function callIdOf({ rawItem }: RunToolApprovalItem): string {
  const { callId, id = "" } = rawItem as { readonly callId?: string; readonly id?: string };
  return callId ?? id;
}

/** Arguments of a call as the model wrote them. */
function readInput(text: string | undefined): JsonValue {
  try {
    return text === undefined ? {} : (JSON.parse(text) as JsonValue);
  } catch {
    return text ?? {};
  }
}

function toItems(said: readonly Said[]): AgentInputItem[] {
  return said.map(
    ({ role, content }): AgentInputItem =>
      role === "agent"
        ? {
            role: "assistant",
            status: "completed",
            content: content.map(({ text, file }) => ({ type: "output_text", text: text ?? nameFile(file) })),
          }
        : {
            role: "user",
            content: content.map(({ text, file }) =>
              file === undefined ? { type: "input_text", text } : toFile(file),
            ),
          },
  );
}

type UserContent =
  | { type: "input_text"; text: string }
  | { type: "input_image"; image: string }
  | { type: "input_file"; file: string; filename?: string };

function toFile({ base64, mediaType, filename }: SaidFile): UserContent {
  const data = `data:${mediaType};base64,${base64}`;
  if (mediaType.startsWith("image/")) return { type: "input_image", image: data };
  return { type: "input_file", file: data, ...(filename !== undefined && { filename }) };
}
