import { code, type Piece } from "../print/piece.ts";
import { literalText } from "../print/print-literal.ts";
import { codegenValue } from "../print/runtime-import.ts";
import type { Direction, EmitContext } from "./emit-context.ts";
import { minimalValue } from "./minimal-value.ts";
import type { Relation } from "./plan.ts";
import type { Shape } from "./version.ts";

export interface Conversion {
  readonly text: Piece;
  /** Whether it may be undefined, with a loss. */
  readonly maybe: boolean;
}

export interface ConversionInit {
  readonly relation: Relation;
  readonly direction: Direction;
  /** The value, and where it is. */
  readonly value: Piece;
  readonly step: Piece;
  readonly from: Shape;
  readonly to: Shape;
  readonly context: EmitContext;
}

/** The expression that makes a value of the other version. */
export function convert(init: ConversionInit): Conversion {
  const { relation, direction, value, step, to, context } = init;
  const up = direction.verb === "upgrade";
  const call = (name: string, ...more: readonly Piece[]): Piece => {
    const rest = more.flatMap((one): readonly Piece[] => [", ", one]);
    return [codegenValue(name, "versions"), "(trace, ", step, ", ", value, ...rest, ")"];
  };
  const plain: Conversion = { text: value, maybe: false };
  switch (relation.kind) {
    case "same":
      return fill(plain, init);
    case "nothing":
      return { text: to.kind === "null" ? "null" : "{}", maybe: false };
    case "inverted":
      return { text: isSimple(value) ? code`!${value}` : code`!(${value})`, maybe: false };
    case "base64":
      return up ? { text: call("toBase64"), maybe: false } : plain;
    case "timestamp":
      return up ? { text: call("toTimestamp"), maybe: true } : plain;
    case "milliseconds":
      return up
        ? { text: call("millisecondsToTimestamp"), maybe: true }
        : { text: call("timestampToMilliseconds"), maybe: true };
    case "integer": {
      const source = relation[direction.from];
      const { minimum, maximum } = relation[direction.to];
      if (source.minimum >= minimum && source.maximum <= maximum) return plain;
      return { text: call("toInteger", `{ minimum: ${minimum}, maximum: ${maximum} }`), maybe: true };
    }
    case "known":
      return { text: call("toKnown", literalText(relation.values)), maybe: true };
    case "first":
      return up ? { text: call("firstOf"), maybe: false } : { text: code`[${value}]`, maybe: false };
    case "choice":
      return { text: code`trace.field(${step}, ${value}, ${nameOf(relation, direction)})`, maybe: false };
    case "pair":
      return {
        text: code`trace.field(${step}, ${value}, ${nameOf(relation, direction)})`,
        maybe: relation.pair.partial[direction.from],
      };
    case "list": {
      if (relation.element.kind === "same") return fill(plain, init);
      const list = code`trace.list(${step}, ${value}, ${nameOf(relation.element, direction)})`;
      const partial = relation.element.kind === "pair" && relation.element.pair.partial[direction.from];
      return fill({ text: list, maybe: false }, init, partial);
    }
    case "map":
      return { text: code`trace.map(${step}, ${value}, ${nameOf(relation.value, direction)})`, maybe: false };
  }
  function fill(
    conversion: Conversion,
    { from: source, to: target }: ConversionInit,
    partial = false,
  ): Conversion {
    if (target.kind !== "list" || !target.filled) return conversion;
    if (source.kind === "list" && source.filled && !partial) return conversion;
    const standIn = minimalValue(target.element, context.plan[direction.to]);
    return {
      ...conversion,
      text: code`${codegenValue("filled", "versions")}(trace, ${step}, ${conversion.text}, ${standIn})`,
    };
  }
}

/** Whether an expression is a property of the value. */
function isSimple(value: Piece): boolean {
  return typeof value === "string" && /^[\w.]+$/.test(value);
}

/** The function for the values of a list or a map. */
function nameOf(relation: Relation, { verb }: Direction): string {
  switch (relation.kind) {
    case "pair":
      return `${verb}${relation.pair.key}`;
    case "choice":
      return `${verb}${relation.choice.key}`;
    default:
      throw new Error(`lists and maps of ${relation.kind} are not supported`);
  }
}
