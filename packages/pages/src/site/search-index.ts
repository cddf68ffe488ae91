import { findPlaces } from "@a2agen/generators/emit/site/find-places.ts";
import type { SiteVersion } from "@a2agen/generators/emit/site/site-version.ts";
import { fieldAnchor } from "@a2agen/generators/emit/site/to-type-page.ts";
import { type Entry, listContents } from "@a2agen/generators/emit/site/to-version-page.ts";
import { indexModel } from "@a2agen/generators/model/index-model.ts";
import { firstSentence } from "./first-sentence.ts";
import { encodePath, type Guide } from "./render-guides.ts";

/** A place that the search finds: a page, or a row of one. */
type Row = readonly [name: string, kind: string, version: string, path: string, text: string];

/** The index of the search as a script: pages that are files can load scripts, but fetch nothing. */
export function buildSearchIndex(versions: readonly SiteVersion[], guides: readonly Guide[]): string {
  // The first hit of a name is followed.
  const ordered = versions.toSorted((a, b) => Number(b.isCurrent ?? false) - Number(a.isCurrent ?? false));
  const rows = [
    ...ordered.flatMap((version) => listRows(version, versions.length > 1 ? version.label : "")),
    ...guides.flatMap(listSections),
  ];
  const lines = rows.map((row) => JSON.stringify(row));
  return `globalThis.searchIndex = [\n${lines.join(",\n")}\n];\n`;
}

function listRows({ model, slug }: SiteVersion, label: string): readonly Row[] {
  const index = indexModel(model);
  const { operations, messages, enums, unions } = listContents(model, findPlaces(model));
  const toRow = ({ name, path, summary }: Entry, kind: string): Row => [
    name,
    kind,
    label,
    `${slug}/${path}`,
    firstSentence(summary),
  ];
  return [
    ...operations.map((entry) => toRow(entry, "operation")),
    ...messages.map((entry) => toRow(entry, "message")),
    ...unions.map((entry) => toRow(entry, "union")),
    ...enums.map((entry) => toRow(entry, "enum")),
    ...messages.flatMap((entry) =>
      index.message(entry.fullName).fields.map((field): Row => {
        const path = `${slug}/${entry.path}#${fieldAnchor(field)}`;
        return [`${entry.name}.${field.jsonName}`, "field", label, path, firstSentence(field.comment)];
      }),
    ),
    ...enums.flatMap((entry) =>
      index.enumeration(entry.fullName).values.map((value): Row => {
        const path = `${slug}/${entry.path}#value-${value.name}`;
        return [`${entry.name}.${value.json}`, "value", label, path, firstSentence(value.comment)];
      }),
    ),
  ];
}

function listSections({ path, title, summary, headings }: Guide): readonly Row[] {
  const page = encodePath(path);
  return [
    [title, "guide", "", page, summary],
    ...headings.map(
      ({ text, anchor }): Row => [text, "section", "", `${page}#${encodeURIComponent(anchor)}`, title],
    ),
  ];
}
