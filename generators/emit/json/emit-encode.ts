import type { FieldModel, MessageModel } from "../../model/model.ts";
import { isInheritedName, toPropertyAccess } from "../../naming/identifiers.ts";
import { code, importValue, type Piece } from "../../print/piece.ts";
import { defaultLiteral } from "../shared/default-literal.ts";
import { localNames } from "../shared/local-names.ts";
import { moduleImport, runtime } from "../shared/module-path.ts";
import { typeReference } from "../shared/type-expression.ts";
import type { JsonContext } from "./json-context.ts";
import { messageNames } from "./names.ts";

/** Emits the function that brings a message into the form that is sent, itself if it has that form. */
export function emitEncode(message: MessageModel, context: JsonContext): void {
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

function emitBody(message: MessageModel, context: JsonContext): void {
  const { out, index } = context;
  const type = typeReference(message, index);
  // Fields whose value is looked at before it is sent; the others are read where they are sent.
  const nested = message.fields.filter((field) => isEncoded(field) || isInheritedName(field.jsonName));
  const locals = localNames(
    nested.map((field) => field.name),
    (name) => `${name}Sent`,
  );
  out.line("let asSent = true;");
  out.line("let last = 0;");
  out.block(
    "for (const key in message) {",
    () => {
      out.line(code`const value: unknown = message[key as keyof ${type}];`);
      out.line("let at = 0;");
      out.block(
        "switch (key) {",
        () => {
          message.fields.forEach((field, i) => {
            const test = sentTest(field, "value", context);
            out.line(`case ${JSON.stringify(field.jsonName)}:`);
            out.indent(() => {
              out.line(test === "" ? `at = ${i + 1};` : code`if (${test}) at = ${String(i + 1)};`);
              out.line("break;");
            });
          });
        },
        "}",
      );
      out.line("if (at <= last || value === undefined) asSent = false;");
      out.line("last = at;");
    },
    "}",
  );
  for (const field of nested) {
    out.line(code`const ${locals.get(field.name) ?? ""} = ${readField(field, context)};`);
  }
  const same = nested
    .filter(isEncoded)
    .map((field) => ` && ${locals.get(field.name)} === ${toPropertyAccess("message", field.jsonName)}`);
  out.line(`if (asSent${same.join("")}) return message;`);
  out.line("const sent: Record<string, unknown> = {};");
  for (const field of message.fields) {
    const value = locals.get(field.name) ?? toPropertyAccess("message", field.jsonName);
    const test = sentTest(field, value, context);
    const condition = test === "" ? `${value} !== undefined` : code`${value} !== undefined && ${test}`;
    out.line(code`if (${condition}) sent[${JSON.stringify(field.jsonName)}] = ${value};`);
  }
  out.line(code`return sent as unknown as ${type};`);
}

/** Whether the value holds messages, which have a form of their own to be sent in. */
function isEncoded({ shape: { type } }: FieldModel): boolean {
  return type.kind === "message" || (type.kind === "wellKnown" && type.wellKnown === "Empty");
}

/** The value of a field as it is sent; undefined when the field is not set. */
function readField(field: FieldModel, context: JsonContext): Piece {
  const given = toPropertyAccess("message", field.jsonName);
  const value = encodeCall(field, given, context);
  if (isInheritedName(field.jsonName)) {
    return code`Object.hasOwn(message, ${JSON.stringify(field.jsonName)}) && ${given} !== undefined ? ${value} : undefined`;
  }
  return code`${given} === undefined ? undefined : ${value}`;
}

/** The condition under which a value that is there is sent; empty when it always is. */
function sentTest(field: FieldModel, value: string, { index }: JsonContext): Piece {
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

function encodeCall(field: FieldModel, value: string, context: JsonContext): Piece {
  if (!isEncoded(field)) return value;
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

function encoderOf({ shape: { type } }: FieldModel, { index }: JsonContext): Piece {
  if (type.kind !== "message") return importValue("encodeEmpty", runtime);
  const from = moduleImport(index.fileOf(type.typeName).name, "json");
  return importValue(messageNames(index.message(type.typeName)).encode, from);
}
