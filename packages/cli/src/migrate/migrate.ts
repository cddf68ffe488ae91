import { defineCommand } from "@a2agen/terminal/command.ts";

export const migrate = defineCommand({
  path: ["migrate"],
  group: "Generate",
  summary: "migrate agent cards, recorded messages and TypeScript to another version",
  description: [
    "Reads JSON and YAML (an agent card, a message, a JSON-RPC request or response, a list of them, or JSON lines: .jsonl, .ndjson) and detects the version of each value; values of the wanted version stay as they are. In TypeScript it edits the code that it understands and lists the rest for you to check. Directories are searched for all of these, except for node_modules, dist, links, and files that are hidden or that git ignores.",
    "Writes all files or none: none if one of them cannot be translated, or has uncommitted changes and --force is not given. Information that the wanted version cannot express is reported as a warning and does not change the exit code.",
    "A response says less than its request: without the request of the same id in the file, it may need --type.",
  ],
  examples: ["migrate src agent-card.json --dry-run", "migrate fixtures --from 0.3 --to 1.0"],
  operand: { name: "PATH", help: "a file or a directory" },
  flags: {
    to: { value: "VERSION", help: "1.0 (default), draft, 0.3, or the name of a profile" },
    from: { value: "VERSION", help: "the version of the values, if it is ambiguous" },
    type: {
      value: "TYPE",
      help: "the type of the values, or of their params or results: AgentCard, a2a-0.3.Task",
    },
    "dry-run": { help: "write nothing, and show the changes as a unified diff" },
    check: { help: "write nothing, and fail if a file would change or needs manual work" },
    force: { help: "also write files with uncommitted changes" },
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
