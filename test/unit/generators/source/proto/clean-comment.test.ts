import { expect, test } from "vitest";
import { cleanComment } from "../../../../../generators/source/proto/clean-comment.ts";

/** Lines as the compiler gives them: each begins with the blank behind the slashes. */
function lines(...texts: readonly string[]): string {
  return texts.map((text) => `${text}\n`).join("");
}

test.each([
  { name: "nothing", given: "", want: "" },
  { name: "one line loses its blank", given: " A task.\n", want: "A task." },
  { name: "lines stay lines", given: lines(" A task", " of an agent."), want: "A task\nof an agent." },
  {
    name: "paragraphs stay paragraphs",
    given: lines(" One.", "", " Two."),
    want: "One.\n\nTwo.",
  },
  { name: "more empty lines become one", given: lines(" One.", "", "", "", " Two."), want: "One.\n\nTwo." },
  {
    name: "what is indented stays so",
    given: lines(" A list:", "   - one", " end"),
    want: "A list:\n  - one\nend",
  },
  { name: "blanks at the ends of lines go", given: lines(" One.  ", " Two.\t"), want: "One.\nTwo." },
  { name: "linter directives go", given: lines(" protolint:disable MAX", " A task."), want: "A task." },
  { name: "directives of buf go", given: lines(" A task.", " buf:lint:ignore FIELD"), want: "A task." },
  {
    name: "comments for the API linter go, over several lines too",
    given: lines(
      " A task.",
      " (-- api-linter: core::0140=disabled",
      "     aip.dev/not-precedent: it is so. --)",
      " End.",
    ),
    want: "A task.\n\nEnd.",
  },
  { name: "an internal comment inside a line goes", given: lines(" A (-- secret --)task."), want: "A task." },
  { name: "snippet markers go", given: lines(" --8<-- [start:Task]", " A task."), want: "A task." },
  { name: "region markers go", given: lines(" [START task]", " A task.", " [END task]"), want: "A task." },
  { name: "the next identifier goes", given: lines(" A task.", " Next ID: 7"), want: "A task." },
  {
    name: "words like directives inside a sentence stay",
    given: " See protolint: it is a linter.\n",
    want: "See protolint: it is a linter.",
  },
  {
    name: "only directives leave nothing",
    given: lines(" protolint:disable X", " --8<-- [end:Task]"),
    want: "",
  },
  { name: "an internal comment without an end stays", given: " A (-- task.\n", want: "A (-- task." },
])("$name", ({ given, want }) => {
  expect(cleanComment(given)).toBe(want);
});

test("a long comment of half-open internal comments does not take for ever", () => {
  const given = "(-- ".repeat(20_000);
  expect(cleanComment(given)).toBe(given.trim());
});
