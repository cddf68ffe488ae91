import {
  type AgentEvent,
  type Channel,
  channel,
  type Execute,
  textArtifact,
  working,
} from "@a2agen/runtime/agent";
import type { Client } from "@modelcontextprotocol/sdk/client/index.js";

/** An agent that calls a tool of an MCP server, and shows its progress. */
export function makeExecute(mcp: Client, name: string): Execute {
  return async function* ({ text, signal }) {
    const events = channel<AgentEvent>();
    const call = mcp.callTool({ name, arguments: { text } }, undefined, {
      signal,
      onprogress: ({ message = "" }) => void events.push(working(message)),
    });
    void finish(call, events);
    yield* events;
  };
}

async function finish(call: ReturnType<Client["callTool"]>, events: Channel<AgentEvent>): Promise<void> {
  try {
    const { content } = (await call) as { readonly content: readonly { readonly text?: string }[] };
    const text = content.map((each) => each.text ?? "").join("\n");
    await events.push(textArtifact("result", text, { lastChunk: true }));
    events.end();
  } catch (error) {
    events.fail(error);
  }
}
