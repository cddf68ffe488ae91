import { withArticle } from "../naming/article.ts";
import { code } from "../print/piece.ts";
import { codegenType, codegenValue } from "../print/runtime-import.ts";
import { ts } from "../print/types.ts";
import { checkArray } from "./check-array.ts";
import type { CheckContext } from "./check-context.ts";
import { checkObject } from "./check-object.ts";
import { checkUnevaluatedItems, checkUnevaluatedMembers } from "./check-unevaluated.ts";
import { checkUnion } from "./check-union.ts";
import { checkTests, checkValue, follow, isTrivial } from "./check-value.ts";
import { describeArm } from "./describe-arm.ts";
import { block, chain, type Line, whenever } from "./lines.ts";
import { listTests, quote } from "./scalar-tests.ts";
import type { JsonType, SchemaNode } from "./schema-node.ts";
import { allTypes, type TypeSet } from "./type-sets.ts";

const self = { value: "value", at: undefined };

/** The function that finds what is wrong with a value; undefined, at no cost, for a good one. */
export function printCheck(node: SchemaNode, context: CheckContext): Line {
  const { names, recursive } = context;
  const depth = recursive.has(node.key) ? code`, depth${ts`: number`}` : "";
  const problems = ts`: ${codegenType("Problems", "schema")} | undefined`;
  const isExported = names.isNamed(node);
  return block(
    code`${isExported ? "export " : ""}function check${names.nameOf(node)}(value${ts`: unknown`}${depth})${problems} {`,
    printBody(node, context),
  );
}

export function checkDoc(name: string): string {
  return `Finds what is wrong with ${withArticle(name)}; undefined when nothing is.`;
}

function printBody(node: SchemaNode, context: CheckContext): readonly Line[] {
  const { says, json } = node;
  if (json === false)
    return [code`return ${codegenValue("unexpected", "schema")}(undefined, undefined, value);`];
  if (isTrivial(node)) return ["return undefined;"];
  const target = follow(node);
  if (target !== node) {
    return isTrivial(target)
      ? ["return undefined;"]
      : [code`return ${context.call(target, "value", "same")};`];
  }
  const found = ts`: ${codegenType("Problems", "schema")} | undefined`;
  const guard = context.recursive.has(node.key)
    ? [
        code`if (${codegenValue("isTooDeep", "schema")}(depth)) return ${codegenValue("tooDeep", "schema")}();`,
      ]
    : [];
  // Nothing else can be said of a value of another type.
  const isEarly = says.type !== undefined && says.const === undefined && says.enum === undefined;
  const tests = listTests(node, "value", context);
  const [type, ...others] = tests;
  const early =
    isEarly && type !== undefined
      ? [
          code`if (${type.fails}) return ${codegenValue(type.refusal, "schema")}(undefined, undefined, value, ${type.expected});`,
        ]
      : [];
  const only = says.type?.length === 1 && isEarly ? says.type[0] : undefined;
  const types = typesWithin(node);
  const lines = [
    ...checkTests(isEarly ? others : tests, self),
    ...guarded("object", () => checkObject(node, context), { only, types }),
    ...guarded("array", () => checkArray(node, context), { only, types }),
    ...checkSame(node, types, context),
    ...guarded("object", () => checkUnevaluatedMembers(node, context), { only, types }),
    ...guarded("array", () => checkUnevaluatedItems(node, context), { only, types }),
  ];
  if (lines.length === 0) return [...early, "return undefined;"];
  return [...early, ...guard, code`let found${found};`, ...lines, "return found;"];
}

/** The types that values have after the test of the schema's own `type`. */
function typesWithin({ says }: SchemaNode): TypeSet {
  if (says.type === undefined) return allTypes;
  return new Set(
    says.type.flatMap((type): readonly JsonType[] => (type === "number" ? ["number", "integer"] : [type])),
  );
}

function guarded(
  kind: "object" | "array",
  print: () => readonly Line[],
  { only, types }: { readonly only: JsonType | undefined; readonly types: TypeSet },
): readonly Line[] {
  if (only === kind) return print();
  if (!types.has(kind)) return [];
  const test = codegenValue(kind === "object" ? "isRecord" : "isList", "schema");
  return whenever(code`${test}(value)`, print());
}

/** What is applied to the value itself. */
function checkSame(node: SchemaNode, types: TypeSet, context: CheckContext): readonly Line[] {
  const { says, refs } = node;
  const all = [...refs, ...(says.allOf ?? [])].flatMap((part) => checkValue(part, self, context));
  const unions = (["anyOf", "oneOf"] as const).flatMap((kind) => {
    const arms = says[kind];
    return arms === undefined ? [] : inScope(checkUnion(arms, kind, types, context));
  });
  return [...all, ...unions, ...checkNot(node, context), ...checkIf(node, context)];
}

/** Lines that declare variables, in braces of their own. */
function inScope(lines: readonly Line[]): readonly Line[] {
  return lines.some((line) => typeof line === "string" && line.startsWith("let "))
    ? [block("{", lines)]
    : lines;
}

function checkNot({ says: { not } }: SchemaNode, context: CheckContext): readonly Line[] {
  if (not === undefined) return [];
  if (not.json === false) return [];
  const target = follow(not);
  const refused = code`found = ${codegenValue("excluded", "schema")}(found, value, ${quote(describeArm(not, context))});`;
  if (isTrivial(target)) return [refused];
  return [code`if (${context.fits(not, "value", "same")}) ${refused}`];
}

function checkIf({ says }: SchemaNode, context: CheckContext): readonly Line[] {
  const { if: condition, then, else: otherwise } = says;
  if (condition === undefined) return [];
  const lines = (node: SchemaNode | undefined): readonly Line[] =>
    node === undefined ? [] : checkValue(node, self, context);
  const [yes, no] = [lines(then), lines(otherwise)];
  if (yes.length === 0 && no.length === 0) return [];
  const holds = context.fits(condition, "value", "same");
  if (yes.length === 0) return whenever(code`!${holds}`, no);
  return chain([{ condition: holds, body: yes }, ...(no.length === 0 ? [] : [{ body: no }])]);
}
