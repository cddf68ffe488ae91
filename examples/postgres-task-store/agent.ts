import { setTimeout as delay } from "node:timers/promises";
import type { AgentCard } from "@a2agen/a2a-1.0";
import { type Execute, inputRequired, textArtifact, working } from "@a2agen/runtime/agent";

export function cardFor(url: string): AgentCard {
  return {
    name: "Counter",
    description: "Counts to a number, five times a second.",
    version: "1.0.0",
    supportedInterfaces: [{ url: `${url}/a2a`, protocolBinding: "JSONRPC", protocolVersion: "1.0" }],
    capabilities: { streaming: true },
    defaultInputModes: ["text/plain"],
    defaultOutputModes: ["text/plain"],
    skills: [{ id: "count", name: "Count", description: "Counts to a number.", tags: ["example"] }],
  };
}

export const execute: Execute = async function* ({ text, signal }) {
  const end = Number(text);
  if (!Number.isInteger(end)) {
    yield inputRequired("to which number?");
    return;
  }
  yield working(`counting to ${end}`);
  for (let number = 1; number <= end; number++) {
    // Whichever process the cancellation came to, the signal is aborted in this one.
    await delay(200, undefined, { signal });
    yield textArtifact("numbers", `${number}\n`, { append: true, lastChunk: number === end });
  }
};
