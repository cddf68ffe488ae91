import { code, join, type Piece } from "../print/piece.ts";
import { runtimeType } from "../print/runtime-import.ts";
import type { Side, TranslationPlan } from "./plan.ts";
import { type Shape, typeOf } from "./version.ts";

/** A shape as a TypeScript type; types of the versions are members of `older` and `newer`. */
export function typeText(shape: Shape, side: Side, plan: TranslationPlan): Piece {
  switch (shape.kind) {
    case "type": {
      const type = typeOf(plan[side], shape.name);
      if (type.kind === "object" || !type.hidden) return `${side}.${shape.name}`;
      return join(
        type.arms.map((name) => typeText({ kind: "type", name }, side, plan)),
        " | ",
      );
    }
    case "text":
      return "string";
    case "choice":
      // Names with a point are those of fields.
      if (!shape.name.includes(".")) return `${side}.${shape.name}`;
      return shape.values.map(({ json }) => JSON.stringify(json)).join(" | ");
    case "boolean":
    case "null":
      return shape.kind;
    case "integer":
      return "number";
    case "object":
      return runtimeType("JsonObject");
    case "value":
      return runtimeType("JsonValue");
    case "empty":
      return runtimeType("JsonEmpty");
    case "list":
      return code`${typeText(shape.element, side, plan)}[]`;
    case "map":
      return code`{ [key: string]: ${typeText(shape.value, side, plan)} }`;
  }
}
