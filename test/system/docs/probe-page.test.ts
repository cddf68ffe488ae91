import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { formatBehaviours } from "../../../packages/probe/src/clients/format-behaviours.ts";
import { formatCatalogue, formatUntold } from "../../../packages/probe/src/report/format-catalogue.ts";

const page = join(import.meta.dirname, "../../../docs/probe-requirements.md");

// RECORD=1 writes the tables.
test.each([
  ["requirements of agents", "packages/probe/src/core/requirements.ts", formatCatalogue],
  ["limits", "packages/probe/src/core/untold.ts", formatUntold],
  ["requirements of clients", "packages/probe/src/clients/behaviours.ts", formatBehaviours],
])("docs/probe-requirements.md has the %s", async (_, source, format) => {
  const text = await readFile(page, "utf8");
  const [, before = "", passage = "", after = ""] =
    new RegExp(
      `^([\\s\\S]*<!-- written from ${source} [^\\n]*-->\\n)([\\s\\S]*?)(<!-- end -->[\\s\\S]*)$`,
    ).exec(text) ?? [];
  if (process.env["RECORD"] === "1") await writeFile(page, `${before}\n${format()}\n\n${after}`);
  else expect(passage).toBe(`\n${format()}\n\n`);
});
