import { toPropertyName } from "../naming/identifiers.ts";
import { code, importType, join, type Piece } from "../print/piece.ts";
import { runtimeType } from "../print/runtime-import.ts";
import type { Definition, Definitions, Node, ScalarType } from "./schema-model.ts";
import { definitionOf } from "./schema-model.ts";

export const runtime = "@a2agen/runtime/codegen";

/** Where a type is written. */
export interface TypeContext {
  readonly definitions: Definitions;
  /** The module with the types, "./a2a_types". */
  readonly typesFile: string;
  /** Whether the file gives names to what is hidden. */
  readonly namesHidden: boolean;
}

/** A node as a TypeScript type. */
export function typeOf(node: Node, context: TypeContext): Piece {
  switch (node.kind) {
    case "any":
      return runtimeType("JsonValue");
    case "record":
      return runtimeType("JsonObject");
    case "scalar":
      return [...new Set(node.types.map(scalarType))].join(" | ");
    case "literals":
      return node.values.map((value) => JSON.stringify(value)).join(" | ");
    case "list":
      return code`${inBrackets(node.element, context)}[]`;
    case "map":
      return code`{ [key: string]: ${typeOf(node.value, context)} }`;
    case "ref":
      return typeOfDefinition(definitionOf(node.name, context.definitions), context);
  }
}

/** The name of a definition; what it consists of where it has none. */
export function typeOfDefinition(definition: Definition, context: TypeContext): Piece {
  const { name, hidden } = definition;
  if (!hidden) return importType(name, context.typesFile);
  return context.namesHidden ? name : contentOf(definition, context);
}

/** What a definition consists of, on one line. */
export function contentOf({ body }: Definition, context: TypeContext): Piece {
  switch (body.kind) {
    case "union":
      return join(
        distinct(body.arms).map((arm) => typeOf(arm, context)),
        " | ",
      );
    case "object": {
      const members = body.properties.map(
        ({ name, required, node }) =>
          code`${toPropertyName(name)}${required ? "" : "?"}: ${typeOf(node, context)}`,
      );
      return code`{ ${join(members, "; ")} }`;
    }
    case "enum":
      return body.values.map((value) => JSON.stringify(value)).join(" | ");
    case "alias":
      return typeOf(body.node, context);
  }
}

function distinct(nodes: readonly Node[]): readonly Node[] {
  return [...new Map(nodes.map((node) => [JSON.stringify(node), node])).values()];
}

function inBrackets(node: Node, context: TypeContext): Piece {
  const type = typeOf(node, context);
  const isUnion =
    (node.kind === "ref" && definitionOf(node.name, context.definitions).hidden) ||
    (node.kind === "scalar" && node.types.length > 1) ||
    (node.kind === "literals" && node.values.length > 1);
  return isUnion ? code`(${type})` : type;
}

function scalarType(type: ScalarType): string {
  return type === "integer" ? "number" : type;
}
