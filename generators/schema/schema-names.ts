import { printFragment } from "../json-schema/json-pointer.ts";
import type { Diagnostics } from "../model/diagnostics.ts";
import { capitalize } from "../naming/casing.ts";
import { toIdentifier } from "../naming/identifiers.ts";
import { uniqueName } from "../naming/unique-name.ts";
import { schemaDiagnostics } from "./diagnostics.ts";
import type { SchemaNode, SchemaSet } from "./schema-node.ts";
import { tagOf } from "./tags.ts";

/** A schema for which a codec is wanted. */
export interface SchemaRoot {
  /** "file.json#/$defs/X". */
  readonly ref: string;
  /** The name of its type: "CartMandate". */
  readonly name: string;
}

/** What generated code calls schemas; each has a name, and its declarations are made when they are needed. */
export interface SchemaNames {
  /** "Text": the same for the type, and for the check after the word "check". */
  nameOf(node: SchemaNode): string;
  /** Whether users gave the name, or can refer to it: it has a type and a check whatever it says. */
  isNamed(node: SchemaNode): boolean;
}

/** Names what is referred to by its definition, and all else by its place. */
export function nameSchemas(
  set: SchemaSet,
  {
    nodes,
    roots,
    diagnostics,
  }: {
    readonly nodes: ReadonlySet<SchemaNode>;
    readonly roots: ReadonlyMap<SchemaNode, string>;
    readonly diagnostics: Diagnostics;
  },
): SchemaNames {
  const names = new Map<SchemaNode, string>();
  const taken = new Map<string, Map<string, SchemaNode>>();
  const ownersIn = ({ document }: SchemaNode): Map<string, SchemaNode> => {
    const owners = taken.get(document.path) ?? new Map<string, SchemaNode>();
    taken.set(document.path, owners);
    return owners;
  };
  const claim = (node: SchemaNode, name: string): void => {
    ownersIn(node).set(name, node);
    names.set(node, name);
  };
  for (const [node, name] of roots) {
    const other = ownersIn(node).get(name);
    if (other === undefined) claim(node, name);
    else diagnostics.report(schemaDiagnostics["schema-name"], node.position, { name, other: other.key });
  }
  const targets = new Set([...nodes].flatMap(({ refs }) => refs));
  const named = [...nodes].filter((node) => isDefinition(node) || targets.has(node));
  for (const node of named.filter(isDefinition)) {
    if (!names.has(node)) claim(node, uniqueName(toTypeName(node.tokens.at(-1) ?? ""), ownersIn(node)));
  }
  const isNamed = new Set([...named, ...roots.keys()]);
  const nameOf = (node: SchemaNode): string => {
    const known = names.get(node);
    if (known !== undefined) return known;
    const name = uniqueName(nameByPlace(node), ownersIn(node));
    claim(node, name);
    return name;
  };
  /** The name of what is around, and the words that lead from there. */
  const nameByPlace = (node: SchemaNode): string => {
    const { tokens, document } = node;
    if (tokens.length === 0) return toTypeName(stemOf(document.path).split("/").at(-1) ?? "");
    for (let length = tokens.length - 1; length >= 0; length--) {
      const key = `${document.path}${printFragment(tokens.slice(0, length))}`;
      const around = set.nodes.get(key);
      // What is inside of a part of allOf is a part of the whole.
      const isPart = tokens[length - 2] === "allOf" && around !== undefined && !isNamed.has(around);
      if (around !== undefined && nodes.has(around) && !isPart) {
        const path = tokens.slice(length);
        while (path[0] === "allOf" && path.length > 2) path.splice(0, 2);
        return `${nameOf(around)}${wordsOf(node, path)}`;
      }
    }
    return toTypeName(tokens.at(-1) ?? "");
  };
  for (const node of [...named, ...nodes]) nameOf(node);
  return { nameOf, isNamed: (node) => isNamed.has(node) };
}

/** The path of a file without what says that it is a schema. */
export function stemOf(path: string): string {
  return path.replace(/^\.\//, "").replace(/(?:\.schema)?\.(?:json|ya?ml)$/i, "");
}

/** Whether it is an entry of the definitions at the root of its file. */
export function isDefinition({ tokens }: SchemaNode): boolean {
  return tokens.length === 2 && (tokens[0] === "$defs" || tokens[0] === "definitions");
}

/** "applied_discount" -> "AppliedDiscount"; capitals inside stay. */
function toTypeName(name: string): string {
  const words = name.split(/[^A-Za-z0-9]+/).filter((word) => word !== "");
  const joined = words.map(capitalize).join("");
  const type = toIdentifier(/^[A-Z]/.test(joined) ? joined : `Type${joined}`);
  return type === "Array" || type === "Record" ? `${type}$` : type;
}

/** What keywords are called in names; those of which only one schema can be meant are left out. */
const words: ReadonlyMap<string, string> = new Map([
  ["properties", ""],
  ["patternProperties", "Pattern"],
  ["additionalProperties", "Value"],
  ["unevaluatedProperties", "Value"],
  ["propertyNames", "Key"],
  ["items", "Item"],
  ["prefixItems", "Item"],
  ["unevaluatedItems", "Item"],
  ["contains", "Contained"],
  ["anyOf", "Option"],
  ["oneOf", "Option"],
  ["allOf", "Part"],
  ["not", "Not"],
  ["if", "If"],
  ["then", "Then"],
  ["else", "Else"],
  ["dependentSchemas", "With"],
  ["dependencies", "With"],
]);

function wordsOf(node: SchemaNode, [keyword = "", name]: readonly string[]): string {
  const word = words.get(keyword) ?? toTypeName(keyword);
  if (name === undefined) return word;
  if (/^\d+$/.test(name)) {
    const tag = keyword === "anyOf" || keyword === "oneOf" ? tagOf(node) : undefined;
    return tag === undefined || !/[A-Za-z]/.test(tag) ? `${word}${Number(name) + 1}` : toTypeName(tag);
  }
  return keyword === "patternProperties" ? word : `${word}${toTypeName(name)}`;
}
