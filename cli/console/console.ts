import { defineCommand } from "../shared/command.ts";

export const consoleCommand = defineCommand({
  path: ["console"],
  summary: "open a page on an agent: conversation, tasks, and every frame on the wire",
  description: [
    "Serves one page on loopback, opens it in the browser, and carries its requests to the agent: over JSON-RPC, HTTP+JSON and gRPC, in every version of A2A. The page shows the card with its problems, holds conversations with streams, files and questions, lists tasks, and shows each request and answer as it went over the wire beside its meaning.",
    "Only pages with the token of this launch can use it. Ctrl-C ends it.",
  ],
  examples: ["console http://localhost:4000", "console https://agent.example.com --port 4180 --no-open"],
  operand: { name: "URL", isOptional: true, help: "of the agent, or of its card when it ends in .json" },
  flags: {
    port: { value: "PORT", help: "the port on loopback; default: a free one" },
    "no-open": { help: "print the address, and do not open a browser" },
  },
  exclusive: [],
  exitCodes: [
    [1, "the port is taken"],
    [2, "the command line is wrong"],
    [130, "ended by Ctrl-C"],
  ],
  run: async (input, terminal) => {
    const { runConsole } = await import("./run-console.ts");
    return runConsole(input, terminal);
  },
});
