import { expect, test } from "vitest";
import { groupNotes } from "../../../../packages/cli/src/migrate/group-notes.ts";

test("notes that say the same are one line with all of their places", () => {
  const findings = [
    { line: 3, column: 5, message: "replace publish with yield" },
    { line: 4, column: 1, message: "check kind" },
    { line: 9, column: 5, message: "replace publish with yield" },
    { line: 12, column: 7, message: "replace publish with yield" },
  ];
  expect(groupNotes("src/agent.ts", findings)).toEqual([
    "src/agent.ts:3:5: replace publish with yield; also at 9:5, 12:7",
    "src/agent.ts:4:1: check kind",
  ]);
});
