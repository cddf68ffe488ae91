import type { Profile } from "../../model/profile.ts";
import type { Body, Definition, Definitions, Node } from "./definition.ts";
import { SchemaError, type SchemaProblem } from "./schema-problem.ts";

type NamedType = NonNullable<Profile["schema"]>["types"][string];

/**
 * Gives names to what stands inside of definitions: the named type takes the place of the property's
 * type, wherever that stands. Throws SchemaError for a property that is not there, or has a name already.
 */
export function nameTypes(
  read: Definitions,
  types: Readonly<Record<string, NamedType>>,
  source: string,
): Definitions {
  const problems: SchemaProblem[] = [];
  const renamed = new Map<string, string>();
  const nodes = new Map<string, string>();
  const added: Definition[] = [];
  for (const [name, { description, of }] of Object.entries(types)) {
    const pointer = `#types/${name}`;
    const report = (message: string): void => {
      problems.push({ pointer, message: `${message} [schema-types]` });
    };
    const node = of === undefined ? ({ kind: "record" } as const) : findNode(read, of);
    if (node === undefined) {
      report(`found ${JSON.stringify(of)}; expected a property of a definition`);
      continue;
    }
    const inner = node.kind === "ref" ? read.get(node.name) : undefined;
    if (read.has(name) && read.get(name) !== inner)
      report("found the name of a definition; expected a new one");
    if (inner !== undefined && !inner.hidden) {
      report(`found a type that has the name ${inner.name}; expected one without`);
      continue;
    }
    if (inner !== undefined) renamed.set(inner.name, name);
    else if (of !== undefined) nodes.set(of, name);
    const body: Body = inner?.body ?? { kind: "alias", node };
    added.push({
      name,
      pointer: inner?.pointer ?? pointer,
      doc: description,
      deprecated: false,
      hidden: false,
      body,
    });
  }
  if (problems.length > 0) throw new SchemaError(source, problems);
  const rename = (node: Node): Node => renameIn(node, renamed);
  const kept = [...read.values()].filter(({ name }) => !renamed.has(name));
  const visible = kept.filter(({ hidden }) => !hidden).map((one) => replaceNodes(one, nodes));
  const hidden = kept.filter((one) => one.hidden);
  const all = [...visible, ...added, ...hidden].map((one) => ({ ...one, body: mapNodes(one.body, rename) }));
  return new Map(all.map((one) => [one.name, one]));
}

function findNode(definitions: Definitions, member: string): Node | undefined {
  const [name = "", property = ""] = member.split(".");
  const body = definitions.get(name)?.body;
  return body?.kind === "object" ? body.properties.find((one) => one.name === property)?.node : undefined;
}

/** Replaces types that got a name by references. */
function replaceNodes(definition: Definition, nodes: ReadonlyMap<string, string>): Definition {
  const { name, body } = definition;
  if (body.kind !== "object") return definition;
  const properties = body.properties.map((property) => {
    const type = nodes.get(`${name}.${property.name}`);
    return type === undefined ? property : { ...property, node: { kind: "ref", name: type } as const };
  });
  return { ...definition, body: { kind: "object", properties } };
}

function mapNodes(body: Body, map: (node: Node) => Node): Body {
  switch (body.kind) {
    case "object":
      return {
        kind: "object",
        properties: body.properties.map((one) => ({ ...one, node: map(one.node) })),
      };
    case "union":
      return { ...body, arms: body.arms.map(map) };
    case "alias":
      return { kind: "alias", node: map(body.node) };
    case "enum":
      return body;
  }
}

function renameIn(node: Node, renamed: ReadonlyMap<string, string>): Node {
  switch (node.kind) {
    case "ref":
      return { kind: "ref", name: renamed.get(node.name) ?? node.name };
    case "list":
      return { ...node, element: renameIn(node.element, renamed) };
    case "map":
      return { ...node, value: renameIn(node.value, renamed) };
    case "any":
    case "record":
    case "scalar":
    case "literals":
      return node;
  }
}
