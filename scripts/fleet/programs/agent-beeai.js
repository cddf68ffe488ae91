import { A2AServer } from "beeai-framework/adapters/a2a/serve/server";
import { VercelChatModel } from "beeai-framework/adapters/vercel/backend/chat";
import { ReActAgent } from "beeai-framework/agents/react/agent";
import { UnconstrainedMemory } from "beeai-framework/memory/unconstrainedMemory";
import { mockModel } from "./mock-model.js";

const llm = new VercelChatModel(mockModel((text) => `Thought: I know.\nFinal Answer: ${text}`));
const agent = new ReActAgent({ llm, memory: new UnconstrainedMemory(), tools: [] });
await new A2AServer({ host: "127.0.0.1", port: Number(process.argv[2]), protocol: "jsonrpc" })
  .register(agent, { name: "work", description: "Works." })
  .serve();
