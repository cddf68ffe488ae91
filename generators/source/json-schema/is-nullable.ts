import { type Definitions, definitionOf, type Node } from "./definition.ts";

/** Whether null is a value of a node, where elsewhere it is the same as no value. */
export function isNullable(node: Node, definitions: Definitions, around: readonly string[] = []): boolean {
  switch (node.kind) {
    case "any":
      return true;
    case "scalar":
      return node.types.includes("null");
    case "literals":
      return node.values.includes(null);
    case "ref": {
      if (around.includes(node.name)) return false;
      const { body } = definitionOf(node.name, definitions);
      const below = [...around, node.name];
      if (body.kind === "union") return body.arms.some((arm) => isNullable(arm, definitions, below));
      return body.kind === "alias" && isNullable(body.node, definitions, below);
    }
    case "record":
    case "list":
    case "map":
      return false;
  }
}
