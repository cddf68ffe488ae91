import type { Execute, Turn } from "@a2agen/runtime/agent";
import { Command } from "@langchain/langgraph";
import { toOpen, toResume } from "./langgraph-interrupts.ts";
import { toInputMessages, toMessageEvents, toUpdateEvents } from "./langgraph-messages.ts";
import { RunSaver } from "./langgraph-saver.ts";
import { readConversation } from "./shared/conversation.ts";
import { executeRun, makeAgent, type Resumed } from "./shared/execute-run.ts";
import type { AgentSource, Open, RunEvent, RunOptions, ShowOptions, ToolCall } from "./shared/run-event.ts";

export { remoteTool } from "./langgraph-tool.ts";
export type {
  RemoteAgent,
  RemoteAnswer,
  RemoteClient,
  RemoteInput,
  RemoteToolOptions,
} from "./shared/call-remote.ts";
export type { AgentSource, RunOptions, ShowOptions, ToolCall };

/** A compiled graph, or an agent of `langchain`. */
export interface LangGraph {
  /** Its own checkpointer; without one, the task keeps the latest checkpoint. */
  checkpointer?: unknown;
  stream(input: never, options: never): PromiseLike<AsyncIterable<unknown>>;
}

export interface LangGraphOptions extends RunOptions {
  /** Nodes whose messages clients see. Default: all. */
  readonly nodes?: readonly string[];
  /** The input of a new run. Default: `{ messages }`, the conversation. */
  readonly input?: (turn: Turn, messages: readonly object[]) => object;
  /** What nodes find in `configurable`. */
  readonly configurable?: (turn: Turn) => object;
}

/** Serves a graph: give the result to `createAgent`. */
export function toExecute(graph: AgentSource<LangGraph>, options: LangGraphOptions = {}): Execute {
  return (turn) => executeRun(turn, options, (resumed) => runGraph(turn, graph, { ...options, resumed }));
}

async function* runGraph(
  turn: Turn,
  source: AgentSource<LangGraph>,
  { nodes, input, configurable, resumed }: LangGraphOptions & { readonly resumed: Resumed | undefined },
): AsyncGenerator<RunEvent, void, undefined> {
  const graph = await makeAgent(source, turn);
  const messages = toInputMessages(resumed === undefined ? await readConversation(turn) : []);
  const saver = new RunSaver(resumed?.run);
  const options = {
    streamMode: ["messages", "updates", "checkpoints"],
    // What is written is kept before the next step begins.
    durability: "sync",
    signal: turn.signal,
    configurable: {
      ...configurable?.(turn),
      thread_id: turn.taskId,
      ...(!graph.checkpointer && { __pregel_checkpointer: saver }),
    },
  };
  const first = resumed === undefined ? (input?.(turn, messages) ?? { messages }) : resume(resumed);
  const open: Open[] = [];
  const returned: RunEvent[] = [];
  for await (const chunk of await graph.stream(first as never, options as never)) {
    const [mode, data] = chunk as [mode: string, data: unknown];
    // Not `yield*`, which takes several promises more for each.
    if (mode === "messages") for (const event of toMessageEvents(data, nodes)) yield event;
    if (mode === "updates") {
      returned.push(...toUpdateEvents(data, nodes));
      open.push(...toOpen(data));
    }
    if (mode !== "checkpoints") continue;
    const run = await saver.toRunAt(checkpointOf(data));
    if (run !== undefined) yield { type: "keep", run };
    // What nodes have returned is shown once it is kept.
    yield* returned.splice(0);
  }
  if (open.length > 0) yield { type: "keep", run: await saver.toRun() };
  yield* returned;
  yield* open;
}

/** Null goes on from the latest checkpoint. */
function resume({ open, answers }: Resumed): Command | null {
  return open.length === 0 ? null : new Command({ resume: toResume(open, answers) });
}

function checkpointOf(data: unknown): string {
  const { config } = data as {
    readonly config?: { readonly configurable?: { readonly checkpoint_id?: string } };
  };
  return config?.configurable?.checkpoint_id ?? "";
}
