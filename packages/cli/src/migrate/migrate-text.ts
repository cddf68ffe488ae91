import { checkDepth } from "@a2agen/migrate/json-tree.ts";
import { type MigrationOptions, migrateValue } from "@a2agen/migrate/migrate-value.ts";
import { joinPath, type Note } from "@a2agen/migrate/note.ts";
import { errorMessage, isObject, own } from "@a2agen/runtime/internal";
import { parseJson } from "@a2agen/terminal/read-json.ts";
import { rewriteJson } from "./json-text.ts";
import { keepOrder } from "./keep-order.ts";
import { openYaml } from "./yaml-text.ts";

export type DataFormat = "json" | "json-lines" | "yaml";

/** A message about a place in a file. */
export interface PlacedNote extends Note {
  /** In JSON lines. */
  readonly line?: number;
}

export interface MigratedText {
  /** The same as before when nothing changed. */
  readonly text: string;
  /** The versions that changed values were of. */
  readonly changes: readonly string[];
  readonly warnings: readonly PlacedNote[];
  /** Values that no version accepts, with the reason. */
  readonly left: readonly PlacedNote[];
  /** Values of a known version that cannot be translated. */
  readonly refusals: readonly PlacedNote[];
  /** The number of values of a known version. */
  readonly known: number;
}

/** Migrates the values of a text; throws a SyntaxError for malformed texts and too many levels. */
export async function migrateText(
  text: string,
  format: DataFormat,
  options: MigrationOptions,
): Promise<MigratedText> {
  const mark = text.startsWith("\uFEFF") ? "\uFEFF" : "";
  const values = new ValueMigration(options);
  const migrated = await rewriters[format](text.slice(mark.length), values);
  return { ...values.report, text: `${mark}${migrated}` };
}

interface Item {
  readonly value: unknown;
  readonly path: string;
  readonly line?: number;
}

/** Migrates the values of one text, and collects the report. */
class ValueMigration {
  readonly report = {
    changes: [] as string[],
    warnings: [] as PlacedNote[],
    left: [] as PlacedNote[],
    refusals: [] as PlacedNote[],
    known: 0,
  };
  readonly #options: MigrationOptions;

  constructor(options: MigrationOptions) {
    this.#options = options;
  }

  /** Lists are migrated element by element. */
  migrateRoot(value: unknown): unknown {
    if (!Array.isArray(value)) return this.migrateList([{ value, path: "" }])[0];
    return this.migrateList(value.map((element: unknown, i) => ({ value: element, path: `[${i}]` })));
  }

  /**
   * Returns the values, the unchanged ones as they were; a response belongs to the last request with its id.
   */
  migrateList(items: readonly Item[]): readonly unknown[] {
    const methods = new Map<unknown, string>();
    return items.map((item) => {
      const [id, method] = isObject(item.value) ? [own(item.value, "id"), own(item.value, "method")] : [];
      if (typeof method !== "string") return this.#migrate(item, methods.get(id));
      if (id !== undefined) methods.set(id, method);
      return this.#migrate(item, undefined);
    });
  }

  #migrate({ value, ...place }: Item, method: string | undefined): unknown {
    const { report } = this;
    const result = migrateValue(value, this.#options, method);
    const at = (note: Note): PlacedNote => ({ ...place, ...note, path: joinPath(place.path, note.path) });
    if (result.kind !== "unknown") report.known += 1;
    switch (result.kind) {
      case "same":
        report.warnings.push(...(result.notes ?? []).map(at));
        return value;
      case "changed":
        report.changes.push(result.from);
        report.warnings.push(...result.notes.map(at));
        return result.value;
      case "unknown":
        report.left.push(at({ path: "", message: result.reason }));
        return value;
      case "refused":
        report.refusals.push(
          at({ path: "", message: [result.reason, result.advice ?? []].flat().join(": ") }),
        );
        return value;
    }
  }
}

type Rewriter = (text: string, values: ValueMigration) => string | Promise<string>;

const rewriters: Readonly<Record<DataFormat, Rewriter>> = {
  json(text, values) {
    const value = readJson(text);
    const changed = values.migrateRoot(value);
    return values.report.changes.length === 0 ? text : rewriteJson(text, keepOrder(changed, value));
  },
  "json-lines"(text, values) {
    const lines = text.split("\n");
    const items = lines.flatMap((line, index) =>
      line.trim() === "" ? [] : [{ value: readLine(line, index), path: "", line: index + 1 }],
    );
    for (const [i, changed] of values.migrateList(items).entries()) {
      const item = items[i];
      if (item === undefined || changed === item.value) continue;
      lines[item.line - 1] = rewriteJson(lines[item.line - 1] ?? "", keepOrder(changed, item.value));
    }
    return lines.join("\n");
  },
  async yaml(text, values) {
    const { values: documents, rewrite } = await openYaml(text);
    for (const value of documents) checkDepth(value);
    const changed = documents.map((value) => keepOrder(values.migrateRoot(value), value));
    return values.report.changes.length === 0 ? text : rewrite(changed);
  },
};

function readJson(text: string): unknown {
  const value = parseJson(text);
  checkDepth(value);
  return value;
}

function readLine(line: string, index: number): unknown {
  try {
    return readJson(line);
  } catch (cause) {
    throw new SyntaxError(`line ${index + 1}: ${errorMessage(cause)}`, { cause });
  }
}
