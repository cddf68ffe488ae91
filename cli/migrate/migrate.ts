import { defineCommand } from "../shared/command.ts";

export const migrate = defineCommand({
  path: ["migrate"],
  summary: "bring agent cards, recorded messages and TypeScript to another protocol version",
  description: [
    "Reads JSON and YAML (an agent card, a message, a JSON-RPC request or response, a list of them, or JSON lines: .jsonl, .ndjson) and finds out which version each value is of; what is of the wanted version already stays as it is. Of TypeScript it edits what it understands and lists what a person has to look at. Directories are searched for all of these, without node_modules, dist, hidden files, links, and what git ignores.",
    "All files are written, or none: not when one of them cannot be translated, and not when one has changes that git does not have yet, unless --force is given. What the wanted version cannot say is told as a warning and does not change the exit code.",
    "A response says less than its request: one without the request of its id in the same file may need --type.",
  ],
  operand: { name: "PATH", help: "a file or a directory" },
  flags: {
    to: { value: "VERSION", help: "1.0 (default), draft, 0.3, or the name of a profile" },
    from: { value: "VERSION", help: "the version that the values are of, where it cannot be told" },
    type: { value: "TYPE", help: "the type of the values, their params or results: AgentCard, a2a-0.3.Task" },
    "dry-run": { help: "write nothing, show what would change as a unified diff" },
    check: { help: "write nothing, fail with a list of the files that would change" },
    force: { help: "also write files with changes that are not committed" },
  },
  exclusive: [
    ["dry-run", "check"],
    ["check", "force"],
    ["dry-run", "force"],
  ],
  run: async (input, terminal) => {
    const { migrateFiles } = await import("./migrate-files.ts");
    return migrateFiles(input, terminal);
  },
});
