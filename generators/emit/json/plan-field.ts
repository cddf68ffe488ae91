import type { FieldModel, MessageModel, ValueType } from "../../model/model.ts";
import { code, type ImportRef, importValue, join, type Piece } from "../../print/piece.ts";
import { moduleImport, runtime } from "../shared/module-path.ts";
import type { SourceContext } from "../shared/source-emitter.ts";
import { zeroOutsideType } from "../shared/type-expression.ts";
import { enumNames, messageNames } from "./names.ts";
import { mapKeyKind, type ScalarCheck, scalarCheck, wellKnownCheck } from "./scalar-check.ts";

/** How a value is checked: in place, or by a function that returns what it found. */
export type Plan =
  | { readonly as: "scalar"; readonly scalar: ScalarCheck }
  | { readonly as: "call"; readonly call: Piece };

/** What a plan depends on beside the field. */
export interface MessageContext extends SourceContext {
  readonly message: MessageModel;
}

const runtimeValue = (name: string): ImportRef => importValue(name, runtime);

/** Decides how the value of a field is checked. */
export function planField(field: FieldModel, context: MessageContext): Plan {
  const { shape, rules } = field;
  switch (shape.kind) {
    case "singular":
      return planSingular(field, context);
    case "list": {
      const least = rules.nonEmpty ? ", 1" : "";
      const element = planValue(shape.type, context);
      if (element.as === "scalar") {
        return {
          as: "call",
          call: code`${runtimeValue("scalarsOf")}(value, ${element.scalar.kind}${least})`,
        };
      }
      return {
        as: "call",
        call: code`${runtimeValue("listOf")}(value, ${element.check}, ${element.depth}${least})`,
      };
    }
    case "map": {
      const keyKind = mapKeyKind(shape.key);
      const key = keyKind === undefined ? "" : code`, ${keyKind}`;
      const entry = planValue(shape.type, context);
      if (entry.as === "scalar") {
        return { as: "call", call: code`${runtimeValue("scalarMapOf")}(value, ${entry.scalar.kind}${key})` };
      }
      return {
        as: "call",
        call: code`${runtimeValue("mapOf")}(value, ${entry.check}, ${entry.depth}${key})`,
      };
    }
  }
}

type ValuePlan =
  | { readonly as: "scalar"; readonly scalar: ScalarCheck }
  | {
      readonly as: "message";
      readonly check: ImportRef;
      readonly depth: string;
      readonly recursive: boolean;
    };

function planSingular(field: FieldModel, context: MessageContext): Plan {
  const { shape, rules } = field;
  const value = planValue(shape.type, context);
  if (value.as === "message") {
    return { as: "call", call: code`${value.check}(value${value.recursive ? `, ${value.depth}` : ""})` };
  }
  if (rules.values !== undefined) return { as: "scalar", scalar: planChoice(rules.values) };
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
      const kind = code`${runtimeValue("zeroIsAbsent")}(${value.scalar.kind}, ${JSON.stringify(zero)})`;
      return { as: "scalar", scalar: { ...value.scalar, kind } };
    }
  }
  return value;
}

function planChoice(values: readonly string[]): ScalarCheck {
  const literals = values.map((value) => JSON.stringify(value));
  return {
    condition: join(
      literals.map((literal) => `value === ${literal}`),
      " || ",
    ),
    negation: join(
      literals.map((literal) => `value !== ${literal}`),
      " && ",
    ),
    kind: code`${runtimeValue("choiceKind")}([${literals.join(", ")}])`,
  };
}

function planPattern(pattern: string, text: ScalarCheck): ScalarCheck {
  const literal = String(new RegExp(pattern, "u"));
  return {
    condition: code`${text.condition} && ${literal}.test(value)`,
    negation: code`${text.negation} || !${literal}.test(value)`,
    kind: code`${runtimeValue("patternKind")}(${literal})`,
  };
}

function planRange({ minimum, maximum }: FieldModel["rules"], number: ScalarCheck): ScalarCheck {
  const inside = [
    ...(minimum === undefined ? [] : [` && value >= ${minimum}`]),
    ...(maximum === undefined ? [] : [` && value <= ${maximum}`]),
  ].join("");
  const outside = [
    ...(minimum === undefined ? [] : [` || value < ${minimum}`]),
    ...(maximum === undefined ? [] : [` || value > ${maximum}`]),
  ].join("");
  const bounds = [
    ...(minimum === undefined ? [] : [`, minimum: ${minimum}`]),
    ...(maximum === undefined ? [] : [`, maximum: ${maximum}`]),
  ].join("");
  return {
    condition: code`${number.condition}${inside}`,
    negation: code`${number.negation}${outside}`,
    kind: code`${runtimeValue("rangeKind")}({ kind: ${number.kind}${bounds} })`,
  };
}

function planValue(type: ValueType, { message, index, file }: MessageContext): ValuePlan {
  switch (type.kind) {
    case "scalar":
      return { as: "scalar", scalar: scalarCheck(type.scalar, file.dialect) };
    case "enum": {
      const enumeration = index.enumeration(type.typeName);
      const from = moduleImport(index.fileOf(type.typeName).name, "json");
      const names = enumNames(enumeration);
      const condition = code`${importValue(names.is, from)}(value)`;
      const kind = importValue(names.kind, from);
      const zero = type.withZero ? zeroOutsideType(enumeration) : undefined;
      if (zero === undefined)
        return { as: "scalar", scalar: { condition, negation: code`!${condition}`, kind } };
      const literal = JSON.stringify(zero);
      return {
        as: "scalar",
        scalar: {
          condition: code`${condition} || value === ${literal}`,
          negation: code`!${condition} && value !== ${literal}`,
          kind: code`${runtimeValue("withZero")}(${kind}, ${literal})`,
        },
      };
    }
    case "message": {
      const target = index.message(type.typeName);
      const from = moduleImport(index.fileOf(type.typeName).name, "json");
      return {
        as: "message",
        check: importValue(messageNames(target).check, from),
        depth: message.recursive && target.recursive ? "depth + 1" : "0",
        recursive: target.recursive,
      };
    }
    case "wellKnown": {
      const plan = wellKnownCheck(type.wellKnown, file.dialect);
      if (plan.as === "scalar") return plan;
      return { as: "message", check: plan.check, depth: "0", recursive: false };
    }
  }
}
