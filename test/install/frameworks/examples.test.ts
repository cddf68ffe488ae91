import { FunctionTool, InMemorySessionService, LlmAgent, Runner } from "@google/adk";
import { z as genkitZod } from "genkit";
import { genkit } from "genkit/beta";
import { describe } from "vitest";
import { z } from "zod";
import { ScriptedLlm } from "./agents/adk.ts";
import { testExample } from "./example-cases.ts";
import * as adk from "./examples/adk.ts";
import * as genkitExample from "./examples/genkit.ts";
import { usage, wait } from "./script.ts";

describe("Genkit", () => {
  testExample(() => {
    return (script, run) => {
      const ai = genkit({});
      ai.defineModel(
        { apiVersion: "v2", name: "scripted" },
        async ({ messages }, { sendChunk, abortSignal }) => {
          const content = [];
          for (const piece of script.next(messages, abortSignal)) {
            if ("until" in piece) await wait(piece.until, abortSignal);
            const part =
              "text" in piece
                ? { text: piece.text }
                : "call" in piece
                  ? { toolRequest: { name: piece.name, ref: piece.call, input: piece.input } }
                  : undefined;
            if (part === undefined) continue;
            content.push(part);
            sendChunk({ content: [part] });
          }
          return { message: { role: "model", content }, finishReason: "stop", usage };
        },
      );
      const inputSchema = genkitZod.object({ city: genkitZod.string() });
      const weather = ai.defineTool(
        { name: "weather", description: "Weather", inputSchema, outputSchema: genkitZod.string() },
        async ({ city }, { interrupt, resumed }) => (resumed ? run(city) : interrupt({ city })),
      );
      return genkitExample.makeExecute(ai, "scripted", [weather]);
    };
  });
});

describe("Google ADK", () => {
  testExample(() => {
    const sessionService = new InMemorySessionService();
    return (script, run) => {
      const weather = new FunctionTool({
        name: "weather",
        description: "Weather",
        parameters: z.object({ city: z.string() }),
        requireConfirmation: true,
        execute: ({ city }) => run(city),
      });
      const agent = new LlmAgent({ name: "desk", model: new ScriptedLlm(script), tools: [weather] });
      return adk.makeExecute(new Runner({ appName: "desk", agent, sessionService }));
    };
  });
});
