import type { FieldModel, FieldShape, ValueType } from "../../model/model.ts";
import { entryName } from "../../naming/derived-names.ts";
import { code, type Piece } from "../../print/piece.ts";
import { codegenType, runtimeType } from "../../print/runtime-import.ts";
import { ts } from "../../print/types.ts";
import { defaultLiteral } from "../shared/default-literal.ts";
import { valueType } from "../shared/type-expression.ts";
import { binaryRuntime, type MessageContext } from "./binary-context.ts";
import { emitLoop } from "./emit-loop.ts";
import { tagOf, type WireValue, wireKey, wireTypes, wireValue } from "./wire-value.ts";

/** What the reader of a map's entry is given beside the reader and the map. */
export function entryNeeds(
  type: ValueType,
  { message, index }: MessageContext,
): { readonly types: boolean; readonly depth: boolean } {
  if (type.kind === "wellKnown") return { types: type.wellKnown === "Any", depth: false };
  if (type.kind !== "message") return { types: false, depth: false };
  const target = index.message(type.typeName);
  return { types: target.containsAny, depth: message.recursive && target.recursive };
}

/** Emits the function that reads one entry of a map, with the default for a key or value that it lacks. */
export function emitMapEntry(field: FieldModel, context: MessageContext): void {
  const { out, message, index } = context;
  const { shape } = field;
  if (shape.kind !== "map") return;
  const { types, depth } = entryNeeds(shape.type, context);
  const rest = [
    types ? code`, types${ts`: ${runtimeType("TypeRegistry", "binary")}`}` : "",
    depth ? code`, depth${ts`: number`}` : "",
  ];
  const reader = code`reader${ts`: ${codegenType("BinaryReader", "binary")}`}`;
  const map = code`map${ts`: { [key: string]: ${valueType(shape.type, index)} }`}`;
  out.doc(`Reads an entry of \`${field.jsonName}\`.`);
  out.block(
    code`function ${entryName(message, field.name)}(${reader}, ${map}${rest})${ts`: void`} {`,
    () => emitBody(shape, context),
    "}",
  );
}

function emitBody({ key, type }: FieldShape & { kind: "map" }, context: MessageContext): void {
  const { out, index } = context;
  const wire = wireValue(type, context);
  const keyWire = wireKey(key);
  const absent = (of: ValueType): string =>
    defaultLiteral({ kind: "singular", type: of }, index) ?? "undefined";
  out.line("const end = reader.uint32() + reader.pos;");
  out.line(`let key = ${JSON.stringify(key === "string" ? "" : key === "bool" ? "false" : "0")};`);
  const canLack = wire.kind === "body" || wire.droppable ? " | undefined" : "";
  out.line(
    code`let value${ts`: ${valueType(type, index)}${canLack}`}${wire.kind === "body" ? "" : ` = ${absent(type)}`};`,
  );
  emitLoop(context, () => {
    emitCase(keyWire, { number: 1, assign: code`key = ${keyWire.read}` }, context);
    emitCase(wire, { number: 2, assign: code`value = ${readInto(wire)}` }, context);
  });
  const set = binaryRuntime("setEntry");
  if (wire.kind === "body") {
    out.line(code`${set}(map, key, value === undefined ? ${wire.read("0")} : value);`);
  } else if (wire.droppable) {
    out.line(code`if (value !== undefined) ${set}(map, key, value);`);
  } else {
    out.line(code`${set}(map, key, value);`);
  }
}

/** A value that is in the entry twice is merged like any field. */
function readInto(wire: WireValue): Piece {
  return wire.kind === "inline" ? wire.read : wire.merge("reader.uint32()", "value");
}

function emitCase(
  wire: WireValue,
  { number, assign }: { number: number; assign: Piece },
  { out }: MessageContext,
): void {
  const wireType = wire.kind === "inline" ? wire.wireType : wireTypes.length;
  out.line(`case ${tagOf(number, wireType)}:`);
  out.indent(() => {
    out.line(code`${assign};`);
    out.line("break;");
  });
}
