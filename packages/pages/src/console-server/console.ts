import { defineCommand } from "@a2agen/terminal/command.ts";

export const consoleCommand = defineCommand({
  path: ["console"],
  group: "Talk to agents",
  summary: "open a page to talk to an agent and see its tasks and every frame on the wire",
  description: [
    "Serves one page on loopback, opens it in the browser, and carries its requests to the agent: over JSON-RPC, HTTP+JSON and gRPC, in every version of A2A. The page shows the card with its problems, holds conversations with streams, files and questions, lists tasks, and shows each request and answer as it went over the wire beside its meaning.",
    "Only pages with the token of this launch can use it. Ctrl-C ends it.",
    "With --run it starts an agent beside it, and ends with it. The agent gets the address of the console in A2AGEN_CONSOLE; createHttpHandler sends browsers from /console there. npm run dev of new projects does this.",
  ],
  examples: [
    "console http://localhost:4000",
    "console https://agent.example.com --port 4180 --no-open",
    "console http://localhost:4000 --extensions ./my-extension",
    'console --run "tsx watch src/main.ts" --no-open',
  ],
  operand: { name: "URL", isOptional: true, help: "of the agent, or of its card when it ends in .json" },
  flags: {
    port: { value: "PORT", help: "the port on loopback; default: a free one" },
    run: { value: "COMMAND", help: "start a command beside the console, its words separated by spaces" },
    extensions: {
      value: "PATH|PACKAGE",
      list: true,
      help: "further extensions: extension.yaml, its folder, a proto, or a package",
    },
    "no-open": { help: "print the address, and do not open a browser" },
  },
  exclusive: [],
  exitCodes: [
    [1, "the port is taken, or the command of --run failed"],
    [2, "the command line is wrong"],
    [130, "ended by Ctrl-C"],
  ],
  run: async (input, terminal) => {
    const { runConsole } = await import("./run-console.ts");
    return runConsole(input, terminal);
  },
});
