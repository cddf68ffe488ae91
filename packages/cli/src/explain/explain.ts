import { defineCommand } from "@a2agen/terminal/command.ts";
import { CommandError } from "@a2agen/terminal/command-error.ts";

export const explain = defineCommand({
  path: ["explain"],
  group: "Check",
  summary: "say what an error means, and what to do",
  description: [
    "CODE is what a message has: the name, reason, status or number of an error, or the code of a problem in square brackets.",
  ],
  examples: ["explain TaskNotFoundError", "explain oneof-many", "explain 401"],
  operand: { name: "CODE", help: "the name, reason, status or number of an error, in any case of letters" },
  flags: {},
  exclusive: [],
  run: async ({ operands }, terminal) => {
    const { explainCode } = await import("./explain-code.ts");
    for (const code of operands) {
      const text = explainCode(code);
      if (text === "") throw new CommandError(`no error is called ${code}`);
      terminal.out(text);
    }
    return 0;
  },
});
