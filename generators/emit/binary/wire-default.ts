import type { ModelIndex } from "../../model/index-model.ts";
import type { EnumValueModel, FieldModel } from "../../model/model.ts";
import { code, type Piece } from "../../print/piece.ts";
import { defaultLiteral } from "../shared/default-literal.ts";
import type { SourceContext } from "../shared/source-emitter.ts";

/**
 * The value of a field that the wire form leaves out, as TypeScript: the default of a field without
 * explicit presence, with the zero value of an enum even where the type does not have it.
 */
export function wireDefault({ shape, explicit }: FieldModel, { index }: SourceContext): string | undefined {
  if (explicit || shape.kind !== "singular") return undefined;
  if (shape.type.kind !== "enum") return defaultLiteral(shape, index);
  const zero = zeroOf(shape.type.typeName, index);
  return zero === undefined ? undefined : JSON.stringify(zero.json);
}

/** Whether that default is the zero value of an enum that lacks it, because absence means the same. */
export function isDefaultOutsideType({ shape, explicit }: FieldModel, { index }: SourceContext): boolean {
  if (explicit || shape.kind !== "singular" || shape.type.kind !== "enum") return false;
  return zeroOf(shape.type.typeName, index)?.unspecified === true;
}

function zeroOf(typeName: string, index: ModelIndex): EnumValueModel | undefined {
  return index.enumeration(typeName).values.find((value) => value.number === 0);
}

/** The condition under which a value is not that default. */
export function differs(field: FieldModel, value: Piece, absent: string): Piece {
  const { type } = field.shape;
  // Minus zero is a distinct value.
  if (type.kind === "scalar" && (type.scalar === "double" || type.scalar === "float")) {
    return code`!Object.is(${value}, ${absent})`;
  }
  return code`${value} !== ${absent}`;
}
