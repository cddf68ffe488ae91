import { code, type Piece } from "../print/piece.ts";
import { functionNames, type JsonContext, runtimeValue } from "./json-context.ts";
import { definitionOf, type Literal, type Node, type ScalarType } from "./schema-model.ts";

/** How a value is checked. */
export type CheckPlan =
  | {
      readonly as: "scalar";
      /** Conditions on a value of the name `value`. */
      readonly condition: Piece;
      readonly negation: Piece;
      readonly kind: Piece;
    }
  | {
      readonly as: "call";
      readonly call: (value: string) => Piece;
      /** The same as a function. */
      readonly function: Piece;
      readonly depth: string;
    };

/** Plans the check of a node; `below` is the depth of what stands in it. */
export function planCheck(node: Node, context: JsonContext, below: string): CheckPlan {
  switch (node.kind) {
    case "any":
      return call(runtimeValue("checkValue"));
    case "record":
      return call(runtimeValue("checkStruct"));
    case "scalar":
      return planScalars(node.types);
    case "literals":
      return planLiterals(node.values, node.isConstant);
    case "list": {
      const element = planCheck(node.element, context, below);
      const least = node.least === 0 ? "" : `, ${node.least}`;
      const listOf = (value: string): Piece =>
        element.as === "scalar"
          ? code`${runtimeValue("scalarsOf")}(${value}, ${element.kind}${least})`
          : code`${runtimeValue("listOf")}(${value}, ${element.function}, ${element.depth}${least})`;
      return { as: "call", call: listOf, function: code`(each) => ${listOf("each")}`, depth: "0" };
    }
    case "map": {
      const entry = planCheck(node.value, context, below);
      const mapOf = (value: string): Piece =>
        entry.as === "scalar"
          ? code`${runtimeValue("scalarMapOf")}(${value}, ${entry.kind})`
          : code`${runtimeValue("mapOf")}(${value}, ${entry.function}, ${entry.depth})`;
      return { as: "call", call: mapOf, function: code`(each) => ${mapOf("each")}`, depth: "0" };
    }
    case "ref": {
      const { name, body } = definitionOf(node.name, context.definitions);
      const names = functionNames(name);
      if (body.kind === "enum") {
        return {
          as: "scalar",
          condition: `${names.is}(value)`,
          negation: `!${names.is}(value)`,
          kind: names.kind,
        };
      }
      if (!context.recursive.has(name)) return call(names.check);
      return {
        as: "call",
        call: (value) => `${names.check}(${value}, ${below})`,
        function: names.check,
        depth: below,
      };
    }
  }
}

function call(check: Piece): CheckPlan {
  return { as: "call", call: (value) => code`${check}(${value})`, function: check, depth: "0" };
}

function planScalars(types: readonly ScalarType[]): CheckPlan {
  const [first = "null"] = types;
  if (types.length === 1) {
    return { as: "scalar", ...scalars[first].conditions(), kind: scalars[first].kind() };
  }
  const kinds = types.flatMap((type, i) => (i === 0 ? [scalars[type].kind()] : [", ", scalars[type].kind()]));
  const positive = types.flatMap((type, i) => {
    const { condition } = scalars[type].conditions();
    return i === 0 ? [condition] : [" || ", condition];
  });
  return {
    as: "scalar",
    condition: positive,
    negation: code`!(${positive})`,
    kind: code`${runtimeValue("anyKind")}([${kinds}])`,
  };
}

interface Scalar {
  readonly conditions: () => { readonly condition: Piece; readonly negation: Piece };
  readonly kind: () => Piece;
}

function byFunction(is: string, kind: string): Scalar {
  return {
    conditions: () => ({
      condition: code`${runtimeValue(is)}(value)`,
      negation: code`!${runtimeValue(is)}(value)`,
    }),
    kind: () => runtimeValue(kind),
  };
}

const scalars: Readonly<Record<ScalarType, Scalar>> = {
  string: byFunction("isText", "text"),
  integer: byFunction("isInteger", "integer"),
  number: byFunction("isNumber", "number"),
  boolean: {
    conditions: () => ({ condition: 'typeof value === "boolean"', negation: 'typeof value !== "boolean"' }),
    kind: () => runtimeValue("bool"),
  },
  null: {
    conditions: () => ({ condition: "value === null", negation: "value !== null" }),
    kind: () => runtimeValue("nullValue"),
  },
};

function planLiterals(values: readonly Literal[], isConstant: boolean): CheckPlan {
  const texts = values.map((value) => JSON.stringify(value));
  const kind = isConstant
    ? code`${runtimeValue("constantKind")}(${texts.join("")})`
    : code`${runtimeValue("literalKind")}([${texts.join(", ")}])`;
  return {
    as: "scalar",
    condition: texts.map((text) => `value === ${text}`).join(" || "),
    negation: texts.map((text) => `value !== ${text}`).join(" && "),
    kind,
  };
}
