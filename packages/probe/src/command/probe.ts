import { defineCommand } from "@a2agen/terminal/command.ts";
import { probeFlags } from "./probe-flags.ts";

export const probe = defineCommand({
  path: ["probe"],
  group: "Check",
  summary: "test an agent against the A2A specification, and report each deviation",
  description: [
    "Reads the agent card, tries each interface that it declares, and reports where the agent deviates from the specification: over JSON-RPC, HTTP+JSON and gRPC, in 0.3, the draft, 1.0, and 1.1 in development. The agent needs no preparation. Each finding has the requirement, its section, what was expected and what came, and a command that sends the request again.",
    "Most requests are deliberately malformed or target a nonexistent task, and never reach the agent's own code. The probe says how many messages do before it sends the first.",
  ],
  examples: [
    "probe http://localhost:4000",
    "probe https://agent.example.com --token-env A2A_TOKEN --read-only",
    "probe card.json --json",
    "probe --client --run 'node my-client.js {url}'",
  ],
  operand: {
    name: "URL",
    isOptional: true,
    help: "of the agent, or its card: a URL that ends in .json, or a file",
  },
  flags: probeFlags,
  exclusive: [
    ["list", "json"],
    ["all", "json"],
    ["record", "judge"],
    ["token-env", "token-file"],
  ],
  exitCodes: [
    [0, "no finding of the level of --fail-on or above"],
    [1, "findings"],
    [2, "the agent could not be tested, or the command line is wrong"],
  ],
  run: async (input, terminal) => {
    const { runProbeCommand } = await import("./run-probe-command.ts");
    return runProbeCommand(input, terminal);
  },
});
