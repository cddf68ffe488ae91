import { count, escapeHtml, plural } from "@a2agen/runtime/internal";
import { expect, test } from "vitest";

test("counts in the singular for one only", () => {
  expect([0, 1, 2, 1.5, 21].map((number) => count(number, "file"))).toEqual([
    "0 files",
    "1 file",
    "2 files",
    "1.5 files",
    "21 files",
  ]);
  expect([0, 1, 2].map((number) => plural(number, ["is", "are"]))).toEqual(["are", "is", "are"]);
});

test("escapes what has a meaning in elements and attributes", () => {
  expect(escapeHtml(`<a href="x" id='y'>&amp;</a>`)).toBe(
    "&lt;a href=&quot;x&quot; id=&#39;y&#39;&gt;&amp;amp;&lt;/a&gt;",
  );
});
