import type { FieldModel, MessageModel } from "../../model/model.ts";
import { toPropertyName } from "../../naming/identifiers.ts";
import { uniqueName } from "../../naming/unique-name.ts";
import { code, type Piece } from "../../print/piece.ts";
import { codegenValue } from "../../print/runtime-import.ts";
import { ts } from "../../print/types.ts";
import { encoderOf } from "../json/encode-value.ts";
import { hasSentForm } from "../json/type-facts.ts";
import { findWellKnown } from "../jsonschema/scalar-schema.ts";
import { defaultLiteral } from "../shared/default-literal.ts";
import type { ServiceContext } from "../shared/service-emitter.ts";
import { typeReference, valueType } from "../shared/type-expression.ts";

/** The names of the functions that write what clients send, by the full names of the messages. */
export type Writers = ReadonlyMap<string, string>;

/** The functions for the services of a file: for requests, and for the messages that they hold. */
export function planWriters({ file, index, out }: ServiceContext): Writers {
  const writers = new Map<string, string>();
  const taken = new Set(out.exports);
  const visit = (typeName: string): void => {
    if (writers.has(typeName) || findWellKnown(typeName) !== undefined) return;
    const type = index.type(typeName);
    // The codecs write unions, which no fields are left out of.
    if (type.kind !== "message") return;
    const { identifier, fields } = type;
    const name = uniqueName(`write${identifier}`, taken);
    taken.add(name);
    writers.set(typeName, name);
    for (const { shape } of fields) if (shape.type.kind === "message") visit(shape.type.typeName);
  };
  for (const { methods } of file.services) for (const { input } of methods) visit(input);
  return writers;
}

/** Emits these functions, which do what the encoders of the JSON codecs do by less code. */
export function emitWriters(writers: Writers, context: ServiceContext): void {
  const { out, index } = context;
  [...writers].forEach(([typeName, name], i) => {
    if (i > 0) out.blank();
    emitWriter(index.message(typeName), { ...context, name, writers });
  });
}

interface WriterContext extends ServiceContext {
  readonly name: string;
  readonly writers: Writers;
}

function emitWriter(message: MessageModel, { out, index, name, writers }: WriterContext): void {
  const type = typeReference(message, index);
  const inOrder = codegenValue("inOrder");
  out.block(
    code`function ${name}(message${ts`: ${type}`})${ts`: ${type}`} {`,
    () => {
      if (message.fields.length === 0) {
        out.line(code`return ${inOrder}(message, {});`);
        return;
      }
      out.block(
        code`return ${inOrder}(message, {`,
        () => {
          for (const field of message.fields) {
            out.line(code`${toPropertyName(field.jsonName)}: ${ruleOf(field, { index, writers })},`);
          }
        },
        "});",
      );
    },
    "}",
  );
}

/** The value with which a field is not sent, or the function that makes of a value what is sent. */
function ruleOf(
  { shape, presence, jsonName }: FieldModel,
  { index, writers }: Pick<WriterContext, "index" | "writers">,
): Piece {
  const { type } = shape;
  const isDropped = presence === "implicit";
  const encode = hasSentForm(type, index) ? encoderOf(type, index) : undefined;
  const write = type.kind === "message" ? writers.get(type.typeName) : encode;
  if (write === undefined) {
    if (!isDropped) return "undefined";
    if (shape.kind !== "singular") return shape.kind === "list" ? "[]" : "{}";
    // Minus zero is a distinct value.
    const isFloat = type.kind === "scalar" && (type.scalar === "double" || type.scalar === "float");
    if (isFloat) return code`(value${ts`: unknown`}) => (Object.is(value, 0) ? undefined : value)`;
    return defaultLiteral(shape, index) ?? "undefined";
  }
  if (shape.kind === "singular") {
    if (type.kind !== "scalar" || !isDropped) return write;
    return code`(value${ts`: string`}) => (value === "" ? undefined : ${write}(value, ${JSON.stringify(jsonName)}))`;
  }
  const element = valueType(type, index);
  const [parameter, encoded] =
    shape.kind === "list"
      ? [code`list${ts`: ${element}[]`}`, code`${codegenValue("encodeList")}(list, ${write})`]
      : [code`map${ts`: Record<string, ${element}>`}`, code`${codegenValue("encodeMap")}(map, ${write})`];
  if (!isDropped) return code`(${parameter}) => ${encoded}`;
  return code`(${parameter}) => (${codegenValue("isFilled")}(${shape.kind}) ? ${encoded} : undefined)`;
}
