// Compiled only: what the adapters take of the frameworks, and what frameworks take of them.

import type { A2AService, AgentCard } from "@a2agen/a2a-1.0";
import { remoteTool as aiTool, toExecute as serveAi } from "@a2agen/adapters/ai-sdk";
import { remoteTool as openAiTool, toExecute as serveOpenAi } from "@a2agen/adapters/openai-agents";
import type { Execute } from "@a2agen/runtime/agent";
import type { ClientConnection, Connection } from "@a2agen/runtime/client";
import {
  type AgentMembers,
  aiSdkTools,
  mcpTools,
  openAiTools,
  type SkillTable,
} from "@a2agen/runtime/skills";
import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { Agent, tool } from "@openai/agents";
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

/** What `connectX` of a generated client gives. */
declare const packer: AgentMembers<SkillTable, object>;
declare const server: Server;
declare const highLevel: McpServer;

new Agent6({ model: model6, tools: aiSdkTools(packer, { prefix: "packer_" }) });
new Agent7({ model: model7, tools: aiSdkTools(packer) });

const { tools, callTool } = mcpTools(packer);
server.setRequestHandler(ListToolsRequestSchema, () => ({ tools }));
server.setRequestHandler(CallToolRequestSchema, ({ params: { name, arguments: input } }, { signal }) =>
  callTool(name, input, signal),
);
for (const { name, description, inputSchema } of tools) {
  highLevel.registerTool(name, { description, inputSchema: z.fromJSONSchema(inputSchema) }, (input) =>
    callTool(name, input),
  );
}

const { call } = openAiTools(packer);
export const openAi = Object.entries(aiSdkTools(packer)).map(([name, { description, inputSchema }]) =>
  tool({
    name,
    description,
    parameters: inputSchema,
    execute: (input) => call(name, JSON.stringify(input)),
  }),
);
