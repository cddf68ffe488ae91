import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { IssueCode } from "../../../../packages/runtime/src/core/issue.ts";
import { repository } from "../documents.ts";

/** What to do about a problem of a value. */
const remedies: Readonly<Record<IssueCode, string>> = {
  syntax: "Read the text before and after the position that the message names.",
  type: "Write the type that the message expects: 64-bit integers and bytes are strings in JSON.",
  required: "Set the field. To read peers that leave it out, decode with `{ lenient: true }`.",
  empty: "Give the list an element: a message needs a part, for example.",
  "oneof-none": "Set one of the members that the message lists.",
  "oneof-many":
    "Keep one of them. A text with a file is two parts; of a part, one of `text`, `raw`, `url`, `data` is set.",
  enum: "Write one of the values listed. The message says when the value is of another version.",
  range: "Write a number within the limits that the message names.",
  format: "Write the form that the message shows, such as `2026-01-02T03:04:05Z` or base64.",
  key: "Write a key of the type that the message expects.",
  text: "Cut strings between characters, not within one.",
  depth: "Nest less: messages may nest at most 100 deep.",
  duplicate: "Keep one of the two spellings.",
  "too-many": "Mend the problems above it, and decode again.",
  unknown: "Check the spelling. Other codecs ignore unknown fields, as newer peers may add some.",
};

/** The codes of problems, a heading each, with the sentence of the type's own comment. */
export async function formatValueProblems(): Promise<string> {
  const source = await readFile(join(repository, "packages/runtime/src/core/issue.ts"), "utf8");
  const told = [...source.matchAll(/\/\*\* ([^*]*) \*\/\n {2}\| "([\w-]+)"/g)];
  const meanings = new Map(told.map(([, meaning = "", code = ""]) => [code, meaning]));
  return Object.entries(remedies)
    .map(([code, remedy]) => {
      const meaning = meanings.get(code);
      if (meaning === undefined) throw new Error(`issue.ts: expected a comment on "${code}"`);
      return `### ${code}\n\n${meaning} ${remedy}`;
    })
    .join("\n\n");
}
