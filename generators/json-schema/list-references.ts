import { isObject, parseUrl } from "@a2agen/runtime/internal";
import { subschemaKeywords } from "./keywords.ts";
import type { SchemaObject } from "./schema.ts";

/** The references and anchors of a schema. */
export interface References {
  /** Values of `$ref` and `$dynamicRef`. */
  readonly targets: ReadonlySet<string>;
  /** Names that `$anchor` and `$dynamicAnchor` give. */
  readonly anchors: ReadonlySet<string>;
  /** Reasons not to read it or move it. */
  readonly problems: readonly string[];
}

/** Reads the references of a schema; examples, constants and names of properties do not count. */
export function listReferences(schema: SchemaObject): References {
  const targets = new Set<string>();
  const anchors = new Set<string>();
  const problems: string[] = [];
  visit(schema, 0);
  return { targets, anchors, problems };

  function visit(value: unknown, depth: number): void {
    if (depth > maximumDepth) {
      const problem = `expected at most ${maximumDepth} levels; there are more`;
      if (!problems.includes(problem)) problems.push(problem);
      return;
    }
    if (Array.isArray(value)) for (const item of value) visit(item, depth + 1);
    if (!isObject(value)) return;
    for (const [key, item] of Object.entries(value)) {
      if (data.has(key)) continue;
      if (isMap(key) && isObject(item)) for (const each of Object.values(item)) visit(each, depth + 1);
      else if (typeof item === "string") read(key, item, depth);
      else visit(item, depth + 1);
    }
  }

  function read(key: string, value: string, depth: number): void {
    if (key === "$ref" || key === "$dynamicRef") targets.add(value);
    if (key === "$anchor" || key === "$dynamicAnchor") anchors.add(value);
    if (key === "$id" && depth > 0) {
      problems.push(`$id: expected one, at the beginning; found ${JSON.stringify(value)} inside as well`);
    }
  }
}

/** `$id`s of other schemas to which one refers, without fragments, in the order in which it does. */
export function listOthers(schema: SchemaObject): readonly string[] {
  const { $id } = schema;
  if (typeof $id !== "string" || parseUrl($id) === undefined) return [];
  const ids = [...listReferences(schema).targets].flatMap((target) => {
    const url = parseUrl(target, $id);
    if (url === undefined) return [];
    url.hash = "";
    return url.href === $id ? [] : [url.href];
  });
  return [...new Set(ids)];
}

const maximumDepth = 200;

/** Keywords whose values are data, not schemas. */
const data: ReadonlySet<string> = new Set(["const", "default", "enum", "example", "examples"]);

/** Whether the value has schemas by names that people chose. */
function isMap(keyword: string): boolean {
  return keyword === "dependencies" || subschemaKeywords.get(keyword)?.form === "map";
}
