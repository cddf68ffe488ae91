import { code, type Piece } from "../print/piece.ts";
import { codegenValue } from "../print/runtime-import.ts";
import type { CheckContext } from "./check-context.ts";
import { type Branch, block, chain, type Line } from "./lines.ts";
import { formats, listTests, type Test } from "./scalar-tests.ts";
import type { SchemaNode } from "./schema-node.ts";
import { isWithin, type TypeSet, typesOf, valuesOf } from "./type-sets.ts";

/** Keywords that no test of a condition covers. */
const larger = [
  "properties",
  "patternProperties",
  "additionalProperties",
  "unevaluatedProperties",
  "propertyNames",
  "required",
  "minProperties",
  "maxProperties",
  "dependentRequired",
  "dependentSchemas",
  "prefixItems",
  "items",
  "unevaluatedItems",
  "contains",
  "minItems",
  "maxItems",
  "uniqueItems",
  "allOf",
  "anyOf",
  "oneOf",
  "not",
  "if",
] as const satisfies readonly (keyof SchemaNode["says"])[];

/** Whether the tests of scalars are all that a schema asks for. */
export function isSimple({ says, refs }: SchemaNode): boolean {
  return refs.length === 0 && larger.every((keyword) => says[keyword] === undefined);
}

/** Whether every value is valid. */
export function isTrivial(node: SchemaNode): boolean {
  const { format, minLength = 0 } = node.says;
  const isKnown = format !== undefined && Object.hasOwn(formats, format);
  const others = scalarKeywords.filter((keyword) => keyword !== "format" && keyword !== "minLength");
  return (
    node.json !== false &&
    isSimple(node) &&
    !isKnown &&
    minLength === 0 &&
    others.every((keyword) => node.says[keyword] === undefined)
  );
}

/** The schema that a mere reference stands for, or the schema itself. */
export function follow(node: SchemaNode): SchemaNode {
  const [target, ...others] = node.refs;
  const isMere =
    target !== undefined && others.length === 0 && isSimple({ ...node, refs: [] }) && isWithoutTests(node);
  return isMere ? follow(target) : node;
}

const scalarKeywords = [
  "type",
  "const",
  "enum",
  "minLength",
  "maxLength",
  "pattern",
  "format",
  "minimum",
  "exclusiveMinimum",
  "maximum",
  "exclusiveMaximum",
  "multipleOf",
] as const satisfies readonly (keyof SchemaNode["says"])[];

function isWithoutTests({ says }: SchemaNode): boolean {
  return scalarKeywords.every((keyword) => says[keyword] === undefined);
}

export interface ValueInit {
  /** An expression of the value, which has no effects and costs nothing. */
  readonly value: Piece;
  /** An expression of its place in what holds it; undefined for the value that the function checks. */
  readonly at: Piece | undefined;
  /** Whether the value may be undefined, for a member that may be absent. */
  readonly isOptional?: boolean;
  /** The types that it can have here. */
  readonly known?: TypeSet;
}

/** Checks a value at a place. */
export function checkValue(node: SchemaNode, init: ValueInit, context: CheckContext): readonly Line[] {
  const { value, at, isOptional = false } = init;
  const place = at ?? "undefined";
  if (node.json === false) {
    return [code`found = ${codegenValue("unexpected", "schema")}(found, ${place}, ${value});`];
  }
  if (isTrivial(node)) return [];
  // Where the type of the value is known, TypeScript refuses to compare it with some constants.
  if (isSimple(node) && (at !== undefined || valuesOf(node.says) === undefined)) {
    const { type } = node.says;
    const isSure = init.known !== undefined && type !== undefined && isWithin(init.known, typesOf(node));
    const tests = listTests(node, value, context);
    return checkTests(isSure ? tests.filter(({ refusal }) => refusal !== "wrongType") : tests, init);
  }
  const target = follow(node);
  if (target !== node && isTrivial(target)) return [];
  const found =
    at === undefined
      ? code`found = ${codegenValue("both", "schema")}(found, ${context.call(target, value, "same")});`
      : code`found = ${codegenValue("below", "schema")}(found, ${at}, ${context.call(target, value, "inside")});`;
  return [isOptional ? code`if (${value} !== undefined) ${found}` : found];
}

/** Reports the first test that fails. */
export function checkTests(tests: readonly Test[], init: ValueInit): readonly Line[] {
  const branches = listBranches(tests, init);
  const [first, ...others] = branches;
  if (first === undefined || init.isOptional !== true) return chain(branches);
  const isThere = code`${init.value} !== undefined`;
  if (others.length > 0) return [block(code`if (${isThere}) {`, chain(branches))];
  const condition = first.condition === undefined ? isThere : code`${isThere} && ${first.condition}`;
  return chain([{ condition, body: first.body }]);
}

/** What is done for each test that fails. */
function listBranches(tests: readonly Test[], { value, at }: ValueInit): readonly Branch[] {
  return tests.map(({ fails, refusal, expected }) => {
    const refused = code`found = ${codegenValue(refusal, "schema")}(found, ${at ?? "undefined"}, ${value}, ${expected});`;
    return fails === "true" ? { body: [refused] } : { condition: fails, body: [refused] };
  });
}

/** The same for a member that has to be there. */
export function checkRequired(node: SchemaNode, init: ValueInit, context: CheckContext): readonly Line[] {
  const missing = code`found = ${codegenValue("missing", "schema")}(found, ${init.at ?? "undefined"});`;
  const first = { condition: code`${init.value} === undefined`, body: [missing] };
  const isOwn = isSimple(node) && node.json !== false;
  const rest = isOwn
    ? listBranches(listTests(node, init.value, context), init)
    : [{ body: checkValue(node, init, context) }];
  return chain([first, ...rest]);
}
