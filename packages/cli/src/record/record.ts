import { defineCommand } from "@a2agen/terminal/command.ts";

const operand = { name: "FILE", help: "a recording, or an HTTP Archive (.har)" } as const;
const exitCodes = [[0, "done"] as const, [1, "a file cannot be read"] as const];

export const recordShow = defineCommand({
  path: ["record", "show"],
  group: "Talk to agents",
  summary: "show what recordings have, as a timeline",
  description: [
    "Each exchange is a line: when it began, its method, how it is spoken, its status and its time; below it the request and what came back, each event after its milliseconds.",
    "With --html it is a page that opens from a file: lanes of client and agent, an axis of time, repeated events folded, and each request and event opens to its headers and body.",
  ],
  examples: [
    "record show calls.jsonl",
    "record show calls.jsonl calls.jsonl.1 --json",
    "record show calls.jsonl --html calls.html",
  ],
  operand,
  flags: {
    json: { help: "the exchanges in the order of their time, one JSON value per line" },
    html: { value: "FILE", help: "write a page with the timeline" },
  },
  exclusive: [["json", "html"]],
  exitCodes,
  run: async (input, terminal) => {
    const { showRecordings } = await import("./show-recordings.ts");
    return showRecordings(input, terminal);
  },
});

export const recordConvert = defineCommand({
  path: ["record", "convert"],
  group: "Talk to agents",
  summary: "turn recordings into an HTTP Archive, and back",
  description: [
    "An HTTP Archive has no times of single events: a stream that was converted to HAR and back has all its events at its end.",
  ],
  examples: ["record convert calls.jsonl --out calls.har", "record convert browser.har --out calls.jsonl"],
  operand,
  flags: { out: { value: "FILE", help: "where to write: an HTTP Archive if it ends in .har" } },
  exclusive: [],
  exitCodes,
  run: async (input, terminal) => {
    const { convertRecordings } = await import("./convert-recordings.ts");
    return convertRecordings(input, terminal);
  },
});

export const recordDiff = defineCommand({
  path: ["record", "diff"],
  group: "Check",
  summary: "compare two recordings by meaning",
  description: [
    "Exchanges with the same request belong together, in their order. Times may be others, and so may identifiers and hosts that stand for the same thing everywhere.",
  ],
  examples: ["record diff before.jsonl after.jsonl"],
  operand: { ...operand, usage: "ONE OTHER" },
  flags: { json: { help: "a JSON value for each exchange that differs" } },
  exclusive: [],
  exitCodes: [
    [0, "the recordings mean the same"],
    [1, "they differ, or cannot be read"],
  ],
  run: async (input, terminal) => {
    const { diffRecordings } = await import("./diff-recordings.ts");
    return diffRecordings(input, terminal);
  },
});
