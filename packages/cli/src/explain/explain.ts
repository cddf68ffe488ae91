import { defineCommand } from "@a2agen/terminal/command.ts";
import { CommandError } from "@a2agen/terminal/command-error.ts";

export const explain = defineCommand({
  path: ["explain"],
  group: "Check",
  summary: "say what an error or a requirement means, and what to do",
  description: [
    "CODE is what a message has: the name, reason, status or number of an error, or the code of a problem in square brackets; or what a report of a2agen probe has: the requirement, or the one of a2a-tck.",
  ],
  examples: ["explain TaskNotFoundError", "explain oneof-many", "explain get.unknown"],
  operand: {
    name: "CODE",
    help: "an error by name, reason, status or number, or a requirement, in any case of letters",
  },
  flags: {},
  exclusive: [],
  run: async ({ operands }, terminal) => {
    const { explainCode, suggestCode } = await import("./explain-code.ts");
    for (const code of operands) {
      const text = explainCode(code);
      if (text === "")
        throw new CommandError(`no error or requirement is called ${code}${suggestCode(code)}`);
      terminal.out(text);
    }
    return 0;
  },
});
