import type { ModelIndex } from "../../model/index-model.ts";
import type { FieldModel, ValueType } from "../../model/model.ts";
import { isPieces, type Piece } from "../../print/piece.ts";
import { fieldType } from "../shared/type-expression.ts";

/** A name, and the module that exports it; the module is "" for names that need no import. */
interface ImportView {
  readonly name: string;
  readonly module: string;
}

/** The type of a field's value. */
export function toTypeView(field: FieldModel, index: ModelIndex): object {
  const { type } = field.shape;
  const piece = fieldType(field, index);
  return {
    kind: type.kind,
    name: typeName(type),
    typescript: pieceText(piece),
    imports: pieceImports(piece),
  };
}

/** A piece that is one name. */
export function toImportView(piece: Piece): ImportView {
  const [reference] = pieceImports(piece);
  return reference ?? { name: pieceText(piece), module: "" };
}

function typeName(type: ValueType): string {
  switch (type.kind) {
    case "scalar":
      return type.scalar;
    case "enum":
    case "message":
    case "union":
      return type.typeName;
    case "wellKnown":
      return `google.protobuf.${type.wellKnown}`;
    case "literal":
    case "json":
    case "list":
    case "map":
      return "";
  }
}

function pieceText(piece: Piece): string {
  if (typeof piece === "string") return piece;
  return isPieces(piece) ? piece.map(pieceText).join("") : piece.name;
}

function pieceImports(piece: Piece): readonly ImportView[] {
  if (typeof piece === "string") return [];
  return isPieces(piece) ? piece.flatMap(pieceImports) : [{ name: piece.name, module: piece.from }];
}
