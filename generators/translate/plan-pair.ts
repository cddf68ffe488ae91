import { hasField, type Leaf, listLeaves, type SideCase } from "./leaves.ts";
import type { TypeRule } from "./manifest.ts";
import type { CasePlan, LostLeaf, PairBody, PairPlan, Side } from "./plan.ts";
import type { PlanContext } from "./plan-context.ts";
import { planFields } from "./plan-fields.ts";
import { type NamedShape, typeOf, type VersionType } from "./version.ts";

/** Plans how the values of a pair become each other. */
export function planPair({ older, newer }: PairPlan, context: PlanContext): PairBody {
  const title = `${older.name || "a value"} and ${newer.name || "a value"}`;
  const rules = context.manifest.types ?? [];
  const index = rules.findIndex((rule) => rule.older === older.name && rule.newer === newer.name);
  const init: PairInit = { title, rule: rules[index], at: index < 0 ? [] : ["types", index], context };
  const one = declared("older", older, context);
  const two = declared("newer", newer, context);
  if (one === undefined || two === undefined) return planWrapper({ older, newer }, init);
  const used = new Set<string>();
  const body: PairBody = { kind: "cases", cases: planCases(one, two, { ...init, used }) };
  checkUsed(init, used);
  return body;
}

interface PairInit {
  readonly title: string;
  readonly rule: TypeRule | undefined;
  readonly at: readonly (string | number)[];
  readonly context: PlanContext;
}

interface CasesInit extends PairInit {
  readonly used: Set<string>;
}

function declared(side: Side, { shape }: NamedShape, context: PlanContext): VersionType | undefined {
  return shape.kind === "type" ? typeOf(context[side], shape.name) : undefined;
}

function planCases(one: VersionType, two: VersionType, init: CasesInit): readonly CasePlan[] {
  const { rule } = init;
  if (rule?.cases !== undefined) {
    checkCovered("older", one, init);
    checkCovered("newer", two, init);
    return rule.cases.flatMap((members, index) => {
      const at = [...init.at, "cases", index];
      return fieldsCase(one, two, { ...init, members: [members.older, members.newer], at });
    });
  }
  const newerMembers = oneofMembers(two);
  if (one.kind === "union") return planArms(one.arms, two, init);
  const olderMembers = oneofMembers(one);
  if (newerMembers.length === 0 && olderMembers.length === 0) return fieldsCase(one, two, init);
  // An object with several members where the other version has exactly one, or both have exactly one.
  const olders =
    olderMembers.length > 0 ? olderMembers : namesOf(one).filter((name) => newerMembers.includes(name));
  const shared = olders.filter((name) => newerMembers.includes(name));
  return [
    ...shared.flatMap((name) => fieldsCase(one, two, { ...init, members: [name, name] })),
    ...lostCases(
      "older",
      one,
      olders.filter((name) => !shared.includes(name)),
      init,
    ),
    ...lostCases(
      "newer",
      two,
      newerMembers.filter((name) => !shared.includes(name)),
      init,
    ),
  ];
}

/** Every alternative of a type with cases is one of them. */
function checkCovered(side: Side, type: VersionType, { rule, context, title, at }: CasesInit): void {
  const paths = (rule?.cases ?? []).map((members) => members[side].split("."));
  const version = context[side];
  const visit = (inner: VersionType, path: readonly string[]): void => {
    const below = paths
      .filter((one) => path.every((name, index) => one[index] === name))
      .map((one) => one[path.length]);
    const report = (name: string): void => {
      const expected = `a case for ${[...path, name].join(".")} of ${version.title} (${title})`;
      context.problems.push({ path: [...at, "cases"], expected, found: "none" });
    };
    const members =
      inner.kind === "union"
        ? inner.arms.map((arm) => ({ label: arm, names: namesOf(typeOf(version, arm)) }))
        : oneofMembers(inner).map((name) => ({ label: name, names: [name] }));
    for (const { label, names } of members) {
      const covering = below.filter((name) => name !== undefined && names.includes(name));
      if (covering.length === 0) report(label);
      const arm = inner.kind === "union" ? typeOf(version, label) : inner;
      for (const name of new Set(covering)) {
        const shape =
          arm.kind === "object" ? arm.fields.find((field) => field.name === name)?.shape : undefined;
        const isDeeper = paths.some((one) => one.length > path.length + 1 && one[path.length] === name);
        if (shape?.kind === "type" && isDeeper) visit(typeOf(version, shape.name), [...path, name ?? ""]);
      }
    }
  };
  visit(type, []);
}

function namesOf(type: VersionType): readonly string[] {
  return type.kind === "object" ? type.fields.map(({ name }) => name) : [];
}

function oneofMembers(type: VersionType): readonly string[] {
  return type.kind === "object" ? type.oneofs.flat() : [];
}

function lostCases(
  side: Side,
  type: VersionType,
  members: readonly string[],
  init: CasesInit,
): readonly CasePlan[] {
  const { rule, context, title, at, used } = init;
  return members.flatMap((member): readonly CasePlan[] => {
    const reason = rule?.lost?.[side]?.[member];
    const found = listLeaves({ version: context[side], type: type.name, member, flat: [] });
    used.add(`${side} ${member}`);
    if (reason === undefined || found === undefined) {
      context.problems.push({
        path: at.length === 0 ? ["types"] : at,
        expected: `a member of the same name, a case or a reason under lost for ${member} of ${context[side].title} (${title})`,
        found: "none",
      });
      return [];
    }
    return [{ kind: "lost", side, case: found, member, reason }];
  });
}

interface FieldsCaseInit extends CasesInit {
  readonly members?: readonly [older: string, newer: string];
}

function fieldsCase(one: VersionType, two: VersionType, init: FieldsCaseInit): readonly CasePlan[] {
  const { rule, context, members, title, at, used } = init;
  const sideOf = (side: Side, type: VersionType): SideCase | undefined => {
    const member = members?.[side === "older" ? 0 : 1];
    const flat = rule?.flat?.[side] ?? [];
    for (const path of flat) used.add(`${side} ${path}`);
    const version = context[side];
    const found = listLeaves({ version, type: type.name, flat, ...(member === undefined ? {} : { member }) });
    if (found === undefined) {
      context.problems.push({
        path: [...at, side],
        expected: `the path of a member of ${type.name} in ${context[side].title}`,
        found: JSON.stringify(member ?? ""),
      });
    }
    return found;
  };
  const older = sideOf("older", one);
  const newer = sideOf("newer", two);
  if (older === undefined || newer === undefined) return [];
  // An object of which any number of members may be there: this case is for values that have this one.
  const isOpen = members !== undefined && older.tests.length === 0;
  const plain = members === undefined ? {} : { members };
  const withTest: SideCase = isOpen
    ? {
        ...older,
        leaves: older.leaves
          .filter(({ path }) => !oneofMembers(two).includes(path.join(".")) || path.join(".") === members[0])
          .map((leaf) =>
            leaf.path.join(".") === members[0] ? { ...leaf, field: { ...leaf.field, required: true } } : leaf,
          ),
        tests: [{ kind: "set", path: members[0].split("."), isOpen: true }],
      }
    : older;
  const fields = planFields({ older: withTest, newer, rule, at, title, context, used, ...plain });
  return [{ kind: "fields", older: withTest, newer, fields }];
}

/** The arms of a union are those members of the other version that have their types. */
function planArms(arms: readonly string[], two: VersionType, init: CasesInit): readonly CasePlan[] {
  const { context, title, at } = init;
  const members =
    two.kind === "object" ? two.fields.filter(({ name }) => oneofMembers(two).includes(name)) : [];
  const cases = arms.flatMap((arm): readonly CasePlan[] => {
    const member = members.find(({ shape }) => shape.kind === "type" && isSameType(arm, shape.name, context));
    const newer =
      member === undefined
        ? undefined
        : listLeaves({ version: context.newer, type: two.name, member: member.name, flat: [] });
    if (member === undefined || newer === undefined) {
      context.problems.push({
        path: at.length === 0 ? ["types"] : at,
        expected: `a member of ${two.name} that is a ${arm}, or cases (${title})`,
        found: "none",
      });
      return [];
    }
    const type = typeOf(context.older, arm);
    const constant =
      type.kind === "object" ? type.fields.find((field) => field.constant !== undefined) : undefined;
    const pair = context.pairOf(
      { name: arm, shape: { kind: "type", name: arm } },
      {
        name: member.shape.kind === "type" ? member.shape.name : "",
        shape: member.shape,
      },
    );
    const test =
      constant?.constant === undefined
        ? undefined
        : ({ kind: "constant", path: [constant.name], value: constant.constant } as const);
    return [{ kind: "arm", test, newer, member: member.name, pair }];
  });
  const covered = cases.map((one) => (one.kind === "arm" ? one.member : ""));
  return [
    ...cases,
    ...lostCases(
      "newer",
      two,
      members.map(({ name }) => name).filter((name) => !covered.includes(name)),
      init,
    ),
  ];
}

function isSameType(older: string, newer: string, context: PlanContext): boolean {
  return older === newer || context.isRenamed("message", older, newer);
}

/** One side has an object around what the other side has: a single field that is not lost. */
function planWrapper(shapes: { readonly [side in Side]: NamedShape }, init: PairInit): PairBody {
  const { title, rule, at, context } = init;
  const side: Side = shapes.newer.shape.kind === "type" ? "newer" : "older";
  const other: Side = side === "newer" ? "older" : "newer";
  const { shape } = shapes[side];
  const type = shape.kind === "type" ? typeOf(context[side], shape.name) : undefined;
  const found =
    type?.kind === "object" ? listLeaves({ version: context[side], type: type.name, flat: [] }) : undefined;
  const lost: LostLeaf[] = [];
  const rest: Leaf[] = [];
  for (const leaf of found?.leaves ?? []) {
    const name = leaf.path.join(".");
    const reason = rule?.lost?.[side]?.[name] ?? context.manifest.lost?.[side]?.[name];
    if (reason === undefined) rest.push(leaf);
    else lost.push({ leaf, reason });
  }
  const says = shapes[other].shape.kind;
  if (says === "null" || says === "empty") {
    const fields = found === undefined ? {} : { side: found };
    if (rest.length === 0) return { kind: "nothing", wrapper: side, lost, ...fields };
  }
  const [inner] = rest;
  if (found === undefined || inner === undefined || rest.length > 1) {
    const fields = rest.map(({ path }) => path.join(".")).join(", ");
    context.problems.push({
      path: at.length === 0 ? ["types"] : at,
      expected: `one field that is not lost, since ${context[other].title} has no object (${title})`,
      found: fields || "none",
    });
    return { kind: "pending" };
  }
  const inside = inner.field.shape;
  const outside = shapes[other].shape;
  const relation =
    side === "newer" ? context.relate(outside, inside, title) : context.relate(inside, outside, title);
  if (relation === undefined) return { kind: "pending" };
  return { kind: "wrapper", wrapper: side, inner, relation, side: found, lost };
}

/** What a rule names must be there in some case. */
function checkUsed({ rule, at, title, context }: PairInit, used: ReadonlySet<string>): void {
  const check = (side: Side, path: string, keys: readonly (string | number)[]): void => {
    if (used.has(`${side} ${path}`)) return;
    context.problems.push({
      path: [...at, ...keys],
      expected: `a field of ${context[side].title} (${title})`,
      found: path,
    });
  };
  for (const side of ["older", "newer"] as const) {
    for (const path of Object.keys(rule?.lost?.[side] ?? {})) check(side, path, ["lost", side, path]);
    rule?.flat?.[side]?.forEach((path, index) => {
      const [first = ""] = path.split(".");
      if (!hasField(context[side], rule[side], first))
        check(side, `${path} to take apart`, ["flat", side, index]);
    });
    rule?.fields?.forEach((field, index) => {
      for (const path of [field[side] ?? []].flat()) {
        check(side, path.split("#")[0] ?? "", ["fields", index, side]);
      }
    });
  }
}
