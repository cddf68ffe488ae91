import { isObject, parseUrl } from "@a2agen/runtime/internal";
import { printFragment, type Tokens, valueAt } from "../json-schema/json-pointer.ts";
import type { Diagnostics } from "../model/diagnostics.ts";
import type { Position } from "../model/model.ts";
import { describeJson } from "./describe-json.ts";
import { schemaDiagnostics } from "./diagnostics.ts";
import { listEntries } from "./keyword-table.ts";
import { limits } from "./limits.ts";
import { type Reporter, readKeywords } from "./read-keywords.ts";
import type { SchemaDocument, SchemaNode } from "./schema-node.ts";

/** A reference that is still to be resolved. */
export interface OpenReference {
  readonly from: SchemaNode;
  readonly keyword: "$ref" | "$dynamicRef";
  readonly reference: string;
  readonly refs: SchemaNode[];
}

/** The schemas that are known so far. */
export interface SchemaReader {
  readonly nodes: ReadonlyMap<string, SchemaNode>;
  /** By their URIs, without fragments. */
  readonly resources: ReadonlyMap<string, SchemaNode>;
  /** By their URIs, "#" and their names. */
  readonly anchors: ReadonlyMap<string, SchemaNode>;
  /** The places of each `$dynamicAnchor`. */
  readonly dynamicAnchors: ReadonlyMap<string, readonly SchemaNode[]>;
  /** Grows while schemas are read. */
  readonly references: readonly OpenReference[];
  /** Reads a schema and those in it, once; undefined for what is none. */
  read(document: SchemaDocument, tokens: Tokens, base: string): SchemaNode | undefined;
}

export function createSchemaReader(diagnostics: Diagnostics): SchemaReader {
  const nodes = new Map<string, SchemaNode>();
  const resources = new Map<string, SchemaNode>();
  const anchors = new Map<string, SchemaNode>();
  const dynamicAnchors = new Map<string, SchemaNode[]>();
  const references: OpenReference[] = [];
  const excess = { most: limits.schemas, what: "schemas" };
  let isFull = false;

  function read(document: SchemaDocument, tokens: Tokens, base: string): SchemaNode | undefined {
    const pointer = printFragment(tokens);
    const key = `${document.path}${pointer}`;
    const known = nodes.get(key);
    if (known !== undefined) return known;
    const position: Position = { file: document.path, line: 1, column: 1, pointer };
    const json = valueAt(document.json, tokens);
    if (typeof json !== "boolean" && !isObject(json)) {
      const found = describeJson(json);
      diagnostics.report(schemaDiagnostics["schema-value"], position, {
        expected: "a schema, which is an object, true or false",
        found,
      });
      return undefined;
    }
    if (nodes.size >= limits.schemas) {
      if (!isFull) diagnostics.report(schemaDiagnostics["schema-limit"], position, excess);
      isFull = true;
      return undefined;
    }
    const refs: SchemaNode[] = [];
    const says = {};
    const ownBase = isObject(json) ? (findId(json, document, base) ?? base) : base;
    const node: SchemaNode = { document, tokens, position, key, json, base: ownBase, says, refs };
    nodes.set(key, node);
    if (!isObject(json)) return node;
    if (tokens.length === 0) register(resources, document.uri, node);
    if (ownBase !== base) register(resources, ownBase, node);
    readAnchors(node, json);
    for (const keyword of ["$ref", "$dynamicRef"] as const) {
      const reference = json[keyword];
      if (reference === undefined || (keyword === "$dynamicRef" && document.draft === "7")) continue;
      if (typeof reference === "string") references.push({ from: node, keyword, reference, refs });
      else
        report(node)(schemaDiagnostics["schema-value"], [keyword], {
          expected: "a URI",
          found: describeJson(reference),
        });
    }
    const readNode = (path: readonly string[]): SchemaNode | undefined =>
      read(document, [...tokens, ...path], ownBase);
    Object.assign(says, readKeywords(listEntries(json, document.draft), readNode, report(node)));
    return node;
  }

  function register(map: Map<string, SchemaNode>, id: string, node: SchemaNode): void {
    const other = map.get(id);
    if (other === undefined) map.set(id, node);
    else if (other !== node) {
      diagnostics.report(schemaDiagnostics["schema-id"], node.position, { id, other: other.key });
    }
  }

  function readAnchors(node: SchemaNode, json: Readonly<Record<string, unknown>>): void {
    const { $id, $anchor, $dynamicAnchor } = json;
    if (node.document.draft === "7") {
      if (typeof $id === "string" && $id.startsWith("#")) register(anchors, `${node.base}${$id}`, node);
      return;
    }
    for (const anchor of [$anchor, $dynamicAnchor]) {
      if (typeof anchor === "string") register(anchors, `${node.base}#${anchor}`, node);
    }
    if (typeof $dynamicAnchor !== "string") return;
    dynamicAnchors.set($dynamicAnchor, [...(dynamicAnchors.get($dynamicAnchor) ?? []), node]);
  }

  const report =
    (node: SchemaNode): Reporter =>
    (kind, path, parameters) =>
      diagnostics.report(
        kind,
        { ...node.position, pointer: printFragment([...node.tokens, ...path]) },
        parameters,
      );

  return { nodes, resources, anchors, dynamicAnchors, references, read };
}

/** The URI that a schema gives to itself, without its fragment. */
function findId(
  json: Readonly<Record<string, unknown>>,
  { draft }: SchemaDocument,
  base: string,
): string | undefined {
  const { $id, $ref } = json;
  if (typeof $id !== "string" || $id.startsWith("#")) return undefined;
  if (draft === "7" && typeof $ref === "string") return undefined;
  const url = parseUrl($id, base);
  if (url === undefined) return undefined;
  url.hash = "";
  return url.href;
}
