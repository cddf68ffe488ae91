import { isNamed, type TypeModel } from "../../model/index-model.ts";
import type { FieldModel, MessageModel } from "../../model/model.ts";
import { isInheritedName, toPropertyAccess } from "../../naming/identifiers.ts";
import { code, type Piece } from "../../print/piece.ts";
import { codegenType, codegenValue } from "../../print/runtime-import.ts";
import { ts } from "../../print/types.ts";
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
  // Fields whose value is kept while the message is looked through; the others are read where they are sent.
  const kept = message.fields.filter(
    (field) => hasSentForm(field.shape.type, index) || isInheritedName(field.jsonName),
  );
  const locals = localNames(
    kept.map((field) => field.name),
    (name) => `${name}Sent`,
    ["asSent"],
  );
  out.line(
    "// A message that is in this form already is returned itself: `at` is the place of a field that is sent.",
  );
  out.line("let asSent = true;");
  out.line("let last = 0;");
  for (const field of kept) {
    out.line(code`let ${locals.get(field.name) ?? ""}${ts`: ${fieldType(field, index)} | undefined`};`);
  }
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
              emitCase(field, { ...context, at: String(i + 1), local: locals.get(field.name) }),
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
    const value = locals.get(field.name) ?? toPropertyAccess("message", field.jsonName);
    const test = sentTest(field, value, context);
    const condition = test === "" ? `${value} !== undefined` : code`${value} !== undefined && ${test}`;
    out.line(code`if (${condition}) ${toPropertyAccess("sent", field.jsonName)} = ${value};`);
  });
  out.line(code`return sent${ts` as ${type}`};`);
}

/** Finds out whether a field is sent as it is, and keeps the form in which it is sent otherwise. */
function emitCase(
  field: FieldModel,
  { at, local, ...context }: SourceContext & { at: string; local: string | undefined },
): void {
  const { out, index } = context;
  const test = sentTest(field, "value", context);
  out.line(test === "" ? `at = ${at};` : code`if (${test}) at = ${at};`);
  if (local !== undefined) {
    const given = code`value${ts` as ${fieldType(field, index)}`}`;
    if (hasSentForm(field.shape.type, index)) {
      out.line(code`if (value !== undefined) ${local} = ${encodeField(field, given, index)};`);
      out.line(`if (${local} !== value) asSent = false;`);
    } else {
      out.line(code`${local} = ${given};`);
    }
  }
  out.line("break;");
}

/** The condition under which a value that is there is sent; empty when it always is. */
function sentTest(field: FieldModel, value: string, { index }: SourceContext): Piece {
  if (field.presence !== "implicit") return "";
  const { shape } = field;
  if (shape.kind !== "singular") return code`${codegenValue("isFilled")}(${value})`;
  const absent = defaultLiteral(shape, index);
  if (absent === undefined) return "";
  // Minus zero is a value of its own.
  const isFloat =
    shape.type.kind === "scalar" && (shape.type.scalar === "double" || shape.type.scalar === "float");
  return isFloat ? `!Object.is(${value}, 0)` : `${value} !== ${absent}`;
}
