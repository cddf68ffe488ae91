import { code, type Piece } from "../print/piece.ts";
import { codegenValue } from "../print/runtime-import.ts";
import type { CheckContext } from "./check-context.ts";
import { checkValue, follow, isTrivial } from "./check-value.ts";
import { block, type Line, whenever } from "./lines.ts";
import { count, quote } from "./scalar-tests.ts";
import type { SchemaNode } from "./schema-node.ts";

/** What the keywords of arrays ask of `value`, which is an array. */
export function checkArray(node: SchemaNode, context: CheckContext): readonly Line[] {
  const { prefixItems = [], items, minItems = 0, maxItems, uniqueItems } = node.says;
  const refuse = (expected: string): Piece =>
    code`found = ${codegenValue("outOfRange", "schema")}(found, undefined, value.length, ${quote(expected)});`;
  const lines: Line[] = [];
  if (minItems > 0) {
    lines.push(
      code`if (value.length < ${String(minItems)}) ${refuse(`at least ${count(minItems, "element")}`)}`,
    );
  }
  if (maxItems !== undefined) {
    lines.push(
      code`if (value.length > ${String(maxItems)}) ${refuse(`at most ${count(maxItems, "element")}`)}`,
    );
  }
  prefixItems.forEach((item, at) => {
    const checked = checkValue(item, { value: `value[${at}]`, at: String(at) }, context);
    lines.push(...whenever(`value.length > ${at}`, checked));
  });
  if (items !== undefined) lines.push(...checkElements(items, prefixItems.length, context));
  lines.push(...checkContained(node, context));
  if (uniqueItems === true) lines.push(code`found = ${codegenValue("distinct", "schema")}(found, value);`);
  return lines;
}

/** Checks all elements from one on. */
function checkElements(items: SchemaNode, from: number, context: CheckContext): readonly Line[] {
  if (isTrivial(follow(items))) return [];
  if (items.json === false) {
    const most = quote(`at most ${count(from, "element")}`);
    return [
      code`if (value.length > ${String(from)}) found = ${codegenValue("outOfRange", "schema")}(found, undefined, value.length, ${most});`,
    ];
  }
  return [
    block(`for (let index = ${from}; index < value.length; index++) {`, [
      "const item = value[index];",
      ...checkValue(items, { value: "item", at: "index" }, context),
    ]),
  ];
}

function checkContained({ says }: SchemaNode, context: CheckContext): readonly Line[] {
  const { contains, minContains = 1, maxContains } = says;
  if (contains === undefined || (minContains === 0 && maxContains === undefined)) return [];
  const refuse = (expected: string): Piece =>
    code`found = ${codegenValue("outOfRange", "schema")}(found, undefined, contained, ${quote(expected)});`;
  const fits = context.fits(contains, "item", "inside");
  const such = "of the kind that the array has to contain";
  return [
    "let contained = 0;",
    block("for (const item of value) {", [code`if (${fits}) contained++;`]),
    ...(minContains === 0
      ? []
      : [
          code`if (contained < ${String(minContains)}) ${refuse(`at least ${count(minContains, "element")} ${such}`)}`,
        ]),
    ...(maxContains === undefined
      ? []
      : [
          code`if (contained > ${String(maxContains)}) ${refuse(`at most ${count(maxContains, "element")} ${such}`)}`,
        ]),
  ];
}
