import { executeRun, type Resumed, type RunEvent, readConversation } from "@a2agen/adapters";
import type { Execute, Turn } from "@a2agen/runtime/agent";
import type { Agent } from "@mastra/core/agent";

/** The agent's Mastra has a storage, which keeps runs that wait for approval. */
export function makeExecute(agent: Agent): Execute {
  return (turn) => executeRun(turn, {}, (resumed) => run(agent, turn, resumed));
}

async function* run(agent: Agent, turn: Turn, resumed?: Resumed): AsyncGenerator<RunEvent> {
  const { fullStream } = await start(agent, turn, resumed);
  for await (const chunk of fullStream) {
    if (chunk.type === "text-delta")
      yield { type: "text", block: chunk.payload.id, text: chunk.payload.text };
    if (chunk.type === "reasoning-delta") yield { type: "reasoning", text: chunk.payload.text };
    if (chunk.type === "step-finish") yield { type: "usage", usage: chunk.payload.output.usage };
    if (chunk.type === "error") throw chunk.payload.error;
    if (chunk.type === "tool-call-approval") {
      const { toolCallId: id, toolName: name, args: input } = chunk.payload;
      yield { type: "keep", run: chunk.runId };
      yield { type: "approval", id, name, input: { ...input } };
    }
  }
}

async function start(agent: Agent, turn: Turn, resumed?: Resumed) {
  const options = { runId: `${turn.taskId}-${turn.message.messageId}`, abortSignal: turn.signal };
  const [answer] = resumed?.answers ?? [];
  if (resumed === undefined || answer === undefined) {
    const messages = (await readConversation(turn)).map(({ role, content: parts }) => {
      const content = parts.map(({ text = "" }) => text).join("\n");
      return role === "agent"
        ? ({ role: "assistant", content } as const)
        : ({ role: "user", content } as const);
    });
    return agent.stream(messages, options);
  }
  const call = { runId: resumed.run as string, toolCallId: answer.id, abortSignal: turn.signal };
  return answer.approved ? agent.approveToolCall(call) : agent.declineToolCall(call);
}
