import { defineCommand } from "@a2agen/terminal/command.ts";
import { callFlags } from "../call/call-flags.ts";

const { catalog, agent, header, timeout } = callFlags;

export const client = defineCommand({
  path: ["client"],
  group: "Generate",
  summary: "write a typed client of one agent from its card",
  description: [
    "The client has a function for each skill of the card: its input is typed where the card has a JSON Schema of it, and a text otherwise. It answers with what the agent has made, or with what it asks: a question, an approval, a sign-in. The skills are tools for the AI SDK, MCP and OpenAI too.",
    "agent-card.json in DIR is the card as it was. --check compares it with the card as it is, writes nothing, and fails when the client would no longer work: a skill, a binding or a scheme is gone, or an input takes less. It names the lines of TypeScript below this folder that call what is broken.",
  ],
  examples: [
    "client https://agent.example.com --out src/agent",
    "client agent-card.json --out src/agent",
    "client https://agent.example.com --out src/agent --check",
  ],
  operand: {
    name: "URL|FILE",
    expected: "the URL of an agent, or a file with its card",
    usage: "URL|FILE",
    insteadOf: "catalog",
    help: "of the agent, or of its card when it ends in .json; or a file with the card",
  },
  flags: {
    out: { value: "DIR", help: "where to write the client; default: client" },
    check: { help: "compare with the card that the client in DIR was written from, and write nothing" },
    watch: {
      help: "look at the card every two seconds, say what a change breaks, and write the client again",
    },
    "import-extension": {
      choices: ["js", "ts"],
      help: "how imports between generated files end; default: js",
    },
    extensions: {
      value: "PACKAGE",
      list: true,
      help: "an installed package with an extension.yaml, beside those of @a2agen, which are found",
    },
    catalog: { ...catalog, help: "an AI Catalog, or a host that has one, instead of the URL of an agent" },
    agent: { ...agent, help: "the agent of the catalog; default: the only one" },
    header,
    "header-env": callFlags["header-env"],
    "token-env": callFlags["token-env"],
    timeout,
  },
  exclusive: [["check", "watch"]],
  exitCodes: [
    [0, "written, or with --check: the client still works"],
    [1, "the card cannot be read, or with --check: it breaks the client"],
    [130, "--watch was ended by Ctrl-C"],
  ],
  run: async (input, terminal) => {
    const { runClient } = await import("./run-client.ts");
    return runClient(input, terminal);
  },
});
