import { type RemoteAgent, remoteTool, toExecute } from "@a2agen/adapters/ai-sdk";
import type { Execute } from "@a2agen/runtime/agent";
import { type LanguageModel, ToolLoopAgent, tool } from "ai";
import { z } from "zod";

export function makeExecute(model: LanguageModel, weather: RemoteAgent): Execute {
  const agent = new ToolLoopAgent({
    model, // openai("gpt-5") of @ai-sdk/openai, and so on
    instructions: "You book trains.",
    tools: {
      book: tool({
        description: "Books a train",
        inputSchema: z.object({ city: z.string() }),
        needsApproval: true, // `ai` 7: toolApproval: { book: "user-approval" } of the agent
        execute: async ({ city }) => ({ booked: city }),
      }),
      weather: remoteTool(weather), // what `connect` gives
    },
  });
  return toExecute(agent, { showTools: true });
}
