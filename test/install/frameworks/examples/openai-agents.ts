import { type RemoteAgent, remoteTool, toExecute } from "@a2agen/adapters/openai-agents";
import type { Execute } from "@a2agen/runtime/agent";
import { Agent, type Model, tool } from "@openai/agents";
import { z } from "zod";

export function makeExecute(model: Model | string, weather: RemoteAgent): Execute {
  const book = tool({
    name: "book",
    description: "Books a train",
    parameters: z.object({ city: z.string() }),
    needsApproval: true,
    execute: async ({ city }) => ({ booked: city }),
  });
  const agent = new Agent({
    name: "Trains",
    model,
    instructions: "You book trains.",
    tools: [book, remoteTool(weather, { name: "weather" })],
  });
  return toExecute(agent, { showTools: true });
}
