import type { ValueRules } from "@a2agen/runtime/internal";
import type { FieldModel, MessageModel, ValueType } from "../../model/model.ts";
import { toPropertyAccess } from "../../naming/identifiers.ts";
import { code, importInternal, importValue, type Piece } from "../../print/piece.ts";
import { literalText } from "../../print/print-literal.ts";
import { codegenValue } from "../../print/runtime-import.ts";
import { moduleImport } from "../shared/module-path.ts";
import type { SourceContext } from "../shared/source-emitter.ts";
import { zeroOutsideType } from "../shared/type-expression.ts";
import { allOf, anyOf, callHolds, equals } from "./condition.ts";
import { enumNames, typeNames } from "./names.ts";
import {
  choiceCheck,
  jsonCheck,
  literalCheck,
  mapKeyKind,
  type ScalarCheck,
  scalarCheck,
  wellKnownCheck,
} from "./scalar-check.ts";

/** How a value is checked: in place, or by a function that returns what it found. */
export type Plan =
  | { readonly as: "scalar"; readonly scalar: ScalarCheck }
  | {
      readonly as: "call";
      /** The call for a value of that name. */
      readonly call: (value: string) => Piece;
      /** The same as a function of a value, and of the depth where that is not "0". */
      readonly check: Piece;
      readonly depth: string;
    };

/** What a plan depends on beside the type. */
export interface PlanContext extends SourceContext {
  /** The depth of recursive types in the value, as an expression; \"0\" where counting starts over. */
  readonly below: string;
}

/** What a field's plan depends on. */
export interface FieldContext extends PlanContext {
  /** The message that has the field. */
  readonly message: MessageModel;
}

/** Decides how the value of a field is checked. */
export function planField(field: FieldModel, context: FieldContext): Plan {
  const plan = planShape(field, context);
  const { count } = field.rules;
  if (count === undefined || plan.as !== "call") return plan;
  const limits = literalText({ ...count });
  const kind = countedKind(field, context);
  const more = kind === undefined ? "" : code`, ${kind}`;
  return planCall(
    (value) => code`${codegenValue("counted")}(${value}, ${plan.call(value)}, ${limits}${more})`,
  );
}

/** The kind by whose spelling elements are compared, or keys counted. */
function countedKind(field: FieldModel, context: FieldContext): Piece | undefined {
  const { shape, rules } = field;
  if (shape.kind === "map") return keyKind(field, context);
  if (shape.kind !== "list" || !rules.count?.unique) return undefined;
  const plan = ruledPlan(field, planValue(shape.type, context), context);
  return plan.as === "scalar" ? plan.scalar.kind : undefined;
}

function keyKind(field: FieldModel, context: FieldContext): Piece | undefined {
  const { shape, rules } = field;
  if (rules.key !== undefined) return ruledAccess(keyName(field), context);
  return shape.kind === "map" ? mapKeyKind(shape.key) : undefined;
}

function planShape(field: FieldModel, context: FieldContext): Plan {
  const { shape, rules } = field;
  switch (shape.kind) {
    case "singular":
      return ruledPlan(field, planSingular(field, context), context);
    case "list":
      return planList(
        shape.type,
        rules.nonEmpty === true,
        context,
        ruledPlan(field, planValue(shape.type, context), context),
      );
    case "map": {
      const plan = ruledPlan(field, planValue(shape.type, context), context);
      return planMap(plan, keyKind(field, context));
    }
  }
}

/** A kind that options narrow, with its name among those of the message. */
export interface RuledKind {
  readonly name: string;
  readonly kind: Piece;
  readonly rules: ValueRules;
}

/** The kinds of a field's value and of its keys that options narrow. */
export function listRuled(field: FieldModel, context: FieldContext): readonly RuledKind[] {
  const { shape, rules, jsonName } = field;
  const plan = shape.kind === "singular" ? planSingular(field, context) : planValue(shape.type, context);
  const value =
    rules.value === undefined || plan.as !== "scalar"
      ? []
      : [{ name: jsonName, kind: plan.scalar.kind, rules: rules.value }];
  if (rules.key === undefined || shape.kind !== "map") return value;
  const kind = mapKeyKind(shape.key) ?? codegenValue("text");
  return [...value, { name: keyName(field), kind, rules: rules.key }];
}

function keyName({ jsonName }: FieldModel): string {
  return `${jsonName} key`;
}

function ruledAccess(name: string, { message }: FieldContext): string {
  return toPropertyAccess(typeNames(message).rules, name);
}

function ruledPlan({ rules, jsonName }: FieldModel, plan: Plan, context: FieldContext): Plan {
  if (rules.value === undefined || plan.as !== "scalar") return plan;
  const kind = ruledAccess(jsonName, context);
  return { as: "scalar", scalar: { condition: callHolds(`${kind}.is(value)`), kind } };
}

function planList(
  element: ValueType,
  nonEmpty: boolean,
  context: PlanContext,
  plan: Plan = planValue(element, context),
): Plan {
  const least = nonEmpty ? ", 1" : "";
  const open = openMembers(element, context);
  if (plan.as === "call" && open !== undefined) {
    const members = literalText(open);
    return planCall(
      (value) => code`${codegenValue("knownOf")}(${value}, ${plan.check}, ${plan.depth}, ${members})`,
    );
  }
  return planCall((value) =>
    plan.as === "scalar"
      ? code`${codegenValue("scalarsOf")}(${value}, ${plan.scalar.kind}${least})`
      : code`${codegenValue("listOf")}(${value}, ${plan.check}, ${plan.depth}${least})`,
  );
}

/** The names of the members of which a reader has to know one, or skips the element. */
function openMembers(element: ValueType, { index }: PlanContext): readonly string[] | undefined {
  if (element.kind !== "message") return undefined;
  const { fields, oneofs } = index.message(element.typeName);
  const open = oneofs.find((oneof) => oneof.open)?.name;
  if (open === undefined) return undefined;
  const members = fields.filter(({ oneof }) => oneof === open);
  return [...new Set(members.flatMap(({ jsonName, name }) => [jsonName, name]))];
}

function planMap(plan: Plan, key: Piece | undefined): Plan {
  const keys = key === undefined ? "" : code`, ${key}`;
  return planCall((value) =>
    plan.as === "scalar"
      ? code`${codegenValue("scalarMapOf")}(${value}, ${plan.scalar.kind}${keys})`
      : code`${codegenValue("mapOf")}(${value}, ${plan.check}, ${plan.depth}${keys})`,
  );
}

function planCall(call: (value: string) => Piece): Plan {
  return { as: "call", call, check: code`(each) => ${call("each")}`, depth: "0" };
}

function planSingular(field: FieldModel, context: PlanContext): Plan {
  const { shape, rules } = field;
  const value = planValue(shape.type, context);
  if (value.as === "call") return value;
  if (rules.formerly !== undefined && shape.type.kind === "literal") {
    const literals = [...shape.type.values, rules.formerly].map((one) => JSON.stringify(one)).join(", ");
    const kind = code`${codegenValue("constantKind")}(${literals})`;
    return { as: "scalar", scalar: { ...value.scalar, kind } };
  }
  if (rules.values !== undefined) return { as: "scalar", scalar: choiceCheck(rules.values) };
  if (rules.pattern !== undefined) return { as: "scalar", scalar: planPattern(rules.pattern, value.scalar) };
  if (rules.minimum !== undefined || rules.maximum !== undefined) {
    return { as: "scalar", scalar: planRange(rules, value.scalar) };
  }
  if (
    shape.type.kind === "enum" &&
    field.presence === "implicit" &&
    context.file.dialect.spellings === "protojson"
  ) {
    const zero = zeroOutsideType(context.index.enumeration(shape.type.typeName));
    if (zero !== undefined) {
      const kind = code`${codegenValue("zeroIsAbsent")}(${value.scalar.kind}, ${JSON.stringify(zero)})`;
      return { as: "scalar", scalar: { ...value.scalar, kind } };
    }
  }
  return value;
}

function planPattern(pattern: string, text: ScalarCheck): ScalarCheck {
  const literal = String(new RegExp(pattern, "u"));
  return {
    condition: allOf([text.condition, callHolds(`${literal}.test(value)`)]),
    kind: code`${codegenValue("patternKind")}(${literal})`,
  };
}

function planRange({ minimum, maximum }: FieldModel["rules"], number: ScalarCheck): ScalarCheck {
  const bounds = [
    ...(minimum === undefined ? [] : [`, minimum: ${minimum}`]),
    ...(maximum === undefined ? [] : [`, maximum: ${maximum}`]),
  ].join("");
  return {
    condition: allOf([
      number.condition,
      ...(minimum === undefined ? [] : [{ holds: `value >= ${minimum}`, fails: `value < ${minimum}` }]),
      ...(maximum === undefined ? [] : [{ holds: `value <= ${maximum}`, fails: `value > ${maximum}` }]),
    ]),
    kind: code`${codegenValue("rangeKind")}({ kind: ${number.kind}${bounds} })`,
  };
}

/**
 * Decides how one value is checked: of a singular field, a list's element, a map's value, an arm of a union.
 */
export function planValue(type: ValueType, context: PlanContext): Plan {
  const { index, file, below } = context;
  switch (type.kind) {
    case "scalar":
      return { as: "scalar", scalar: scalarCheck(type.scalar, file.dialect) };
    case "enum":
      return { as: "scalar", scalar: planEnum(type, context) };
    case "message":
    case "union": {
      const target = type.kind === "message" ? index.message(type.typeName) : index.union(type.typeName);
      const from = moduleImport(index.fileOf(type.typeName).name, "json");
      const check = importInternal(typeNames(target).check, from);
      if (!target.recursive) return toFunction(check);
      return { as: "call", call: (value) => code`${check}(${value}, ${below})`, check, depth: below };
    }
    case "wellKnown": {
      const plan = wellKnownCheck(type.wellKnown, file.dialect);
      return plan.as === "scalar" ? plan : toFunction(plan.check);
    }
    case "literal":
      return { as: "scalar", scalar: literalCheck(type.values, type.constant) };
    case "json":
      return { as: "scalar", scalar: jsonCheck(type.types) };
    case "list":
      return planList(type.element, type.nonEmpty, context);
    case "map":
      return planMap(planValue(type.value, context), undefined);
  }
}

function toFunction(check: Piece): Plan {
  return { as: "call", call: (value) => code`${check}(${value})`, check, depth: "0" };
}

function planEnum(
  { typeName, withZero }: Extract<ValueType, { kind: "enum" }>,
  { index }: PlanContext,
): ScalarCheck {
  const enumeration = index.enumeration(typeName);
  const from = moduleImport(index.fileOf(typeName).name, "json");
  const names = enumNames(enumeration);
  const condition = callHolds(code`${importValue(names.is, from)}(value)`);
  const kind = importInternal(names.kind, from);
  const zero = withZero ? zeroOutsideType(enumeration) : undefined;
  if (zero === undefined) return { condition, kind };
  const literal = JSON.stringify(zero);
  return {
    condition: anyOf([condition, equals("value", literal)]),
    kind: code`${codegenValue("withZero")}(${kind}, ${literal})`,
  };
}
