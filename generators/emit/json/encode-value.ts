import type { ModelIndex } from "../../model/index-model.ts";
import type { FieldModel, ValueType } from "../../model/model.ts";
import { code, importValue, type Piece } from "../../print/piece.ts";
import { codegenValue } from "../../print/runtime-import.ts";
import { moduleImport } from "../shared/module-path.ts";
import { typeNames } from "./names.ts";
import { hasSentForm } from "./type-facts.ts";

/** The value of a field in the form that is sent, as an expression. */
export function encodeField({ shape, jsonName }: FieldModel, value: Piece, index: ModelIndex): Piece {
  switch (shape.kind) {
    case "singular":
      if (shape.type.kind === "scalar" && hasSentForm(shape.type, index))
        return code`${encoderOf(shape.type, index)}(${value}, ${JSON.stringify(jsonName)})`;
      return encodeValue(shape.type, value, index);
    case "list":
      return encodeValue({ kind: "list", element: shape.type, nonEmpty: false }, value, index);
    case "map":
      return encodeValue({ kind: "map", value: shape.type }, value, index);
  }
}

/** A value in the form that is sent, as an expression. */
export function encodeValue(type: ValueType, value: Piece, index: ModelIndex): Piece {
  if (!hasSentForm(type, index)) return value;
  switch (type.kind) {
    case "list":
      return code`${codegenValue("encodeList")}(${value}, ${encoderOf(type.element, index)})`;
    case "map":
      return code`${codegenValue("encodeMap")}(${value}, ${encoderOf(type.value, index)})`;
    default:
      return code`${encoderOf(type, index)}(${value})`;
  }
}

/** The function that brings values of a type into the form that is sent. */
export function encoderOf(type: ValueType, index: ModelIndex): Piece {
  switch (type.kind) {
    case "message":
    case "union": {
      const from = moduleImport(index.fileOf(type.typeName).name, "json");
      return importValue(typeNames(index.type(type.typeName)).encode, from);
    }
    case "list":
    case "map":
      return code`(each) => ${encodeValue(type, "each", index)}`;
    case "wellKnown":
      return codegenValue(`encode${type.wellKnown}`);
    case "scalar":
      return codegenValue("encodeBytes");
    case "enum":
    case "literal":
    case "json":
      throw new TypeError(`a ${type.kind} is sent as it is`);
  }
}
