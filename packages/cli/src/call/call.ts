import { defineCommand } from "@a2agen/terminal/command.ts";
import { actions, actionTable, withActions } from "./call-actions.ts";
import { callFlags } from "./call-flags.ts";
import { parseCall } from "./parse-call.ts";

export const call = defineCommand({
  path: ["call"],
  group: "Talk to agents",
  summary: "call an agent: show its card, send messages, follow tasks",
  description: [
    actionTable,
    "send, stream and subscribe show a task as it changes: its states, its artifacts, the agent's messages. Information lost between versions and violations of the protocol go to standard error. When a task asks for input or for an approval, a terminal asks you for it. Ctrl-C cancels the task that send or stream started; a second Ctrl-C exits at once.",
    "There is no flag to skip the check of certificates: NODE_EXTRA_CA_CERTS=ca.pem trusts a certificate authority of your own.",
  ],
  examples: [
    "call https://agent.example.com",
    'call http://localhost:4000 stream "Write a short report about tea"',
    "call http://localhost:4000 send Hello --token-env A2A_TOKEN --json",
    "call send Hello --catalog https://agents.example.com --agent Geography",
    "call https://agent.example.com send Hello --login",
  ],
  operand: {
    name: "URL",
    expected: "the URL of an agent",
    usage: "URL [ACTION]",
    insteadOf: "catalog",
    help: "of the agent, or of its card when it ends in .json",
    next: Object.entries(actions).map(([name, { help }]) => [name, help] as const),
  },
  flags: withActions(callFlags),
  exclusive: [
    ["direct", "keys"],
    ["direct", "catalog"],
    ["direct", "login"],
    ["login", "logout"],
    ["login", "token-env"],
  ],
  exitCodes: [
    [0, "done; the task is completed, or has reached the state that was asked for"],
    [1, "the call failed, or the task ended as failed, rejected or canceled"],
    [2, "the command line is wrong"],
    [3, "the task waits for input or authentication"],
    [130, "ended by Ctrl-C"],
  ],
  run: async ({ operands, flags }, terminal) => {
    const plan = parseCall({ operands, flags, env: process.env });
    if (plan.isLogout) {
      const { userTokens } = await import("./login.ts");
      const tokens = userTokens(process.env);
      await tokens.clear();
      terminal.err(`forgot the tokens in ${tokens.path}\n`);
      return 0;
    }
    const { callAgent } = await import("./call-agent.ts");
    return callAgent(plan, terminal);
  },
});
