import { defineCommand } from "@a2agen/terminal/command.ts";
import { questions } from "./questions.ts";

export const add = defineCommand({
  path: ["add"],
  group: "Start",
  summary: "add an agent to an existing project",
  description: [
    "Writes the files of an agent in a folder of their own, and adds to package.json what they need and a script that starts the agent: TypeScript where the project has TypeScript, else JavaScript. In a terminal it asks for anything the flags leave out.",
    "package.json is the only file it changes. Either all files are written or none.",
  ],
  examples: ["add", "add --dry-run", "add packages/shop --name orders --yes --install"],
  operand: {
    name: "DIR",
    isOptional: true,
    help: "the directory of the project's package.json; by default the current one",
  },
  flags: {
    name: { value: "NAME", help: "name of the folder and of the script; default: agent" },
    title: { value: questions.title.value, help: questions.title.help },
    description: { value: questions.description.value, help: questions.description.help },
    port: { value: "PORT", help: questions.port.help },
    yes: { short: "y", help: "ask nothing, take the defaults" },
    "dry-run": { help: "write nothing, show the changes as a unified diff" },
    install: { help: "run the install command of npm, pnpm, yarn or bun afterwards" },
    packages: { value: "DIR", help: 'take a2agen and its packages from files that "npm pack" wrote there' },
  },
  exclusive: [],
  exitCodes: [
    [0, "done"],
    [1, "it cannot be done; no file was written, unless the installation failed afterwards"],
    [2, "the command line is wrong"],
    [130, "canceled; nothing was written"],
  ],
  run: async (input, terminal) => {
    const { addAgent } = await import("./add/add-agent.ts");
    return addAgent(input, terminal);
  },
});
