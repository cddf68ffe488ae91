import { isObject } from "@a2agen/runtime/internal";
import { printFragment, type Tokens } from "../json-schema/json-pointer.ts";
import type { Diagnostics } from "../model/diagnostics.ts";
import type { Position } from "../model/model.ts";
import { describeJson } from "./describe-json.ts";
import { schemaDiagnostics } from "./diagnostics.ts";
import { limits } from "./limits.ts";
import type { Draft, SchemaDocument } from "./schema-node.ts";

/** A file as it was given. */
export interface GivenDocument {
  /** Relative to a folder that all files are below, with "/". */
  readonly path: string;
  readonly json: unknown;
}

const drafts: Readonly<Record<string, Draft>> = {
  "https://json-schema.org/draft/2020-12/schema": "2020-12",
  "http://json-schema.org/draft-07/schema": "7",
  "https://json-schema.org/draft-07/schema": "7",
};

/** Looks at files before their schemas are read; those that are refused are left out. */
export function readDocuments(
  given: readonly GivenDocument[],
  diagnostics: Diagnostics,
): readonly SchemaDocument[] {
  let left: number = limits.values;
  return given.flatMap(({ path, json }) => {
    const positionOf = (tokens: Tokens): Position => ({
      file: path,
      line: 1,
      column: 1,
      pointer: printFragment(tokens),
    });
    if (path.split("/").some((part) => part === ".." || part === "")) {
      diagnostics.report(schemaDiagnostics["schema-path"], positionOf([]), undefined);
      return [];
    }
    const size = measure(json, left);
    if (size.tooDeep !== undefined) {
      const excess = { most: limits.levels, what: "objects and arrays inside one another" };
      diagnostics.report(schemaDiagnostics["schema-limit"], positionOf(size.tooDeep), excess);
      return [];
    }
    left -= size.values;
    if (left < 0) {
      const excess = { most: limits.values, what: "JSON values in all files" };
      diagnostics.report(schemaDiagnostics["schema-limit"], positionOf([]), excess);
      return [];
    }
    const $schema = isObject(json) ? json["$schema"] : undefined;
    const name = typeof $schema === "string" ? $schema.replace(/#$/, "") : undefined;
    const draft = name !== undefined && Object.hasOwn(drafts, name) ? drafts[name] : undefined;
    if ($schema !== undefined && draft === undefined) {
      const found = describeJson($schema);
      diagnostics.report(schemaDiagnostics["schema-dialect"], positionOf(["$schema"]), { found });
      return [];
    }
    return [{ path, json, draft: draft ?? "2020-12", uri: toUri(path) }];
  });
}

function toUri(path: string): string {
  return new URL(encodeURI(path).replaceAll("#", "%23").replaceAll("?", "%3F"), "file:///").href;
}

/** The number of values, up to `most` and some more, and a place that is too deep; without recursion. */
function measure(json: unknown, most: number): { readonly values: number; readonly tooDeep?: Tokens } {
  let values = 0;
  const pending: { readonly value: unknown; readonly tokens: Tokens }[] = [{ value: json, tokens: [] }];
  for (let next = pending.pop(); next !== undefined && values <= most; next = pending.pop()) {
    values += 1;
    const { value, tokens } = next;
    if (typeof value !== "object" || value === null) continue;
    if (tokens.length > limits.levels) return { values, tooDeep: tokens.slice(0, 4) };
    for (const [key, member] of Object.entries(value)) {
      if (typeof member === "object" && member !== null)
        pending.push({ value: member, tokens: [...tokens, key] });
      else values += 1;
    }
  }
  return { values };
}
