import type { AgentCard } from "@a2agen/a2a-1.0";
import { answerOf, type RemoteAgent, type RemoteAnswer } from "@a2agen/adapters";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";

/** A tool for each skill of an agent, to which `connect` with the option `cardCodec: AgentCardCodec` connects. */
export function toMcpServer(agent: RemoteAgent & { readonly card: AgentCard }): McpServer {
  const { name, version, skills } = agent.card;
  const server = new McpServer({ name, version });
  const inputSchema = { message: z.string(), taskId: z.string().optional() };
  for (const { id, description } of skills) {
    server.registerTool(
      id,
      { description, inputSchema },
      async (input, { signal, sendNotification, _meta }) => {
        let progress = 0;
        const tell = ({ text: message }: RemoteAnswer): void => {
          if (_meta?.progressToken === undefined) return;
          const params = { progressToken: _meta.progressToken, progress: ++progress, message };
          void sendNotification({ method: "notifications/progress", params });
        };
        let answer = await answerOf(agent, input, { signal, progress: tell });
        while (
          answer.state === "TASK_STATE_INPUT_REQUIRED" &&
          server.server.getClientCapabilities()?.elicitation
        ) {
          const message = await ask(server, answer.text);
          if (message === undefined) break;
          answer = await answerOf(
            agent,
            { message, taskId: answer.taskId ?? null },
            { signal, progress: tell },
          );
        }
        // Without elicitation, the question is the result, and the next call answers it.
        return { content: [{ type: "text" as const, text: answer.text }], _meta: { taskId: answer.taskId } };
      },
    );
  }
  return server;
}

/** What the user says to a question; undefined if that is nothing. */
async function ask(server: McpServer, message: string): Promise<string | undefined> {
  const properties = { answer: { type: "string" as const } };
  const requestedSchema = { type: "object" as const, properties, required: ["answer"] };
  const { action, content } = await server.server.elicitInput({ message, requestedSchema });
  return action === "accept" ? String(content?.["answer"]) : undefined;
}
