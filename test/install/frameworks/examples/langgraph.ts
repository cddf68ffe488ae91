import { type RemoteAgent, remoteTool, toExecute } from "@a2agen/adapters/langgraph";
import type { Execute } from "@a2agen/runtime/agent";
import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { tool } from "@langchain/core/tools";
import { interrupt, MessagesAnnotation, StateGraph } from "@langchain/langgraph";
import { ToolNode, toolsCondition } from "@langchain/langgraph/prebuilt";
import { z } from "zod";

export function makeExecute(model: BaseChatModel, weather: RemoteAgent): Execute {
  const book = tool(
    async ({ city }) => {
      const { approved } = interrupt<object, { approved: boolean }>({ name: "book", input: { city } });
      return approved ? { booked: city } : "refused";
    },
    { name: "book", description: "Books a train", schema: z.object({ city: z.string() }) },
  );
  const tools = [book, remoteTool(weather, { name: "weather" })];
  const graph = new StateGraph(MessagesAnnotation)
    .addNode("agent", async ({ messages }) => ({
      messages: [await (model.bindTools?.(tools) ?? model).invoke(messages)],
    }))
    .addNode("tools", new ToolNode(tools))
    .addEdge("__start__", "agent")
    .addConditionalEdges("agent", toolsCondition)
    .addEdge("tools", "agent")
    .compile(); // with a checkpointer, the graph keeps its own threads
  return toExecute(graph, { showTools: true });
}
