import { Mastra } from "@mastra/core";
import { Agent } from "@mastra/core/agent";
import { InMemoryStore } from "@mastra/core/storage";
import { createTool } from "@mastra/core/tools";
import { describe } from "vitest";
import { z } from "zod";
import { scriptedModel } from "./agents/ai-sdk.ts";
import { testExample } from "./example-cases.ts";
import { makeExecute } from "./examples/mastra.ts";

describe("Mastra", () => {
  testExample(() => {
    const storage = new InMemoryStore();
    return (script, run) => {
      const weather = createTool({
        id: "weather",
        description: "Weather",
        inputSchema: z.object({ city: z.string() }),
        requireApproval: true,
        execute: async ({ city }) => run(city),
      });
      const model = scriptedModel(script);
      const agent = new Agent({
        id: "desk",
        name: "Desk",
        instructions: "You are a desk.",
        model,
        tools: { weather },
      });
      const mastra = new Mastra({ agents: { desk: agent }, storage, logger: false });
      return makeExecute(mastra.getAgent("desk"));
    };
  });
});
