import type { FieldModel, MessageModel } from "../../model/model.ts";
import { isInheritedName, toPropertyAccess } from "../../naming/identifiers.ts";
import { code, importValue, type Piece } from "../../print/piece.ts";
import { defaultLiteral } from "../shared/default-literal.ts";
import { localNames } from "../shared/local-names.ts";
import { moduleImport, runtime } from "../shared/module-path.ts";
import type { SourceContext } from "../shared/source-emitter.ts";
import { fieldType, typeReference } from "../shared/type-expression.ts";
import { messageNames } from "./names.ts";

/** Emits the function that brings a message into the form that is sent, itself if it has that form. */
export function emitEncode(message: MessageModel, context: SourceContext): void {
  const { out, index } = context;
  const type = typeReference(message, index);
  out.doc(
    `The ${message.identifier} as it is sent: known fields in order, without those that hold their default.`,
  );
  out.block(
    code`export function ${messageNames(message).encode}(message: ${type}): ${type} {`,
    () => {
      if (message.fields.length === 0) {
        out.line(code`return ${importValue("isEmpty", runtime)}(message) ? message : {};`);
      } else {
        emitBody(message, context);
      }
    },
    "}",
  );
}

function emitBody(message: MessageModel, context: SourceContext): void {
  const { out, index } = context;
  const type = typeReference(message, index);
  // Fields whose value is kept while the message is looked through; the others are read where they are sent.
  const kept = message.fields.filter((field) => isEncoded(field) || isInheritedName(field.jsonName));
  const locals = localNames(
    kept.map((field) => field.name),
    (name) => `${name}Sent`,
  );
  out.line("let asSent = true;");
  out.line("let last = 0;");
  for (const field of kept) {
    out.line(code`let ${locals.get(field.name) ?? ""}: ${fieldType(field, index)} | undefined;`);
  }
  out.block(
    "for (const key in message) {",
    () => {
      out.line(code`const value: unknown = message[key as keyof ${type}];`);
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
  out.line("const sent: Record<string, unknown> = {};");
  for (const field of message.fields) {
    const value = locals.get(field.name) ?? toPropertyAccess("message", field.jsonName);
    const test = sentTest(field, value, context);
    const condition = test === "" ? `${value} !== undefined` : code`${value} !== undefined && ${test}`;
    out.line(code`if (${condition}) sent[${JSON.stringify(field.jsonName)}] = ${value};`);
  }
  out.line(code`return sent as unknown as ${type};`);
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
    const given = code`value as ${fieldType(field, index)}`;
    if (!isEncoded(field)) out.line(code`${local} = ${given};`);
    else out.line(code`if (value !== undefined) ${local} = ${encodeCall(field, given, context)};`);
    if (isEncoded(field)) out.line(`if (${local} !== value) asSent = false;`);
  }
  out.line("break;");
}

/** Whether the value holds messages, which have a form of their own to be sent in. */
function isEncoded({ shape: { type } }: FieldModel): boolean {
  return type.kind === "message" || (type.kind === "wellKnown" && type.wellKnown === "Empty");
}

/** The condition under which a value that is there is sent; empty when it always is. */
function sentTest(field: FieldModel, value: string, { index }: SourceContext): Piece {
  if (field.presence !== "implicit") return "";
  const { shape } = field;
  if (shape.kind !== "singular") return code`${importValue("isFilled", runtime)}(${value})`;
  const absent = defaultLiteral(shape, index);
  if (absent === undefined) return "";
  // Minus zero is a value of its own.
  const isFloat =
    shape.type.kind === "scalar" && (shape.type.scalar === "double" || shape.type.scalar === "float");
  return isFloat ? `!Object.is(${value}, 0)` : `${value} !== ${absent}`;
}

function encodeCall(field: FieldModel, value: Piece, context: SourceContext): Piece {
  const encode = encoderOf(field, context);
  switch (field.shape.kind) {
    case "singular":
      return code`${encode}(${value})`;
    case "list":
      return code`${importValue("encodeList", runtime)}(${value}, ${encode})`;
    case "map":
      return code`${importValue("encodeMap", runtime)}(${value}, ${encode})`;
  }
}

function encoderOf({ shape: { type } }: FieldModel, { index }: SourceContext): Piece {
  if (type.kind !== "message") return importValue("encodeEmpty", runtime);
  const from = moduleImport(index.fileOf(type.typeName).name, "json");
  return importValue(messageNames(index.message(type.typeName)).encode, from);
}
