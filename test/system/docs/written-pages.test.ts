import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { repository } from "./documents.ts";
import { drawTaskLife } from "./written/draw-task-life.ts";
import { passages } from "./written/passages.ts";

/** Writes the passages; read the difference. */
const isRecording = process.env["RECORD"] === "1";

test.each(passages)("$page has what is written from $from", async ({ page, from, write }) => {
  const file = join(repository, page);
  const text = await readFile(file, "utf8");
  const marker = `<!-- written from ${from} by \`RECORD=1 npm test test/system/docs/written-pages.test.ts\` -->\n`;
  const begin = text.indexOf(marker) + marker.length;
  const end = text.indexOf("<!-- end -->", begin);
  expect({ hasMarker: text.includes(marker), hasEnd: end > 0 }).toEqual({ hasMarker: true, hasEnd: true });
  const written = `\n${await write()}\n\n`;
  if (isRecording) await writeFile(file, `${text.slice(0, begin)}${written}${text.slice(end)}`);
  else expect(text.slice(begin, end)).toBe(written);
});

test("docs/task-life.svg has the states of the profile", async () => {
  const file = join(repository, "docs/task-life.svg");
  if (isRecording) await writeFile(file, drawTaskLife());
  else expect(await readFile(file, "utf8")).toBe(drawTaskLife());
});
