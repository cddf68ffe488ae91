import { defineCommand } from "@a2agen/terminal/command.ts";

export const doctor = defineCommand({
  path: ["doctor"],
  group: "Check",
  summary: "check the machine, a project, a store and an agent, and say how to mend what is wrong",
  description: [
    {
      title: "Looks at what most often goes wrong, and changes nothing:",
      rows: [
        ["machine", "Node, proxies"],
        ["project", "versions of a2agen's packages, TypeScript, buf, protoc, plugins, generated code"],
        ["store", "the directory or the database of the tasks: reachable, not in use, tables up to date"],
        ["agent", "with URL: TLS, clock, card, interfaces, credentials"],
      ],
    },
    "The project is the one of the working directory. Its store is taken from DATABASE_URL or TASKS_DIR, as in the projects of a2agen init.",
  ],
  examples: [
    "doctor",
    "doctor https://agent.example.com --token-env A2A_TOKEN",
    "doctor --store ./tasks --json",
  ],
  operand: {
    name: "URL",
    usage: "[URL]",
    isOptional: true,
    help: "of an agent, or of its card when it ends in .json",
  },
  flags: {
    store: {
      value: "STORE",
      help: "a URL of PostgreSQL, or a directory; default: DATABASE_URL, else TASKS_DIR",
    },
    header: { value: "'NAME: VALUE'", list: true, help: "a header for the agent and its card" },
    "header-env": { value: "NAME=VARIABLE", list: true, help: "a header with a value from the environment" },
    "token-env": { value: "VARIABLE", help: "a bearer token from the environment" },
    timeout: { value: "SECONDS", help: "how long each check of the agent waits; default: 10" },
    json: { help: "the findings as a JSON array" },
  },
  exclusive: [],
  exitCodes: [
    [0, "nothing that fails; there may be warnings"],
    [1, "something fails"],
    [2, "the command line is wrong"],
  ],
  run: async (input, terminal) => {
    const { runDoctor } = await import("./run-doctor.ts");
    return runDoctor(input, terminal);
  },
});
