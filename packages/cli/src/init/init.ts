import type { Command, FlagRow, FlagTable } from "@a2agen/terminal/command.ts";
import { UsageError } from "@a2agen/terminal/command-error.ts";
import { parseAnswer, type Question, questions } from "./questions.ts";

/** The flag of a question, as the parser and the help need it. */
function toFlag(question: Question): FlagRow {
  const { help } = question;
  switch (question.kind) {
    case "text":
      return { value: question.value, help };
    case "list":
      return { value: question.value, suggestions: question.choices.map(({ value }) => value), help };
    case "port":
      return { value: "PORT", help };
    case "choice":
      return { choices: question.choices.map(({ value }) => value), help };
    case "switch":
      return { choices: ["yes", "no"], help };
  }
}

const questionFlags: FlagTable = Object.fromEntries(
  Object.values(questions).map((question) => [question.flag, toFlag(question)]),
);

export const init: Command = {
  path: ["init"],
  group: "Start",
  summary: "create a project: an agent, a client, an extension or a package of schemas",
  description: [
    "Writes a project that compiles, runs and passes its tests, with its generated code. In a terminal it asks for anything the flags leave out; with --yes, or without a terminal, it takes the defaults.",
    "It overwrites no file unasked, and writes all files or none.",
    "--update generates the code of an existing project again after its protos changed, and lists what is left to implement. It leaves your own code alone.",
  ],
  examples: [
    "init my-agent",
    "init my-agent --model ai-sdk --provider anthropic",
    "init my-agent --kind agent --yes --install --auth bearer",
    "init my-client --kind client",
  ],
  operand: {
    name: "DIR",
    isOptional: true,
    help: "the directory of the project; by default, and without a conversation, the current one",
  },
  flags: {
    kind: {
      value: "KIND",
      help: "minimal (default): an agent with the least to start from; agent: one with everything, the default with flags that only it has; client, extension, schema-package",
    },
    ...questionFlags,
    yes: { short: "y", help: "ask nothing, take the defaults" },
    "dry-run": { help: "write nothing, list the files; with --update show the changes as a unified diff" },
    force: { help: "overwrite existing files" },
    install: { help: "run npm install afterwards" },
    git: { help: "create a git repository" },
    packages: { value: "DIR", help: 'take a2agen and its packages from files that "npm pack" wrote there' },
    update: { help: "generate the code of an existing project again" },
  },
  exclusive: [
    ["update", "kind"],
    ["update", "yes"],
    ["update", "force"],
    ["update", "install"],
    ["update", "git"],
    ["update", "packages"],
    ...Object.keys(questionFlags).map((name) => ["update", name] as const),
  ],
  exitCodes: [
    [0, "done"],
    [1, "it cannot be done; no file was written, unless npm or git failed afterwards"],
    [2, "the command line is wrong"],
    [130, "canceled; nothing was written"],
  ],
  run: async (input, terminal) => {
    checkFlags(input.flags);
    if (input.flags["update"] === true) {
      const { updateProject } = await import("./update-project.ts");
      return updateProject(input, terminal);
    }
    const { initProject } = await import("./init-project.ts");
    return initProject(input, terminal);
  },
};

/** Values that are wrong for every project. */
function checkFlags(flags: Readonly<Record<string, unknown>>): void {
  for (const question of Object.values(questions)) {
    const given = flags[question.flag];
    if (typeof given !== "string") continue;
    const parsed = parseAnswer(question, given);
    if (!parsed.ok) throw new UsageError(`--${question.flag}: ${parsed.problem}`);
  }
}
