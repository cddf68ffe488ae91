import { type Definition, type Definitions, definitionOf, type Node } from "./definition.ts";

/**
 * The arms of a union with those of the unions among them, aliases resolved; references that are
 * left are to objects. Undefined when the union has itself for an arm.
 */
export function flattenArms(definition: Definition, definitions: Definitions): readonly Node[] | undefined {
  const arms = new Map<string, Node>();
  return collect({ kind: "ref", name: definition.name }, { definitions, arms, around: [] })
    ? [...arms.values()]
    : undefined;
}

interface Collection {
  readonly definitions: Definitions;
  /** By their text, so that each is there once. */
  readonly arms: Map<string, Node>;
  readonly around: readonly string[];
}

function collect(node: Node, { definitions, arms, around }: Collection): boolean {
  if (node.kind !== "ref") {
    arms.set(JSON.stringify(node), node);
    return true;
  }
  if (around.includes(node.name)) return false;
  const { body } = definitionOf(node.name, definitions);
  const below = { definitions, arms, around: [...around, node.name] };
  switch (body.kind) {
    case "object":
      arms.set(JSON.stringify(node), node);
      return true;
    case "enum":
      return collect({ kind: "literals", values: body.values, isConstant: false }, below);
    case "alias":
      return collect(body.node, below);
    case "union":
      return body.arms.map((arm) => collect(arm, below)).every(Boolean);
  }
}
