import type { JsonValue } from "@a2agen/runtime";
import { code, join, type Piece } from "../print/piece.ts";
import { codegenValue } from "../print/runtime-import.ts";
import type { CheckContext } from "./check-context.ts";
import { memberOf } from "./check-object.ts";
import { checkValue, follow, isTrivial } from "./check-value.ts";
import { isClosedTo } from "./closed.ts";
import { describeArm } from "./describe-arm.ts";
import { block, chain, indented, type Line } from "./lines.ts";
import { describeTypes, isNone, quote } from "./scalar-tests.ts";
import type { JsonType, SchemaNode } from "./schema-node.ts";
import { membersOf } from "./tags.ts";
import { type TypeSet, typesOf } from "./type-sets.ts";

type Kind = "anyOf" | "oneOf";

const self = { value: "value", at: undefined };

/** What `anyOf` or `oneOf` asks of `value`, which has one of the types. */
export function checkUnion(
  arms: readonly SchemaNode[],
  kind: Kind,
  types: TypeSet,
  context: CheckContext,
): readonly Line[] {
  if (arms.length === 1) return arms.flatMap((arm) => checkValue(arm, self, context));
  if (kind === "anyOf" && arms.some((arm) => isTrivial(follow(arm)))) return [];
  const groups = groupByType(arms, types);
  if (groups === undefined) return checkArms(arms, kind, context);
  const [only, ...others] = groups;
  if (only !== undefined && others.length === 0 && sameTypes(only.types, types)) {
    return checkGroup(only.arms, { kind, types, context });
  }
  const blocks = groups.map((group) => ({
    types: group.types,
    lines: checkGroup(group.arms, { kind, types: new Set(group.types), context }),
  }));
  const checked = blocks.filter(({ lines }) => lines.length > 0);
  // Types of which every value is right come last, where other types are refused.
  const right = blocks.filter(({ lines }) => lines.length === 0).flatMap((each) => each.types);
  const all = groups.flatMap((group) => group.types);
  const expected = quote(describeTypes(all));
  const refused = code`found = ${codegenValue("wrongType", "schema")}(found, undefined, value, ${expected});`;
  const last =
    right.length === 0 ? { body: [refused] } : { condition: isNone(right, "value"), body: [refused] };
  return chain([
    ...checked.map((each) => ({ condition: isOneOf(each.types), body: each.lines })),
    ...(all.length === types.size ? [] : [last]),
  ]);
}

/** A condition that is true for values of one of the types. */
function isOneOf(types: readonly JsonType[]): Piece {
  const texts: Readonly<Record<JsonType, Piece>> = {
    object: code`${codegenValue("isRecord", "schema")}(value)`,
    array: code`${codegenValue("isList", "schema")}(value)`,
    string: 'typeof value === "string"',
    number: 'typeof value === "number"',
    integer: code`${codegenValue("isInteger", "schema")}(value)`,
    boolean: 'typeof value === "boolean"',
    null: "value === null",
  };
  const needed = types.filter((type) => type !== "integer" || !types.includes("number"));
  return join(
    needed.map((type) => texts[type]),
    " || ",
  );
}

interface Group {
  readonly types: readonly JsonType[];
  readonly arms: readonly SchemaNode[];
}

/** The arms by the types that they share; undefined where that tells none apart. */
function groupByType(arms: readonly SchemaNode[], types: TypeSet): readonly Group[] | undefined {
  const groups: { types: JsonType[]; arms: readonly SchemaNode[] }[] = [];
  for (const type of types) {
    const possible = arms.filter((arm) => typesOf(arm).has(type));
    if (possible.length === 0) continue;
    const same = groups.find((group) => sameArms(group.arms, possible));
    if (same === undefined) groups.push({ types: [type], arms: possible });
    else same.types.push(type);
  }
  // Integers and fractions are not told apart: JavaScript has one type of number.
  const [numbers, integers] = (["number", "integer"] as const).map((type) =>
    groups.find((group) => group.types.includes(type)),
  );
  if (numbers !== undefined && numbers !== integers) return undefined;
  const isHelpful = groups.length > 1 || (groups[0]?.arms.length ?? arms.length) < arms.length;
  const isClear = groups.some((group) => isTellable(group.arms, new Set(group.types)));
  return isHelpful || isClear ? groups : undefined;
}

function sameArms(one: readonly SchemaNode[], other: readonly SchemaNode[]): boolean {
  return one.length === other.length && one.every((arm, at) => arm === other[at]);
}

function sameTypes(one: readonly JsonType[], other: TypeSet): boolean {
  return one.length === other.size;
}

function isTellable(arms: readonly SchemaNode[], types: TypeSet): boolean {
  return (
    types.size === 1 && types.has("object") && (findTag(arms) !== undefined || findKeys(arms) !== undefined)
  );
}

interface GroupInit {
  readonly kind: Kind;
  readonly types: TypeSet;
  readonly context: CheckContext;
}

/** Arms for values of one type: one by itself, or those of objects by what tells them apart. */
function checkGroup(arms: readonly SchemaNode[], { kind, types, context }: GroupInit): readonly Line[] {
  if (arms.length === 1) return arms.flatMap((arm) => checkValue(arm, { ...self, known: types }, context));
  if (isTellable(arms, types)) {
    const tag = findTag(arms);
    if (tag !== undefined) return checkTagged(tag, context);
    const keys = findKeys(arms);
    if (keys !== undefined) return checkKeyed(keys, context);
  }
  return checkArms(arms, kind, context);
}

interface Tag {
  readonly name: string;
  readonly arms: readonly { readonly values: readonly JsonValue[]; readonly arm: SchemaNode }[];
}

/** A member that each arm requires with other constants. */
function findTag(arms: readonly SchemaNode[]): Tag | undefined {
  const all = arms.map((arm) => ({ arm, ...membersOf(arm) }));
  for (const name of all[0]?.constants.keys() ?? []) {
    const tagged = all.map(({ arm, required, constants }) => ({
      arm,
      values: required.has(name) ? (constants.get(name) ?? []) : [],
    }));
    const values = tagged.flatMap((each) => each.values);
    const isDistinct =
      new Set(values).size === values.length && tagged.every((each) => each.values.length > 0);
    if (isDistinct) return { name, arms: tagged };
  }
  return undefined;
}

function checkTagged({ name, arms }: Tag, context: CheckContext): readonly Line[] {
  const cases = arms.flatMap(({ values, arm }): readonly Line[] => [
    ...values.map((value) => `case ${JSON.stringify(value)}:`),
    indented([...checkValue(arm, self, context), "break;"]),
  ]);
  const all = arms.flatMap(({ values }) => values.map((value) => JSON.stringify(value)));
  const expected = `[${all.join(", ")}]`;
  return [
    block(code`switch (${memberOf(name)}) {`, [
      ...cases,
      "default:",
      indented([
        code`found = ${codegenValue("wrongTag", "schema")}(found, ${quote(name)}, ${memberOf(name)}, ${expected});`,
      ]),
    ]),
  ];
}

interface KeyedArm {
  readonly name: string;
  readonly arm: SchemaNode;
}

/** A member that each arm requires and no other one allows. */
function findKeys(arms: readonly SchemaNode[]): readonly KeyedArm[] | undefined {
  const keyed = arms.map((arm) => {
    const others = arms.filter((other) => other !== arm);
    const name = [...membersOf(arm).required].find((key) => others.every((other) => isClosedTo(other, key)));
    return { name, arm };
  });
  return keyed.every((each): each is KeyedArm => each.name !== undefined) ? keyed : undefined;
}

function checkKeyed(arms: readonly KeyedArm[], context: CheckContext): readonly Line[] {
  const names = arms.map(({ name }) => quote(name));
  const refused = code`found = ${codegenValue("wrongKeys", "schema")}(found, [${names.join(", ")}]);`;
  return chain([
    ...arms.map(({ name, arm }) => ({
      condition: code`${memberOf(name)} !== undefined`,
      body: checkValue(arm, self, context),
    })),
    { body: [refused] },
  ]);
}

/** Arms that nothing tells apart: each is tried. */
function checkArms(arms: readonly SchemaNode[], kind: Kind, context: CheckContext): readonly Line[] {
  const expected = quote(arms.map((arm) => describeArm(arm, context)).join(" or "));
  const fits = arms.map((arm) => context.fits(arm, "value", "same"));
  const wrongCount = codegenValue("wrongCount", "schema");
  if (kind === "anyOf") {
    const fails = join(
      fits.map((each) => code`!${each}`),
      " && ",
    );
    return [code`if (${fails}) found = ${wrongCount}(found, 0, value, ${expected});`];
  }
  return [
    "let fitting = 0;",
    ...fits.map((each) => code`if (${each}) fitting++;`),
    code`if (fitting !== 1) found = ${wrongCount}(found, fitting, value, ${expected});`,
  ];
}
