// Compiled only: what the adapters take of the frameworks, and what frameworks take of them.

import type { A2AService, AgentCard } from "@a2agen/a2a-1.0";
import { remoteTool as aiTool, toExecute as serveAi } from "@a2agen/adapters/ai-sdk";
import { remoteTool as openAiTool, toExecute as serveOpenAi } from "@a2agen/adapters/openai-agents";
import type { Execute } from "@a2agen/runtime/agent";
import type { ClientConnection, Connection } from "@a2agen/runtime/client";
import { Agent } from "@openai/agents";
import { ToolLoopAgent as Agent6, type LanguageModel as Model6, streamText } from "ai";
import { ToolLoopAgent as Agent7, type LanguageModel as Model7 } from "ai-7";
import { z } from "zod";

declare const connection: Connection<A2AService, AgentCard>;
/** What `connect(A2AServiceClient, url, { bindings })` gives. */
declare const plain: ClientConnection<A2AService, object>;
declare const model6: Model6;
declare const model7: Model7;

export const agents: readonly Execute[] = [
  serveAi(new Agent6({ model: model6, tools: { remote: aiTool(connection) } })),
  serveAi(new Agent7({ model: model7, tools: { remote: aiTool(plain) } }), { showTools: true }),
  serveAi({ stream: (options) => streamText({ model: model6, ...options }) }),
  serveAi(async ({ call }) => new Agent7({ model: model7, instructions: call.binding })),
  serveOpenAi(new Agent({ name: "plain", tools: [openAiTool(connection), openAiTool(plain)] })),
  serveOpenAi(
    new Agent<{ user: string }, z.ZodObject>({ name: "typed", outputType: z.object({ city: z.string() }) }),
    {
      context: ({ call }) => ({ user: call.binding }),
    },
  ),
];
