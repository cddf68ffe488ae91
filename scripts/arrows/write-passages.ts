import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { formatBehaviours } from "../../probe/clients/format-behaviours.ts";
import { formatCatalogue } from "../../probe/report/format-catalogue.ts";
import { formatPicture, formatTable } from "./documents.ts";
import { formatLintRules } from "./lint-rules.ts";

const rooms = "scripts/arrows/rooms.ts";
const end = "<!-- end -->";

/** Writes what follows from the table of rooms, and returns the files that were other than it says. */
export async function writePassages(
  root: string,
  { check }: { readonly check: boolean },
): Promise<readonly string[]> {
  const files = [
    { path: ".oxlintrc.arrows.json", format: formatLintRules },
    { path: "CONTRIBUTING.md", format: (text: string) => replacePassage(text, rooms, formatTable()) },
    { path: "docs/architecture.md", format: (text: string) => replacePassage(text, rooms, formatPicture()) },
    {
      path: "docs/probe.md",
      format: (text: string) => replacePassage(text, "probe/core/requirements.ts", formatCatalogue()),
    },
    {
      path: "docs/probe.md",
      format: (text: string) => replacePassage(text, "probe/clients/behaviours.ts", formatBehaviours()),
    },
  ];
  const differing: string[] = [];
  for (const { path, format } of files) {
    const before = await readFile(join(root, path), "utf8");
    const after = format(before);
    if (after === before) continue;
    differing.push(path);
    if (!check) await writeFile(join(root, path), after);
  }
  return differing;
}

function replacePassage(text: string, source: string, passage: string): string {
  const begin = `<!-- written from ${source} by \`npm run generate\` -->`;
  const [before, rest] = text.split(`${begin}\n`);
  const after = rest?.split(end).slice(1).join(end);
  if (before === undefined || after === undefined) {
    throw new Error(`expected a passage between "${begin}" and "${end}"`);
  }
  return `${before}${begin}\n\n${passage}\n\n${end}${after}`;
}
