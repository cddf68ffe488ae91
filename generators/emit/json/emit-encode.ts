import { isNamed, type TypeModel } from "../../model/index-model.ts";
import type { FieldModel, MessageModel } from "../../model/model.ts";
import { toPropertyAccess } from "../../naming/identifiers.ts";
import { code, type Piece } from "../../print/piece.ts";
import { codegenType, codegenValue } from "../../print/runtime-import.ts";
import { ts } from "../../print/types.ts";
import { maximumWidth } from "../../print/wrap-code.ts";
import { defaultLiteral } from "../shared/default-literal.ts";
import { localNames } from "../shared/local-names.ts";
import { emitParts } from "../shared/parts.ts";
import type { SourceContext } from "../shared/source-emitter.ts";
import { fieldType, typeReference } from "../shared/type-expression.ts";
import { emitUnionEncode } from "./emit-union.ts";
import { encodeField } from "./encode-value.ts";
import { typeNames } from "./names.ts";
import { hasSentForm } from "./type-facts.ts";

/** Emits the function that brings a value into the form that is sent, itself if it has that form. */
export function emitEncode(type: TypeModel, context: SourceContext): void {
  const { out, index, file } = context;
  const reference = typeReference(type, index);
  const parameter = type.kind === "message" ? "message" : "value";
  const form =
    file.source === "proto"
      ? "known fields in order, without those that hold their default"
      : "known members in order";
  if (isNamed(type)) out.doc(`The ${type.identifier} as it is sent: ${form}.`);
  out.block(
    code`${isNamed(type) ? "export " : ""}function ${typeNames(type).encode}(${parameter}${ts`: ${reference}`})${ts`: ${reference}`} {`,
    () => {
      switch (type.kind) {
        case "message":
          emitMessage(type, context);
          return;
        case "union":
          emitUnionEncode(type, context);
          return;
        case "enum":
          out.line("return value;");
      }
    },
    "}",
  );
}

function emitMessage(message: MessageModel, context: SourceContext): void {
  const { out, index } = context;
  const type = typeReference(message, index);
  if (message.fields.length === 0) {
    out.line(code`return ${codegenValue("isEmpty")}(message) ? message : {};`);
    return;
  }
  const locals = localNames(
    message.fields.map((field) => field.name),
    (name) => `${name}Sent`,
    ["asSent"],
  );
  out.line(
    "// A message that is in this form already is returned itself: `at` is the place of a field that is sent.",
  );
  out.line("let asSent = true;");
  out.line("let last = 0;");
  // The values are kept on the way: to ask for one that is absent takes as long as the rest of the loop for
  // it.
  declareAll([...locals.values()], context);
  out.block(
    "for (const key in message) {",
    () => {
      out.line(code`const value${ts`: unknown`} = message[key${ts` as keyof ${type}`}];`);
      out.line("let at = 0;");
      out.block(
        "switch (key) {",
        () => {
          message.fields.forEach((field, i) => {
            out.line(`case ${JSON.stringify(field.jsonName)}:`);
            out.indent(() =>
              emitCase(field, { ...context, at: String(i + 1), local: locals.get(field.name) ?? "" }),
            );
          });
        },
        "}",
      );
      out.line("if (at <= last || value === undefined) asSent = false;");
      out.line("last = at;");
    },
    "}",
  );
  out.line("if (asSent) return message;");
  out.line(code`const sent${ts`: ${codegenType("Draft")}<${type}>`} = {};`);
  emitParts(out, message.fields, (field) => {
    const local = locals.get(field.name) ?? "";
    const test = sentTest(field, local, context);
    const isTestedForAbsence = test !== "" && field.shape.kind !== "singular";
    const present = isTestedForAbsence ? [test] : [`${local} !== undefined`, test];
    out.line(code`if (${allOf(present)}) ${toPropertyAccess("sent", field.jsonName)} = ${local};`);
  });
  out.line(code`return sent${ts` as ${type}`};`);
}

/** Declares variables of any type, as many as fit in a line. */
function declareAll(names: readonly string[], { out }: SourceContext): void {
  let line: Piece[] = [];
  let width = 0;
  for (const name of names) {
    const declared = code`${name}${ts`: unknown`}`;
    width += name.length + ", : unknown".length;
    if (line.length > 0 && width > maximumWidth - "  let ;".length) {
      out.line(code`let ${line};`);
      line = [];
      width = name.length;
    }
    line.push(line.length === 0 ? declared : [", ", declared]);
  }
  out.line(code`let ${line};`);
}

/** Keeps a field's value in the form in which it is sent, and finds out whether it was given in that form. */
function emitCase(
  field: FieldModel,
  { at, local, ...context }: SourceContext & { at: string; local: string },
): void {
  const { out, index } = context;
  const test = sentTest(field, "value", context);
  const hasForm = hasSentForm(field.shape.type, index);
  if (hasForm) {
    const given = code`value${ts` as ${fieldType(field, index)}`}`;
    out.line(code`if (value !== undefined) ${local} = ${encodeField(field, given, index)};`);
  } else {
    out.line(`${local} = value;`);
  }
  const condition = allOf([hasForm ? `${local} === value` : "", test]);
  out.line(condition.length === 0 ? `at = ${at};` : code`if (${condition}) at = ${at};`);
  out.line("break;");
}

/** Conditions joined; the empty ones are left out. */
function allOf(conditions: readonly Piece[]): readonly Piece[] {
  return conditions
    .filter((condition) => condition !== "")
    .flatMap((condition, i) => (i === 0 ? [condition] : [" && ", condition]));
}

/** The condition under which a value that is there is sent; empty when it always is. */
function sentTest(field: FieldModel, value: string, { index }: SourceContext): Piece {
  if (field.presence !== "implicit") return "";
  const { shape } = field;
  if (shape.kind !== "singular") return code`${codegenValue("isFilled")}(${value})`;
  const absent = defaultLiteral(shape, index);
  if (absent === undefined) return "";
  // Minus zero is a distinct value.
  const isFloat =
    shape.type.kind === "scalar" && (shape.type.scalar === "double" || shape.type.scalar === "float");
  return isFloat ? `!Object.is(${value}, 0)` : `${value} !== ${absent}`;
}
