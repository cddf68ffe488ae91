import type { AgentCard } from "@a2agen/a2a-1.0-draft";
import { type Execute, inputRequired, textArtifact, working } from "@a2agen/translate/draft-agent";

export const card: AgentCard = {
  name: "Greeter",
  description: "Greets by name.",
  version: "1.0.0",
  protocolVersion: "1.0",
  supportedInterfaces: [
    { url: "http://localhost:4000/a2a", protocolBinding: "JSONRPC" },
    { url: "http://localhost:4000", protocolBinding: "HTTP+JSON" },
  ],
  capabilities: { streaming: true, pushNotifications: true },
  defaultInputModes: ["text/plain"],
  defaultOutputModes: ["text/plain"],
  skills: [{ id: "greet", name: "Greet", description: "Greets by name.", tags: ["test"] }],
};

export const execute: Execute = async function* ({ text, task }) {
  if (task === undefined) {
    yield inputRequired("What is your name?");
    return;
  }
  yield working(`Asked when the task was ${task.status.state}`);
  yield textArtifact("greeting", `Hello, ${text}`, { lastChunk: true });
};
