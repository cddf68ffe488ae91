import { remoteTool, toExecute } from "@a2agen/adapters/langgraph";
import type { CallbackManagerForLLMRun } from "@langchain/core/callbacks/manager";
import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessageChunk, type BaseMessage } from "@langchain/core/messages";
import { ChatGenerationChunk, type ChatResult } from "@langchain/core/outputs";
import { tool } from "@langchain/core/tools";
import { interrupt, MessagesAnnotation, StateGraph } from "@langchain/langgraph";
import { ToolNode, toolsCondition } from "@langchain/langgraph/prebuilt";
import { z } from "zod";
import { later, type Piece, type Script, usage, wait } from "../script.ts";
import type { MakeExecute, Setup } from "./setup.ts";

export const makeExecute: MakeExecute = (script, setup) => toExecute(makeGraph(script, setup), setup);

/** What the framework gives by itself. */
export function streamAlone(script: Script): Promise<AsyncIterable<unknown>> {
  const messages = [{ role: "user", content: "Go" }];
  return makeGraph(script, {}).stream({ messages }, { streamMode: ["messages", "updates"] });
}

function makeGraph(script: Script, { tools = {}, remote }: Setup) {
  const own = Object.entries(tools).map(([name, { needsApproval = false, run }]) =>
    tool(
      async (input) => {
        const answer = needsApproval ? interrupt<object, Decision>({ name, input }) : { approved: true };
        return answer.approved ? run(input) : `refused: ${answer.reason ?? ""}`;
      },
      { name, description: name, schema: z.object({ city: z.string() }) },
    ),
  );
  const all = [...own, ...(remote === undefined ? [] : [remoteTool(remote, { name: "remote" })])];
  const model = new ScriptedModel(script);
  return new StateGraph(MessagesAnnotation)
    .addNode("agent", async ({ messages }) => ({ messages: [await model.invoke(messages)] }))
    .addNode("tools", new ToolNode(all))
    .addEdge("__start__", "agent")
    .addConditionalEdges("agent", toolsCondition)
    .addEdge("tools", "agent")
    .compile();
}

interface Decision {
  readonly approved: boolean;
  readonly reason?: string;
}

export class ScriptedModel extends BaseChatModel {
  readonly #script: Script;

  constructor(script: Script) {
    super({});
    this.#script = script;
  }

  override _llmType(): string {
    return "scripted";
  }

  override _generate(): Promise<ChatResult> {
    return Promise.reject(new Error("expected a stream"));
  }

  override async *_streamResponseChunks(
    messages: BaseMessage[],
    { signal }: this["ParsedCallOptions"],
    manager?: CallbackManagerForLLMRun,
  ): AsyncGenerator<ChatGenerationChunk> {
    const prompt = messages.map((message) => message.toDict());
    for await (const message of toChunks(this.#script.next(prompt, signal), signal)) {
      const text = typeof message.content === "string" ? message.content : "";
      yield new ChatGenerationChunk({ message, text });
      await manager?.handleLLMNewToken(text, undefined, undefined, undefined, undefined, {
        chunk: new ChatGenerationChunk({ message, text }),
      });
    }
  }
}

async function* toChunks(
  pieces: readonly Piece[],
  signal: AbortSignal | undefined,
): AsyncGenerator<AIMessageChunk> {
  let calls = 0;
  for (const piece of pieces) {
    if ("text" in piece) yield new AIMessageChunk({ content: piece.text });
    else if ("reasoning" in piece) {
      yield new AIMessageChunk({ content: [{ type: "reasoning", reasoning: piece.reasoning, index: 0 }] });
    } else if ("until" in piece) await wait(piece.until, signal);
    else if ("later" in piece) await later();
    else if ("error" in piece) throw piece.error;
    else if ("call" in piece) {
      const { call: id, name, input } = piece;
      const args = JSON.stringify(input);
      yield new AIMessageChunk({
        content: "",
        tool_call_chunks: [{ id, name, args, index: calls++, type: "tool_call_chunk" }],
      });
    }
  }
  const { inputTokens, outputTokens, totalTokens } = usage;
  const used = { input_tokens: inputTokens, output_tokens: outputTokens, total_tokens: totalTokens };
  yield Object.assign(new AIMessageChunk({ content: "" }), { usage_metadata: used });
}
