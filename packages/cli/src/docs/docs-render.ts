import { protoFlags } from "@a2agen/protos/proto-flags.ts";
import { defineCommand } from "@a2agen/terminal/command.ts";

export const docsRender = defineCommand({
  path: ["docs", "render"],
  group: "Generate",
  summary: "expand the proto_... calls in Markdown files into tables",
  description: [
    [
      "Each call stands on a line of its own:",
      '  {{ proto_to_table("specification/a2a.proto", "GetTaskRequest") }}',
      '  {{ proto_enum_to_table("a2a.proto", "TaskState") }}',
      '  {{ proto_service_to_table("a2a.proto", "A2AService") }}',
    ].join("\n"),
    "Only the end of the proto's path has to match. Types link to their tables in the files given, else to a heading that is the type's name, else to the --reference. Everything else is left unchanged, byte for byte: calls in code, in comments and between {% raw %} and {% endraw %} too.",
    "Without --out, --write and --check the result of a single file goes to standard output.",
  ],
  examples: ["docs render docs/*.md --write", "docs render guide.md --proto proto --check --write"],
  operand: { name: "FILE", help: "a Markdown file" },
  flags: {
    ...protoFlags,
    out: {
      value: "DIR",
      help: "write the results to this directory, under the paths that the files have below their common directory",
    },
    write: { help: "replace the files themselves" },
    check: { help: "write nothing; report wrong calls, and the files that --out or --write would change" },
    reference: {
      value: "URL",
      help: "where the pages of protoc-gen-a2a-docs are, for links to types that have no table in the files",
    },
    templates: {
      value: "DIR",
      help: "templates fields.hbs, values.hbs, methods.hbs that replace the built-in ones",
    },
  },
  exclusive: [
    ["out", "write"],
    ["proto", "image"],
  ],
  run: async (input, terminal) => {
    const { renderFiles } = await import("./render-files.ts");
    return renderFiles(input, terminal);
  },
});
