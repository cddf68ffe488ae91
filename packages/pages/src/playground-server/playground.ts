import { defineCommand } from "@a2agen/terminal/command.ts";

export const playground = defineCommand({
  path: ["playground"],
  group: "Check",
  summary: "open a page that checks, translates and encodes A2A JSON",
  description: [
    "Opens a page on a message, task, card or call of any version of A2A: it finds version and type, shows each problem at its place, translates to the other versions and says what is lost, checks signatures of cards, and shows the canonical form, the binary form, the JSON Schema and the TypeScript type.",
    "The page works by itself: nothing leaves the browser. --out writes it as one file, which opens from the disk and from any web server. Ctrl-C ends the command.",
  ],
  examples: ["playground", "playground agent-card.json", "playground --out playground.html"],
  operand: { name: "FILE", isOptional: true, help: "with JSON, to open on the page" },
  flags: {
    out: { value: "FILE", help: "write the page, and open nothing" },
    port: { value: "PORT", help: "the port on loopback; default: a free one" },
    "no-open": { help: "print the address, and do not open a browser" },
  },
  exclusive: [
    ["out", "port"],
    ["out", "no-open"],
  ],
  exitCodes: [
    [1, "a file cannot be read or written, or the port is taken"],
    [2, "the command line is wrong"],
    [130, "ended by Ctrl-C"],
  ],
  run: async (input, terminal) => {
    const { runPlayground } = await import("./run-playground.ts");
    return runPlayground(input, terminal);
  },
});
