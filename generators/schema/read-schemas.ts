import { parseUrl } from "@a2agen/runtime/internal";
import { parseFragment, printFragment, valueAt } from "../json-schema/json-pointer.ts";
import type { Diagnostics } from "../model/diagnostics.ts";
import { checkChains } from "./check-chains.ts";
import { schemaDiagnostics } from "./diagnostics.ts";
import { type GivenDocument, readDocuments } from "./read-documents.ts";
import type { SchemaNode, SchemaSet } from "./schema-node.ts";
import { createSchemaReader, type OpenReference, type SchemaReader } from "./schema-reader.ts";

/**
 * Reads JSON Schemas of 2020-12 and draft 7 that may refer to each other, by their paths or by `$id`; nothing
 * else is fetched. The set is whole only if no error was reported.
 */
export function readSchemas(documents: readonly GivenDocument[], diagnostics: Diagnostics): SchemaSet {
  const reader = createSchemaReader(diagnostics);
  const good = readDocuments(documents, diagnostics);
  for (const document of good) reader.read(document, [], document.uri);
  // What is referred to may hold further references.
  for (const open of reader.references) {
    const target = resolve(open, reader, diagnostics);
    if (target !== undefined) open.refs.push(target);
  }
  checkChains(reader.nodes, diagnostics);
  const find = (ref: string): SchemaNode | undefined => {
    const [path = "", fragment = ""] = ref.split("#");
    const tokens = parseFragment(fragment);
    return tokens === undefined ? undefined : reader.nodes.get(`${path}${printFragment(tokens)}`);
  };
  return { documents: good, nodes: reader.nodes, find };
}

function resolve(
  open: OpenReference,
  reader: SchemaReader,
  diagnostics: Diagnostics,
): SchemaNode | undefined {
  const { from, keyword, reference } = open;
  const refuse = (found: string): undefined => {
    const pointer = printFragment([...from.tokens, keyword]);
    diagnostics.report(
      schemaDiagnostics["schema-reference"],
      { ...from.position, pointer },
      { reference: reference.slice(0, 200), found },
    );
  };
  const urls = [from.base, from.document.uri].flatMap((base) => parseUrl(reference, base) ?? []);
  if (urls.length === 0) return refuse("is no URI; write the path of a file, # and a JSON pointer");
  let fragment = "";
  let resource: SchemaNode | undefined;
  for (const url of urls) {
    fragment = url.hash.slice(1);
    url.hash = "";
    resource = reader.resources.get(url.href);
    if (resource !== undefined) break;
  }
  if (resource === undefined) {
    return refuse("is none, and nothing is fetched; give its file too, under that path or with that $id");
  }
  const target = findTarget(resource, fragment, reader);
  if (target === undefined) return refuse(`is a place that ${resource.key} does not have; correct it`);
  return keyword === "$ref" ? target : resolveDynamic(target, fragment, { reader, refuse });
}

function findTarget(resource: SchemaNode, fragment: string, reader: SchemaReader): SchemaNode | undefined {
  if (fragment !== "" && !fragment.startsWith("/")) {
    const anchor = decode(fragment);
    return anchor === undefined ? undefined : reader.anchors.get(`${resource.base}#${anchor}`);
  }
  const pointer = parseFragment(fragment);
  if (pointer === undefined) return undefined;
  const tokens = [...resource.tokens, ...pointer];
  if (valueAt(resource.document.json, tokens) === undefined) return undefined;
  return reader.read(resource.document, tokens, baseOf(resource, tokens, reader));
}

/** The URI of the innermost schema around a place, for places that no keyword leads to. */
function baseOf({ document, base }: SchemaNode, tokens: readonly string[], { nodes }: SchemaReader): string {
  for (let length = tokens.length - 1; length >= 0; length--) {
    const around = nodes.get(`${document.path}${printFragment(tokens.slice(0, length))}`);
    if (around !== undefined) return around.base;
  }
  return base;
}

/** Where only one schema has the anchor, the way by which it was reached makes no difference. */
function resolveDynamic(
  target: SchemaNode,
  fragment: string,
  { reader, refuse }: { readonly reader: SchemaReader; readonly refuse: (found: string) => undefined },
): SchemaNode | undefined {
  const all = reader.dynamicAnchors.get(fragment) ?? [];
  if (!all.includes(target) || all.length === 1) return target;
  const places = all.map(({ key }) => key).join(" and ");
  return refuse(`depends on how it is reached: ${places} have that $dynamicAnchor; write $ref`);
}

function decode(fragment: string): string | undefined {
  try {
    return decodeURIComponent(fragment);
  } catch {
    // A "%" that begins no escape.
    return undefined;
  }
}
