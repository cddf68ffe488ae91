import { isDeepStrictEqual } from "node:util";
import { errorMessage, isObject } from "@a2agen/runtime/internal";
import type * as yamlModule from "yaml";
import type { Document, Node, Pair, ToStringOptions, YAMLMap, YAMLSeq } from "yaml";

export interface OpenYaml {
  /** The value of each document. */
  readonly values: readonly unknown[];
  /** The text with other values; comments stay with the nodes that stay. */
  readonly rewrite: (values: readonly unknown[]) => string;
}

type Yaml = typeof yamlModule;

/** Reads the documents of a YAML text; throws a SyntaxError with all problems. */
export async function openYaml(text: string): Promise<OpenYaml> {
  const yaml = await import("yaml");
  const documents = [...(yaml.parseAllDocuments(text) as Iterable<Document>)];
  const problems = documents.flatMap(({ errors }) =>
    errors.map(({ message }) => message.split("\n")[0]?.replace(/:$/, "")),
  );
  if (problems.length > 0) throw new SyntaxError(problems.join("; "));
  const values = documents.map(toValue);
  const options = { lineWidth: 0, ...styleOf(text) };
  return {
    values,
    rewrite: (changed) =>
      documents
        .map((document, index) => {
          if (isDeepStrictEqual(changed[index], values[index])) return document.toString(options);
          const contents = mergeNode(document.contents, changed[index], { yaml, document });
          document.contents = contents as typeof document.contents;
          return document.toString(options);
        })
        .join(""),
  };
}

function toValue(document: Document): unknown {
  try {
    return document.toJS();
  } catch (cause) {
    throw new SyntaxError(errorMessage(cause), { cause });
  }
}

/** The smallest indentation, the indentation of lists in maps, and the padding of brackets. */
function styleOf(text: string): Pick<ToStringOptions, "indent" | "indentSeq" | "flowCollectionPadding"> {
  const indents = [...text.matchAll(/^( +)[^\s#]/gm)].map(([, spaces = ""]) => spaces.length);
  const indent = indents.reduce((least, width) => Math.min(least, width), Infinity);
  const list = /^( *)[^\s#][^\n]*:[ \t]*(?:#[^\n]*)?\r?\n( *)- /m.exec(text);
  return {
    indent: indent > 8 ? 2 : indent,
    indentSeq: list === null || list[2] !== list[1],
    flowCollectionPadding: /(?:: |- )[[{] /.test(text),
  };
}

interface MergeContext {
  readonly yaml: Yaml;
  readonly document: Document;
}

/** Gives a node another value, and changes only the differences. */
function mergeNode(node: unknown, value: unknown, context: MergeContext): Node {
  const { yaml, document } = context;
  if (yaml.isNode(node)) {
    if (isDeepStrictEqual(node.toJS(document), value)) return node;
    if (yaml.isMap(node) && isObject(value)) return mergeMap(node, value, context);
    if (yaml.isSeq(node) && Array.isArray(value)) return mergeSeq(node, value, context);
    if (yaml.isScalar(node) && (typeof value !== "object" || value === null)) {
      node.value = value;
      // Otherwise "" that becomes null would be written without its quotes: as nothing.
      delete node.source;
      return node;
    }
  }
  const created = document.createNode(value, { aliasDuplicateObjects: false });
  if (yaml.isNode(node)) {
    const { comment, commentBefore } = node;
    if (typeof comment === "string") created.comment = comment;
    if (typeof commentBefore === "string") created.commentBefore = commentBefore;
  }
  return created;
}

function mergeMap(map: YAMLMap, value: Readonly<Record<string, unknown>>, context: MergeContext): Node {
  const { document } = context;
  const pairs = new Map<string, Pair>();
  for (const pair of map.items) pairs.set(keyOf(pair, context), pair);
  const before = map.items;
  map.items = Object.entries(value).map(([key, member]) => {
    const pair = pairs.get(key);
    if (pair === undefined) return document.createPair(key, member, { aliasDuplicateObjects: false });
    pair.value = mergeNode(pair.value, member, context);
    return pair;
  });
  keepHeadings(map, before, context);
  return map;
}

/** Moves the comments above removed pairs to their successors. */
function keepHeadings(map: YAMLMap, before: readonly Pair[], context: MergeContext): void {
  const kept = new Set<Pair>(map.items);
  const headings = new Map<Pair | undefined, string>();
  let previous: Pair | undefined;
  for (const pair of before) {
    if (kept.has(pair)) {
      previous = pair;
      continue;
    }
    const successor = map.items[previous === undefined ? 0 : map.items.indexOf(previous) + 1];
    headings.set(successor, `${headings.get(successor) ?? ""}${headingOf(pair, context)}`);
  }
  for (const [pair, heading] of headings) {
    if (heading === "") continue;
    if (pair !== undefined) addHeading(pair, heading, context);
    else map.comment = `${map.comment ?? ""}${heading}`.replace(/\n$/, "");
  }
}

/** The comment above a pair, which often covers the pairs below too. */
function headingOf({ key }: Pair, { yaml }: MergeContext): string {
  const comment = yaml.isNode(key) ? key.commentBefore : undefined;
  return typeof comment !== "string" ? "" : `${comment}\n`;
}

function addHeading(pair: Pair, heading: string, { yaml, document }: MergeContext): void {
  const key = yaml.isNode(pair.key) ? pair.key : document.createNode(pair.key);
  pair.key = key;
  key.commentBefore = `${heading}${key.commentBefore ?? ""}`.replace(/\n$/, "");
}

function keyOf({ key }: Pair, { yaml }: MergeContext): string {
  return String(yaml.isScalar(key) ? key.value : key);
}

function mergeSeq(seq: YAMLSeq, value: readonly unknown[], context: MergeContext): Node {
  seq.items = value.map((element, index) => mergeNode(seq.items[index], element, context));
  return seq;
}
