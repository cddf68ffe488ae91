import { protoFlags } from "@a2agen/protos/proto-flags.ts";
import { defineCommand } from "@a2agen/terminal/command.ts";

export const docsSite = defineCommand({
  path: ["docs", "site"],
  group: "Publish",
  summary: "write a reference site: a page for each message, enum and operation",
  description: [
    "The pages have the fields, the bindings of each operation side by side, errors and headers, with examples that the generated codecs have checked, the JSON Schema and the TypeScript type of each message.",
    "Without --proto, --image and --profile the site is about the buf module in this directory, if there is a buf.yaml, else about all versions of A2A.",
    "The site needs no server and makes no requests: open index.html, or publish the directory anywhere.",
  ],
  examples: [
    "docs site --out site",
    "docs site --proto v2 --earlier v1=../old/v1 --out site",
    "docs site --proto proto --guides docs --out site",
  ],
  flags: {
    ...protoFlags,
    out: { value: "DIR", help: "the directory of the site; required" },
    earlier: {
      value: "NAME=PATH",
      list: true,
      help: "an earlier version of the protos, as --proto or --image take it, under its name in the site; the newest first",
    },
    guides: { value: "DIR", help: "a directory of Markdown files (*.md), which become pages of the site" },
    readme: {
      value: "FILE",
      help: "a Markdown file for the home page; its links to guides lead to their pages",
    },
    title: { value: "TEXT", help: "the title of the site; default: the name of what it documents" },
  },
  exclusive: [["proto", "image"]],
  run: async (input, terminal) => {
    const { runDocsSite } = await import("./run-docs-site.ts");
    return runDocsSite(input, terminal);
  },
});
