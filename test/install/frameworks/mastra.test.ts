import { approvalIn, askApproval, textArtifact } from "@a2agen/runtime/agent";
import { Mastra } from "@mastra/core";
import { A2AAgent } from "@mastra/core/a2a";
import { Agent } from "@mastra/core/agent";
import { InMemoryStore } from "@mastra/core/storage";
import { createTool } from "@mastra/core/tools";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { scriptedModel } from "./agents/ai-sdk.ts";
import { testExample } from "./example-cases.ts";
import { makeExecute } from "./examples/mastra.ts";
import { serve } from "./serve.ts";

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

  test.each(["0.3", "1.0"] as const)(
    "its client of remote agents gets text, and answers an approval: %s",
    async (protocolVersion) => {
      const remote = await serve(async function* (turn) {
        const answer = approvalIn(turn);
        if (answer === undefined) {
          yield askApproval({ id: "a-1", name: "book", input: { city: "Graz" }, text: "Book it?" });
          return;
        }
        yield textArtifact("answer", answer.approved ? "Booked " : "Not booked ");
        yield textArtifact("answer", "Graz.", { append: true, lastChunk: true });
      });
      const agent = new A2AAgent({ url: remote.url, protocolVersion });
      const asked = await agent.generate("To Graz");
      expect([asked.text, asked.finishReason]).toEqual(["Book it?", "suspended"]);
      const ended = await agent.resumeGenerate("yes", { runId: asked.runId ?? "" });
      expect(ended.text).toBe("Booked Graz.");
      expect(ended.task?.id).toBe(asked.task?.id);
      expect(remote.errors).toEqual([]);
    },
  );
});
