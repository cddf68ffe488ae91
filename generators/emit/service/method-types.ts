import type { ModelIndex } from "../../model/index-model.ts";
import { importInternal, importValue, type Piece } from "../../print/piece.ts";
import { codegenValue } from "../../print/runtime-import.ts";
import { messageNames as binaryNames } from "../binary/names.ts";
import { typeNames as jsonNames } from "../json/names.ts";
import { findWellKnown } from "../jsonschema/scalar-schema.ts";
import { moduleImport } from "../shared/module-path.ts";
import { typeReference, valueType } from "../shared/type-expression.ts";

/** What generated code calls a request or a response, which can be a well-known type. */
export interface MethodType {
  readonly type: Piece;
  readonly codec: Piece;
  /** The check of a message; absent for a well-known type that is no object. */
  readonly check?: Piece;
  readonly binary: Piece;
}

export function methodType(typeName: string, { index, timestamps }: MethodTypeContext): MethodType {
  const wellKnown = findWellKnown(typeName);
  if (wellKnown !== undefined) {
    const codec =
      wellKnown === "Timestamp" && timestamps === "offset" ? "OffsetTimestampCodec" : `${wellKnown}Codec`;
    return {
      type: valueType({ kind: "wellKnown", wellKnown }, index),
      codec: codegenValue(codec, "service"),
      ...(wellKnown === "Empty" ? { check: codegenValue("checkEmpty") } : {}),
      binary: codegenValue(`${wellKnown}Binary`, "binary"),
    };
  }
  const message = index.type(typeName);
  const file = index.fileOf(typeName).name;
  const json = jsonNames(message);
  const from = moduleImport(file, "json");
  return {
    type: typeReference(message, index),
    codec: importValue(json.codec, from),
    check: importInternal(json.check, from),
    binary: importValue(binaryNames(message).type, moduleImport(file, "binary")),
  };
}

interface MethodTypeContext {
  readonly index: ModelIndex;
  /** Whether timestamps may have an offset, as the dialect has it. */
  readonly timestamps: "utc" | "offset";
}
