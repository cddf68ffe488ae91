import { toPascalWords } from "../../naming/casing.ts";
import { uniqueName } from "../../naming/unique-name.ts";
import { type Body, type Definition, type Definitions, definitionOf, type Node } from "./definition.ts";
import { findTag } from "./find-tag.ts";
import { joinScalars } from "./join-scalars.ts";
import { mergeArms, withoutNarrower } from "./merge-arms.ts";
import { type ObjectArm, propertyOf } from "./object-arm.ts";
import { SchemaError, type SchemaProblem } from "./schema-problem.ts";
import type { ObjectPlan, UnionPlan } from "./union-plan.ts";

export interface PlannedSchema {
  /** Those of the schema, and what unions of unions came to. */
  readonly definitions: Definitions;
  readonly unions: ReadonlyMap<string, UnionPlan>;
}

/** Decides for every union how its arms are distinguished; throws SchemaError where that cannot be done. */
export function planUnions(read: Definitions, source: string): PlannedSchema {
  const definitions = new Map(read);
  const unions = new Map<string, UnionPlan>();
  const problems: SchemaProblem[] = [];
  // Planning adds definitions, which the loop visits as well.
  for (const definition of definitions.values()) {
    const { body } = definition;
    if (body.kind !== "union" && flattenArms(definition, definitions) === undefined) {
      problems.push({ pointer: definition.pointer, message: endless });
    }
    if (body.kind !== "union") continue;
    const plan = planUnion(definition, body, { definitions, problems });
    if (plan !== undefined) unions.set(definition.name, plan);
  }
  if (problems.length > 0) throw new SchemaError(source, problems);
  return { definitions, unions };
}

interface PlanContext {
  readonly definitions: Map<string, Definition>;
  readonly problems: SchemaProblem[];
}

const endless = "found a definition that is itself; expected an object or an array between [schema-union]";

type Union = Extract<Body, { kind: "union" }>;

function planUnion(definition: Definition, union: Union, context: PlanContext): UnionPlan | undefined {
  const { pointer } = definition;
  const refuse = (message: string): undefined => {
    context.problems.push({ pointer, message: `${message} [schema-union]` });
  };
  const arms = flattenArms(definition, context.definitions);
  if (arms === undefined) {
    context.problems.push({ pointer, message: endless });
    return undefined;
  }
  const scalars = joinScalars(arms);
  const lists = arms.filter(({ kind }) => kind === "list");
  const objects = arms.filter(({ kind }) => kind === "ref");
  const open = arms.filter(({ kind }) => kind === "record" || kind === "map");
  const hasMany = [scalars, lists, open].some((group) => group.length > 1);
  if (hasMany || (open.length > 0 && objects.length > 0) || arms.some(({ kind }) => kind === "any")) {
    return refuse(
      "found arms of the same JSON type; supported: one of strings, numbers, true, false and null, one of arrays, and objects with properties",
    );
  }
  const [first] = open;
  const object: ObjectPlan | undefined =
    first === undefined
      ? planObjects(definition, objects, { ...context, exclusive: union.exclusive, refuse })
      : { by: "node", node: first };
  if (objects.length > 0 && object === undefined) return undefined;
  return { scalar: scalars[0], list: lists[0], object };
}

interface ObjectContext extends PlanContext {
  readonly exclusive: boolean;
  readonly refuse: (message: string) => undefined;
}

function planObjects(
  definition: Definition,
  nodes: readonly Node[],
  context: ObjectContext,
): ObjectPlan | undefined {
  const { definitions, exclusive, refuse } = context;
  const all = nodes.flatMap((node) => (node.kind === "ref" ? [toArm(node.name, definitions)] : []));
  const arms = exclusive ? all : withoutNarrower(all);
  const [only] = arms;
  if (only === undefined) return undefined;
  if (arms.length === 1) return { by: "definition", name: only.name };
  const names = all.map(({ name }) => name).join(", ");

  const tag = findTag(arms);
  if (tag !== undefined) {
    const cases = tag.cases.map(({ value, arms: group }) => {
      return { value, name: nameOf(group, { suffix: String(value), definition, context }) };
    });
    return { by: "tag", tag: tag.name, cases, other: tag.other?.name };
  }
  const members = partitionArms(arms);
  if (members !== undefined) {
    return {
      by: "member",
      cases: members.map(({ member, arms: group }) => ({
        member,
        name: nameOf(group, { suffix: member, definition, context }),
      })),
      nullable: members
        .filter(({ member, arms: group }) => isNullableIn(member, group, definitions))
        .map(({ member }) => member),
    };
  }
  const merged = exclusive ? undefined : mergeArms(arms);
  if (merged === undefined) {
    return refuse(
      `found objects that nothing tells apart: ${names}; expected a required property with a different "const" in each, or one that each requires and no other has`,
    );
  }
  const { property, properties, nodes: results } = merged;
  const result = addHidden(`${definition.name}${toPascalWords(property)}`, definition, {
    definitions,
    body: { kind: "union", arms: results, exclusive: false },
  });
  const name = addHidden(`${definition.name}Object`, definition, {
    definitions,
    body: {
      kind: "object",
      properties: properties.map((one) =>
        one.name === property ? { ...one, node: { kind: "ref", name: result } } : one,
      ),
    },
  });
  return { by: "definition", name };
}

function toArm(name: string, definitions: Definitions): ObjectArm {
  const { body } = definitionOf(name, definitions);
  if (body.kind !== "object") throw new Error(`${name} is no object`);
  return { name, properties: body.properties };
}

interface GroupContext {
  readonly suffix: string;
  readonly definition: Definition;
  readonly context: ObjectContext;
}

/** The definition of a group of arms: its only one, or a union of them that gets a name here. */
function nameOf(group: readonly ObjectArm[], { suffix, definition, context }: GroupContext): string {
  const [first] = group;
  if (first !== undefined && group.length === 1) return first.name;
  const arms = group.map(({ name }): Node => ({ kind: "ref", name }));
  return addHidden(`${definition.name}${toPascalWords(suffix)}Group`, definition, {
    definitions: context.definitions,
    body: { kind: "union", arms, exclusive: context.exclusive },
  });
}

function addHidden(
  wanted: string,
  { pointer }: Definition,
  { definitions, body }: { readonly definitions: Map<string, Definition>; readonly body: Body },
): string {
  const name = uniqueName(wanted, definitions);
  definitions.set(name, { name, pointer, doc: "", deprecated: false, hidden: true, body });
  return name;
}

function isNullableIn(member: string, arms: readonly ObjectArm[], definitions: Definitions): boolean {
  return arms.some(({ properties }) =>
    properties.some(({ name, node }) => name === member && isNullable(node, definitions)),
  );
}

/** Whether null is a value of a node, where elsewhere it is the same as no value. */
function isNullable(node: Node, definitions: Definitions, around: readonly string[] = []): boolean {
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

interface MemberGroup {
  readonly member: string;
  readonly arms: readonly ObjectArm[];
}

/**
 * Finds properties of which every arm requires one, and that no other arm has, as the members of a
 * oneof; those of the most arms come first. Undefined where there are none.
 */
function partitionArms(arms: readonly ObjectArm[]): readonly MemberGroup[] | undefined {
  const names = new Set(arms.flatMap(({ properties }) => properties.map(({ name }) => name)));
  const candidates = [...names]
    .map((member) => ({ member, arms: arms.filter((arm) => propertyOf(arm, member) !== undefined) }))
    .filter(({ member, arms: owners }) => {
      return owners.length < arms.length && owners.every((arm) => propertyOf(arm, member)?.required === true);
    })
    .sort((a, b) => b.arms.length - a.arms.length);
  const groups: MemberGroup[] = [];
  const claimed = new Set<ObjectArm>();
  for (const candidate of candidates) {
    if (candidate.arms.some((arm) => claimed.has(arm))) continue;
    groups.push(candidate);
    for (const arm of candidate.arms) claimed.add(arm);
  }
  if (claimed.size < arms.length) return undefined;
  return groups.sort((a, b) => indexOf(a, arms) - indexOf(b, arms));
}

function indexOf({ arms: [first] }: MemberGroup, arms: readonly ObjectArm[]): number {
  return first === undefined ? 0 : arms.indexOf(first);
}

/**
 * The arms of a union with those of the unions among them, aliases resolved; references that are
 * left are to objects. Undefined when the union has itself for an arm.
 */
function flattenArms(definition: Definition, definitions: Definitions): readonly Node[] | undefined {
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
