import { rewriteJson } from "./json-text.ts";
import { keepOrder } from "./keep-order.ts";
import { type ListResult, migrateList } from "./migrate-list.ts";
import type { Aim } from "./migrate-value.ts";
import { openYaml } from "./yaml-text.ts";

/** What became of a file with values. */
export interface MigratedText extends Omit<ListResult, "values"> {
  /** The same as before when nothing changed. */
  readonly text: string;
}

/** Migrates the values of a text; throws a SyntaxError for what cannot be read. */
export async function migrateText(text: string, format: DataFormat, aim: Aim): Promise<MigratedText> {
  const mark = text.startsWith("\uFEFF") ? "\uFEFF" : "";
  const body = text.slice(mark.length);
  const migrated = await migrateBody(body, format, aim);
  return { ...migrated, text: `${mark}${migrated.text}` };
}

export type DataFormat = "json" | "json-lines" | "yaml";

async function migrateBody(text: string, format: DataFormat, aim: Aim): Promise<MigratedText> {
  switch (format) {
    case "json":
      return migrateJson(text, aim);
    case "json-lines":
      return migrateLines(text, aim);
    case "yaml":
      return migrateYaml(text, aim);
  }
}

function migrateJson(text: string, aim: Aim): MigratedText {
  const value: unknown = JSON.parse(text);
  const { result, value: changed } = migrateRoot(value, aim);
  return {
    ...result,
    text: result.changes.length === 0 ? text : rewriteJson(text, keepOrder(changed, value)),
  };
}

/** A list is migrated element by element. */
function migrateRoot(value: unknown, aim: Aim): { readonly result: ListResult; readonly value: unknown } {
  if (Array.isArray(value)) {
    const result = migrateList(
      value.map((element: unknown, index) => ({ value: element, place: { path: `[${index}]` } })),
      aim,
    );
    return { result, value: result.values };
  }
  const result = migrateList([{ value, place: { path: "" } }], aim);
  return { result, value: result.values[0] };
}

function migrateLines(text: string, aim: Aim): MigratedText {
  const lines = text.split("\n");
  const items = lines.flatMap((line, index) =>
    line.trim() === "" ? [] : [{ index, value: readLine(line, index), place: { path: "", line: index + 1 } }],
  );
  const result = migrateList(items, aim);
  const changed = new Map(items.map(({ index, value }, at) => [index, { value, now: result.values[at] }]));
  const written = lines.map((line, index) => {
    const item = changed.get(index);
    if (item === undefined || item.now === item.value) return line;
    return rewriteJson(line, keepOrder(item.now, item.value));
  });
  return { ...result, text: written.join("\n") };
}

function readLine(line: string, index: number): unknown {
  try {
    return JSON.parse(line);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new SyntaxError(`line ${index + 1}: ${reason}`, { cause });
  }
}

async function migrateYaml(text: string, aim: Aim): Promise<MigratedText> {
  const { values, rewrite } = await openYaml(text);
  const roots = values.map((value) => migrateRoot(value, aim));
  const results = roots.map(({ result }) => result);
  const changes = results.flatMap((result) => result.changes);
  return {
    changes,
    warnings: results.flatMap(({ warnings }) => warnings),
    left: results.flatMap(({ left }) => left),
    refusals: results.flatMap(({ refusals }) => refusals),
    known: results.reduce((sum, { known }) => sum + known, 0),
    text:
      changes.length === 0 ? text : rewrite(roots.map(({ value }, index) => keepOrder(value, values[index]))),
  };
}
