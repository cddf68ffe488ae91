import type { FieldModel, FieldShape, ValueType } from "../../model/model.ts";
import { withArticle } from "../../naming/article.ts";
import { isInheritedName, toPropertyAccess } from "../../naming/identifiers.ts";
import { code, join, type Piece } from "../../print/piece.ts";
import { codegenType, runtimeType } from "../../print/runtime-import.ts";
import { ts } from "../../print/types.ts";
import { localNames } from "../shared/local-names.ts";
import { emitParts } from "../shared/parts.ts";
import { fieldType, typeReference } from "../shared/type-expression.ts";
import { binaryRuntime, enumFunction, keepsUnknown, type MessageContext } from "./binary-context.ts";
import { messageNames } from "./names.ts";
import { differs, wireDefault } from "./wire-default.ts";
import {
  type InlineValue,
  isConstant,
  isPackable,
  tagOf,
  type WireValue,
  wireKey,
  wireTypes,
  wireValue,
} from "./wire-value.ts";

/** Emits the function that writes the fields of a message, in the order of their numbers. */
export function emitWrite(context: MessageContext): void {
  const { out, message, index } = context;
  const fields = message.fields.filter((field) => !isConstant(field)).sort((a, b) => a.number - b.number);
  const keeps = keepsUnknown(context);
  const unused = fields.length === 0 && !keeps ? "_" : "";
  const parameters = [
    code`${unused}message${ts`: ${typeReference(message, index)}`}`,
    code`${unused}writer${ts`: ${codegenType("BinaryWriter", "binary")}`}`,
    ...(message.containsAny ? [code`types${ts`: ${runtimeType("TypeRegistry", "binary")}`}`] : []),
    ...(message.recursive ? ["depth = 0"] : []),
  ];
  const head = code`export function ${messageNames(message).write}(${join(parameters, ", ")})${ts`: void`} {`;
  if (fields.length === 0 && !keeps) {
    out.doc(`Writes nothing: ${withArticle(message.identifier)} has no field with a value of its own.`);
    out.line(code`${head}}`);
    return;
  }
  const locals = localNames(
    fields.map((field) => field.name),
    (name) => `${name}Field`,
    context.inUse,
  );
  out.doc(`Writes the fields of ${withArticle(message.identifier)}.`);
  out.block(
    head,
    () => {
      if (message.recursive) out.line(code`${binaryRuntime("checkDepth")}(depth);`);
      emitParts(out, fields, (field) =>
        emitField(field, { ...context, local: locals.get(field.name) ?? "" }),
      );
      if (keeps) out.line(code`${binaryRuntime("writeUnknownFields")}(message, writer);`);
    },
    "}",
  );
}

interface FieldContext extends MessageContext {
  /** A name for a variable of the field. */
  readonly local: string;
}

/** What is given for a field. */
interface Given {
  readonly value: string;
  /** The condition under which there is a value; empty for a REQUIRED one, whose absence is an error. */
  readonly isSet: string;
}

function emitField(field: FieldModel, context: FieldContext): void {
  const { shape, number } = field;
  switch (shape.kind) {
    case "singular":
      if (shape.type.kind === "enum" && !field.explicit) emitImplicitEnum(field, shape.type, context);
      else emitSingular(field, context);
      return;
    case "list":
      emitList(shape, { number, given: emitGiven(field, context) }, context);
      return;
    case "map":
      emitMap(shape, { number, given: emitGiven(field, context) }, context);
  }
}

function emitGiven(field: FieldModel, { out, local, index }: FieldContext): Given {
  const { jsonName, presence } = field;
  const access = toPropertyAccess("message", jsonName);
  const isInherited = isInheritedName(jsonName);
  if (isInherited) {
    const own = code`(${access}${ts` as ${fieldType(field, index)}`})`;
    out.line(
      code`const ${local} = Object.hasOwn(message, ${JSON.stringify(jsonName)}) ? ${own} : undefined;`,
    );
  }
  const value = isInherited ? local : access;
  return { value, isSet: presence === "required" && !isInherited ? "" : `${value} !== undefined` };
}

function emitSingular(field: FieldModel, context: FieldContext): void {
  const { out } = context;
  const { value, isSet } = emitGiven(field, context);
  // A choice of strings is without the default of strings.
  const absent = field.rules.values === undefined ? wireDefault(field, context) : undefined;
  const isSent = absent === undefined ? "" : differs(field, value, absent);
  const condition = isSet === "" || isSent === "" ? code`${isSet}${isSent}` : code`${isSet} && ${isSent}`;
  const wire = wireValue(field.shape.type, context);
  if (isSet === "" && isSent === "") emitValue(wire, { number: field.number, value }, out);
  else if (wire.kind === "inline") out.line(code`if (${condition}) `, inlineField(wire, field.number, value));
  else out.block(code`if (${condition}) {`, () => emitValue(wire, { number: field.number, value }, out), "}");
}

/**
 * The number tells the default: several names can have the number 0, and the type can be without any of them.
 */
function emitImplicitEnum(
  field: FieldModel,
  { typeName }: ValueType & { kind: "enum" },
  context: FieldContext,
): void {
  const { out, local, index } = context;
  const { value, isSet } = emitGiven(field, context);
  const [number = ""] = localNames([field.name], (name) => `${name}Number`, [
    ...context.inUse,
    local,
  ]).values();
  const convert = code`${enumFunction(index.enumeration(typeName), "to", context)}(${value})`;
  out.line(code`const ${number} = ${isSet === "" ? convert : code`${isSet} ? ${convert} : 0`};`);
  out.line(`if (${number} !== 0) writer.uint32(${tagOf(field.number, wireTypes.varint)}).int32(${number});`);
}

function emitList(
  { type, packed }: FieldShape & { kind: "list" },
  { number, given: { value, isSet } }: { number: number; given: Given },
  context: FieldContext,
): void {
  const { out } = context;
  const wire = wireValue(type, context);
  if (packed && isPackable(wire)) {
    const filled = `${value}.length > 0`;
    out.block(
      `if (${isSet === "" ? filled : `${isSet} && ${filled}`}) {`,
      () => {
        out.line(`writer.uint32(${tagOf(number, wireTypes.length)}).fork();`);
        out.line(code`for (const item of ${value}) writer${wire.write("item")};`);
        out.line("writer.join();");
      },
      "}",
    );
    return;
  }
  const loop = `for (const item of ${value})`;
  const emitLoop = (): void => {
    if (wire.kind === "inline") out.line(`${loop} `, inlineField(wire, number, "item"));
    else out.block(`${loop} {`, () => emitValue(wire, { number, value: "item" }, out), "}");
  };
  if (isSet === "") emitLoop();
  else out.block(`if (${isSet}) {`, emitLoop, "}");
}

function emitMap(
  { key, type }: FieldShape & { kind: "map" },
  { number, given: { value, isSet } }: { number: number; given: Given },
  context: FieldContext,
): void {
  const { out } = context;
  const wire = wireValue(type, context);
  const emitLoop = (): void => {
    out.block(
      `for (const [key, value] of Object.entries(${value})) {`,
      () => {
        out.line(`writer.uint32(${tagOf(number, wireTypes.length)}).fork();`);
        out.line(inlineField(wireKey(key), 1, "key"));
        emitValue(wire, { number: 2, value: "value" }, out);
        out.line("writer.join();");
      },
      "}",
    );
  };
  if (isSet === "") emitLoop();
  else out.block(`if (${isSet}) {`, emitLoop, "}");
}

function inlineField(wire: InlineValue, number: number, value: string): Piece {
  return code`writer.uint32(${tagOf(number, wire.wireType)})${wire.write(value)};`;
}

function emitValue(
  wire: WireValue,
  { number, value }: { number: number; value: string },
  out: MessageContext["out"],
): void {
  if (wire.kind === "inline") {
    out.line(inlineField(wire, number, value));
  } else if (wire.delimited) {
    out.line(`writer.uint32(${tagOf(number, wireTypes.startGroup)});`);
    out.line(code`${wire.write(value)};`);
    out.line(`writer.uint32(${tagOf(number, wireTypes.endGroup)});`);
  } else {
    out.line(`writer.uint32(${tagOf(number, wireTypes.length)}).fork();`);
    out.line(code`${wire.write(value)};`);
    out.line("writer.join();");
  }
}
