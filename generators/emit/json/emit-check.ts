import { isNamed, type TypeModel } from "../../model/index-model.ts";
import type { FieldModel, MessageModel } from "../../model/model.ts";
import { withArticle } from "../../naming/article.ts";
import { toPropertyName } from "../../naming/identifiers.ts";
import { code, isPieces, type Piece } from "../../print/piece.ts";
import { literalText } from "../../print/print-literal.ts";
import { codegenType, codegenValue } from "../../print/runtime-import.ts";
import { ts } from "../../print/types.ts";
import { defaultLiteral } from "../shared/default-literal.ts";
import { localNames } from "../shared/local-names.ts";
import type { SourceContext } from "../shared/source-emitter.ts";
import { emitUnionCheck } from "./emit-union.ts";
import { enumNames, typeNames } from "./names.ts";
import { type Plan, planField } from "./plan-field.ts";
import { isNullable } from "./type-facts.ts";

/** Emits the function that finds what is wrong with a value: undefined, at no cost, for a good one. */
export function emitCheck(type: TypeModel, context: SourceContext): void {
  const { out } = context;
  const parameter = type.kind === "message" ? "message" : "value";
  const depth = type.kind !== "enum" && type.recursive ? code`, depth${ts`: number`}` : "";
  if (isNamed(type))
    out.doc(`Finds what is wrong with ${withArticle(type.identifier)}; undefined when nothing is.`);
  out.block(
    code`${isNamed(type) ? "export " : ""}function ${typeNames(type).check}(${parameter}${ts`: unknown`}${depth})${ts`: ${codegenType("Problems")} | undefined`} {`,
    () => {
      switch (type.kind) {
        case "message":
          emitMessage(type, context);
          return;
        case "union":
          emitUnionCheck(type, context);
          return;
        case "enum":
          out.line(code`return ${codegenValue("checkKind")}(value, ${enumNames(type).kind});`);
      }
    },
    "}",
  );
}

function emitMessage(message: MessageModel, context: SourceContext): void {
  const { out } = context;
  if (message.fields.length === 0) {
    out.line(code`return ${codegenValue("checkEmpty")}(message);`);
    return;
  }
  const required = message.fields.filter((field) => field.presence === "required");
  const counters = localNames(
    message.oneofs.map((oneof) => oneof.name),
    (name) => `${name}Set`,
  );
  const below = message.recursive ? "depth + 1" : "0";
  const plans = message.fields.map((field) => ({
    field,
    plan: planField(field, { ...context, below, message }),
  }));
  out.line(code`if (!${codegenValue("isRecord")}(message)) return ${codegenValue("notObject")}(message);`);
  if (message.recursive) {
    out.line(code`if (${codegenValue("isTooDeep")}(depth)) return ${codegenValue("tooDeep")}();`);
  }
  out.line(code`let found${ts`: ${codegenType("Problems")} | undefined`};`);
  if (plans.some(({ plan }) => plan.as === "call")) {
    out.line(code`let inner${ts`: ${codegenType("Problems")} | undefined`};`);
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
              emitPlan(plan, { out, counter, wrapsLists: field.rules.wrapsLists });
              out.line("break;");
            });
          }
          emitProtoNames(message, context);
          out.line("default:");
          out.indent(() => out.line(code`found = ${codegenValue("ignored")}(found, message, key);`));
        },
        "}",
      );
    },
    "}",
  );
  if (required.length > 0) emitMissing(message, required, context);
  for (const oneof of message.oneofs) {
    const counter = counters.get(oneof.name) ?? "";
    const { members, required: isRequired } = oneof;
    const nullable = message.fields.filter(
      (field) => field.oneof === oneof.name && holdsNull(field, context),
    );
    const rule = literalText({
      members,
      required: isRequired,
      nullable: nullable.length === 0 ? undefined : nullable.map(({ jsonName }) => jsonName),
    });
    // What was found may be another spelling of a member, which the counter does not have.
    out.block(
      `if (${counter} ${isRequired ? "!== 1" : "> 1"} || found !== undefined) {`,
      () => out.line(code`found = ${codegenValue("oneof")}(found, message, ${rule});`),
      "}",
    );
  }
  out.line("return found;");
}

/** Says which required fields are absent; the lenient mode puts their defaults in their places. */
function emitMissing(message: MessageModel, required: readonly FieldModel[], context: SourceContext): void {
  const { out } = context;
  const defaults = required.map(
    (field) => `${toPropertyName(field.jsonName)}: ${absentLiteral(field, context) ?? "undefined"}`,
  );
  const nullable = required.filter((field) => holdsNull(field, context)).map(({ jsonName }) => jsonName);
  const absent = `{ ${defaults.join(", ")} }`;
  const filled = required.filter((field) => isFilledIn(field, context)).map(({ jsonName }) => jsonName);
  out.block(
    `if (required !== ${required.length}) {`,
    () => {
      const listed =
        nullable.length === 0
          ? absent
          : code`${codegenValue("unlessThere")}(message, ${literalText(nullable)}, ${absent})`;
      const rest = filled.length === 0 ? "" : `, ${literalText(filled)}`;
      const gathering = required.find(({ rules }) => rules.gathers !== undefined);
      if (gathering === undefined) {
        out.line(code`found = ${codegenValue("missing")}(found, message, ${listed}${rest});`);
        return;
      }
      const plan = planField(gathering, { ...context, below: "0", message });
      if (plan.as !== "call") throw new Error(`${gathering.jsonName} is no object`);
      out.line(
        code`found = ${codegenValue("gathered")}(found, message, ${listed}, { field: ${JSON.stringify(gathering.jsonName)}, names: ${literalText(gathering.rules.gathers ?? {})}, check: ${plan.check} });`,
      );
    },
    "}",
  );
}

/** Whether decoding puts the default in the place of an absent field in any mode. */
function isFilledIn(field: FieldModel, context: SourceContext): boolean {
  const { filled, mayLack } = field.rules;
  return filled === true || (mayLack === true && absentLiteral(field, context) !== undefined);
}

/** What the lenient mode takes an absent field for; a message that may be empty is an empty one. */
function absentLiteral({ rules, shape }: FieldModel, { index }: SourceContext): string | undefined {
  const given = rules.mended ?? rules.usual;
  if (given !== undefined) return JSON.stringify(given);
  // Of the allowed texts none is a default.
  if (rules.values !== undefined) return undefined;
  if (shape.kind !== "singular" || shape.type.kind !== "message") return defaultLiteral(shape, index);
  const { fields, oneofs } = index.message(shape.type.typeName);
  const needsMore =
    fields.some(({ presence }) => presence === "required") || oneofs.some(({ required }) => required);
  return needsMore ? undefined : "{}";
}

function emitPlan(
  plan: Plan,
  {
    out,
    counter,
    wrapsLists,
  }: {
    out: SourceContext["out"];
    counter: string | undefined;
    wrapsLists: FieldModel["rules"]["wrapsLists"];
  },
): void {
  switch (plan.as) {
    case "scalar": {
      const { condition, kind } = plan.scalar;
      const refusal = code`found = ${codegenValue("refuse")}(found, message, key, ${kind});`;
      if (counter !== undefined) {
        out.line(code`if (${condition.holds}) ${counter}++;`);
        out.line(code`else ${refusal}`);
      } else if (isReference(kind)) {
        out.line(code`if (${condition.fails}) ${refusal}`);
      } else {
        out.block(code`if (${condition.fails}) {`, () => out.line(refusal), "}");
      }
      return;
    }
    case "call": {
      const refusal = code`found = ${codegenValue("within")}(found, message, key, inner);`;
      out.line(code`inner = ${plan.call("value")};`);
      if (counter === undefined) {
        out.line(code`if (inner !== undefined) ${refusal}`);
      } else {
        out.line(code`if (inner === undefined) ${counter}++;`);
        if (wrapsLists !== undefined) {
          const wrapped = code`${codegenValue("wrapped")}(message, key, ${literalText(wrapsLists)})`;
          out.line(code`else if (Array.isArray(value)) inner = ${wrapped};`);
          out.line(code`if (inner !== undefined) ${refusal}`);
          return;
        }
        out.line(code`else ${refusal}`);
      }
    }
  }
}

function isReference(kind: Piece): boolean {
  return typeof kind !== "string" && !isPieces(kind);
}

/** Parsers of ProtoJSON accept the proto names of fields too; one of them leads to a second look. */
function emitProtoNames(message: MessageModel, { out, file }: SourceContext): void {
  if (file.dialect.spellings !== "protojson") return;
  const jsonNames = new Set(message.fields.map((field) => field.jsonName));
  const renamed = message.fields.filter(
    (field) => field.name !== field.jsonName && !jsonNames.has(field.name),
  );
  if (renamed.length === 0) return;
  for (const field of renamed) out.line(`case ${JSON.stringify(field.name)}:`);
  const names = renamed.every(isUsual)
    ? JSON.stringify(renamed.map(({ name }) => name).join(" "))
    : literalText(Object.fromEntries(renamed.map(({ name, jsonName }) => [name, jsonName])));
  const check = typeNames(message).check;
  const depth = message.recursive ? "depth" : "0";
  out.indent(() =>
    out.line(code`return ${codegenValue("respelled")}(message, ${check}, ${depth}, ${names});`),
  );
}

/** Whether a field has the JSON name that follows from its name. */
function isUsual({ name, jsonName }: FieldModel): boolean {
  return name.replace(/_+(.?)/g, (_, letter: string) => letter.toUpperCase()) === jsonName;
}

/** Whether null is a value of a field, where elsewhere it is the same as no value. */
function holdsNull({ shape }: FieldModel, { index }: SourceContext): boolean {
  return shape.kind === "singular" && isNullable(shape.type, index);
}
