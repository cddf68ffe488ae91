import type { FieldModel, MessageModel, ValueType } from "../../model/model.ts";
import { toPropertyName } from "../../naming/identifiers.ts";
import { code, type ImportRef, importType, importValue, join, type Piece } from "../../print/piece.ts";
import { moduleImport, runtime } from "../shared/module-path.ts";
import { zeroOutsideType } from "../shared/type-expression.ts";
import { defaultLiteral } from "../shared/default-literal.ts";
import type { JsonContext } from "./emit-json.ts";
import { localNames } from "../shared/local-names.ts";
import { enumNames, messageNames } from "./names.ts";
import { mapKeyKind, type ScalarCheck, scalarCheck, wellKnownCheck } from "./scalar-check.ts";

/** How a value is checked: in place, or by a function that returns what it found. */
type Plan =
  | { readonly as: "scalar"; readonly scalar: ScalarCheckWithKind }
  | { readonly as: "call"; readonly call: Piece };

/** A kind can be an expression here: only a refused value evaluates it. */
type ScalarCheckWithKind = Omit<ScalarCheck, "kind"> & { readonly kind: Piece };

const runtimeValue = (name: string): ImportRef => importValue(name, runtime);

/** Emits the function that finds what is wrong with a message: undefined, at no cost, for a good one. */
export function emitCheck(message: MessageModel, context: JsonContext): void {
  const { out } = context;
  const problems = importType("Problems", runtime);
  const depth = message.recursive ? ", depth: number" : "";
  out.doc(`Finds what is wrong with a ${message.identifier}; undefined when nothing is.`);
  out.block(
    code`export function ${messageNames(message).check}(message: unknown${depth}): ${problems} | undefined {`,
    () => emitBody(message, context),
    "}",
  );
}

function emitBody(message: MessageModel, context: JsonContext): void {
  const { out } = context;
  if (message.fields.length === 0) {
    out.line(code`return ${runtimeValue("checkEmpty")}(message);`);
    return;
  }
  const required = message.fields.filter((field) => field.presence === "required");
  const counters = localNames(
    message.oneofs.map((oneof) => oneof.name),
    (name) => `${name}Set`,
  );
  const plans = message.fields.map((field) => ({ field, plan: planField(field, { message, ...context }) }));
  out.line(code`if (!${runtimeValue("isRecord")}(message)) return ${runtimeValue("notObject")}(message);`);
  if (message.recursive) {
    out.line(code`if (${runtimeValue("isTooDeep")}(depth)) return ${runtimeValue("tooDeep")}();`);
  }
  out.line(code`let found: ${importType("Problems", runtime)} | undefined;`);
  if (plans.some(({ plan }) => plan.as === "call")) {
    out.line(code`let inner: ${importType("Problems", runtime)} | undefined;`);
  }
  if (required.length > 0) out.line("let required = 0;");
  for (const counter of counters.values()) out.line(`let ${counter} = 0;`);
  out.block(
    "for (const key in message) {",
    () => {
      out.line("const value = message[key];");
      out.block(
        "switch (key) {",
        () => {
          for (const { field, plan } of plans) {
            out.line(`case ${JSON.stringify(field.jsonName)}:`);
            out.indent(() => {
              const counter = field.presence === "required" ? "required" : counters.get(field.oneof ?? "");
              emitPlan(plan, { out, counter });
              out.line("break;");
            });
          }
          emitProtoNames(message, context);
        },
        "}",
      );
    },
    "}",
  );
  if (required.length > 0) {
    const defaults = required.map(
      (field) => `${toPropertyName(field.jsonName)}: ${requiredDefault(field, context)}`,
    );
    out.line(code`if (required !== ${String(required.length)}) {`);
    out.indent(() =>
      out.line(code`found = ${runtimeValue("missing")}(found, message, { ${join(defaults, ", ")} });`),
    );
    out.line("}");
  }
  for (const oneof of message.oneofs) {
    const counter = counters.get(oneof.name) ?? "";
    const members = JSON.stringify(oneof.members).replaceAll('","', '", "');
    const nullable = message.fields.filter((field) => field.oneof === oneof.name && holdsNull(field));
    // What was found may be another spelling of a member, which the counter does not have.
    out.line(`if (${counter} ${oneof.required ? "!== 1" : "> 1"} || found !== undefined) {`);
    out.indent(() => {
      const names = nullable.map((field) => JSON.stringify(field.jsonName)).join(", ");
      const extra = names === "" ? "" : `, nullable: [${names}]`;
      out.line(
        code`found = ${runtimeValue("oneof")}(found, message, { members: ${members}, required: ${String(oneof.required)}${extra} });`,
      );
    });
    out.line("}");
  }
  out.line("return found;");
}

function emitPlan(
  plan: Plan,
  { out, counter }: { out: JsonContext["out"]; counter: string | undefined },
): void {
  switch (plan.as) {
    case "scalar": {
      const { condition, negation, kind } = plan.scalar;
      const refusal = code`found = ${runtimeValue("refuse")}(found, message, key, ${kind});`;
      if (counter !== undefined) {
        out.line(code`if (${condition}) ${counter}++;`);
        out.line(code`else ${refusal}`);
      } else if (isReference(kind)) {
        out.line(code`if (${negation}) ${refusal}`);
      } else {
        out.block(code`if (${negation}) {`, () => out.line(refusal), "}");
      }
      return;
    }
    case "call": {
      const refusal = code`found = ${runtimeValue("within")}(found, message, key, inner);`;
      out.line(code`inner = ${plan.call};`);
      if (counter === undefined) {
        out.line(code`if (inner !== undefined) ${refusal}`);
      } else {
        out.line(code`if (inner === undefined) ${counter}++;`);
        out.line(code`else ${refusal}`);
      }
    }
  }
}

function isReference(kind: Piece): boolean {
  return typeof kind !== "string" && "kind" in kind;
}

function planField(field: FieldModel, context: JsonContext & { message: MessageModel }): Plan {
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
  | { readonly as: "scalar"; readonly scalar: ScalarCheckWithKind }
  | {
      readonly as: "message";
      readonly check: ImportRef;
      readonly depth: string;
      readonly recursive: boolean;
    };

function planSingular(field: FieldModel, context: JsonContext & { message: MessageModel }): Plan {
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

function planChoice(values: readonly string[]): ScalarCheckWithKind {
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

function planPattern(pattern: string, text: ScalarCheckWithKind): ScalarCheckWithKind {
  const literal = String(new RegExp(pattern, "u"));
  return {
    condition: code`${text.condition} && ${literal}.test(value)`,
    negation: code`${text.negation} || !${literal}.test(value)`,
    kind: code`${runtimeValue("patternKind")}(${literal})`,
  };
}

function planRange(
  { minimum, maximum }: FieldModel["rules"],
  number: ScalarCheckWithKind,
): ScalarCheckWithKind {
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

function planValue(
  type: ValueType,
  { message, index, file }: JsonContext & { message: MessageModel },
): ValuePlan {
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

/** Parsers of ProtoJSON accept the proto names of fields too; one of them leads to a second look. */
function emitProtoNames(message: MessageModel, { out, file }: JsonContext): void {
  if (file.dialect.spellings !== "protojson") return;
  const jsonNames = new Set(message.fields.map((field) => field.jsonName));
  const renamed = message.fields.filter(
    (field) => field.name !== field.jsonName && !jsonNames.has(field.name),
  );
  if (renamed.length === 0) return;
  for (const field of renamed) out.line(`case ${JSON.stringify(field.name)}:`);
  const pairs = renamed.map((field) => `${JSON.stringify(field.name)}, ${JSON.stringify(field.jsonName)}`);
  const check = messageNames(message).check;
  const depth = message.recursive ? "depth" : "0";
  out.indent(() => {
    out.block(
      code`return ${runtimeValue("respelled")}(message, ${check}, ${depth}, [`,
      () => {
        for (const pair of pairs) out.line(`${pair},`);
      },
      "]);",
    );
  });
}

function holdsNull({ shape }: FieldModel): boolean {
  const { type } = shape;
  return type.kind === "wellKnown" && (type.wellKnown === "Value" || type.wellKnown === "NullValue");
}

/** What the lenient mode puts in the place of a REQUIRED field: its default, if it has one. */
function requiredDefault(field: FieldModel, { index }: JsonContext): string {
  return defaultLiteral(field.shape, index) ?? "undefined";
}
