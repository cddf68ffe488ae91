import type { Definition, Definitions, Node } from "./schema-model.ts";

/** The definitions that can stand inside themselves. */
export function findRecursive(definitions: Definitions): ReadonlySet<string> {
  const references = new Map(
    [...definitions.values()].map((definition) => [definition.name, referencesOf(definition)]),
  );
  return new Set([...definitions.keys()].filter((name) => reaches(name, references)));
}

function reaches(start: string, references: ReadonlyMap<string, readonly string[]>): boolean {
  const seen = new Set<string>();
  const pending = [...(references.get(start) ?? [])];
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    if (name === start) return true;
    if (seen.has(name)) continue;
    seen.add(name);
    pending.push(...(references.get(name) ?? []));
  }
  return false;
}

function referencesOf({ body }: Definition): readonly string[] {
  switch (body.kind) {
    case "object":
      return body.properties.flatMap(({ node }) => namesIn(node));
    case "union":
      return body.arms.flatMap(namesIn);
    case "alias":
      return namesIn(body.node);
    case "enum":
      return [];
  }
}

function namesIn(node: Node): readonly string[] {
  switch (node.kind) {
    case "ref":
      return [node.name];
    case "list":
      return namesIn(node.element);
    case "map":
      return namesIn(node.value);
    case "any":
    case "record":
    case "scalar":
    case "literals":
      return [];
  }
}
