import { code, join, type Piece } from "../print/piece.ts";
import { codegenValue } from "../print/runtime-import.ts";
import type { CheckContext } from "./check-context.ts";
import { memberOf, skipNames } from "./check-object.ts";
import { checkValue, follow, isTrivial } from "./check-value.ts";
import { type Condition, type Evaluated, evaluatedBeside, withoutKnown } from "./evaluated.ts";
import { block, type Line } from "./lines.ts";
import { printPattern, quote } from "./scalar-tests.ts";
import type { SchemaNode } from "./schema-node.ts";

/** What `unevaluatedProperties` asks of `value`, which is an object. */
export function checkUnevaluatedMembers(node: SchemaNode, context: CheckContext): readonly Line[] {
  const rest = node.says.unevaluatedProperties;
  const known = evaluatedBeside(node);
  if (rest === undefined || known.allMembers || isTrivial(follow(rest))) return [];
  const { facts, lines } = listFacts(known, "members", context);
  const skips = facts.flatMap(({ name, known: inner }): readonly Line[] => {
    const test = testMember(inner, context);
    return test === undefined ? [] : [code`if (${name}${test}) continue;`];
  });
  const patterns = testMember({ ...known, names: new Set() }, context);
  const names = [...known.names];
  const listed = names.slice(0, 20).map(quote).join(", ");
  const more =
    names.length === 0 || facts.length > 0 ? "" : `, [${listed}${names.length > 20 ? ', "..."' : ""}]`;
  const isNothing = rest.json === false;
  const loop = block("for (const key in value) {", [
    ...skipNames(names),
    ...(patterns === undefined ? [] : [code`if (${patterns.slice(1)}) continue;`]),
    ...skips,
    ...(isNothing
      ? [code`found = ${codegenValue("unexpected", "schema")}(found, key, value[key]${more});`]
      : [
          "const member = value[key];",
          "if (member === undefined) continue;",
          ...checkValue(rest, { value: "member", at: "{ key }" }, context),
        ]),
  ]);
  return facts.length === 0 ? [loop] : [block("if (found === undefined) {", [...lines, loop])];
}

/** What `unevaluatedItems` asks of `value`, which is an array. */
export function checkUnevaluatedItems(node: SchemaNode, context: CheckContext): readonly Line[] {
  const rest = node.says.unevaluatedItems;
  const known = evaluatedBeside(node);
  if (rest === undefined || known.allItems || isTrivial(follow(rest))) return [];
  const { facts, lines } = listFacts(known, "items", context);
  const contained = (nodes: readonly SchemaNode[]): readonly Piece[] =>
    nodes.map((each) => context.fits(each, "item", "inside"));
  const skips = facts.flatMap(({ name, known: inner }): readonly Line[] => {
    const tests = inner.allItems
      ? []
      : [...(inner.items > 0 ? [`index < ${inner.items}`] : []), ...contained(inner.contained)];
    if (inner.allItems) return [`if (${name}) continue;`];
    return tests.length === 0 ? [] : [code`if (${name} && (${join(tests, " || ")})) continue;`];
  });
  const always = contained(known.contained);
  const loop = block(`for (let index = ${known.items}; index < value.length; index++) {`, [
    "const item = value[index];",
    ...always.map((test) => code`if (${test}) continue;`),
    ...skips,
    ...(rest.json === false
      ? [code`found = ${codegenValue("unexpected", "schema")}(found, index, item);`]
      : checkValue(rest, { value: "item", at: "index" }, context)),
  ]);
  return facts.length === 0 ? [loop] : [block("if (found === undefined) {", [...lines, loop])];
}

interface Fact {
  readonly name: string;
  readonly known: Evaluated;
}

/** Variables that are true where a condition holds, and with it those around it. */
function listFacts(
  root: Evaluated,
  of: "members" | "items",
  context: CheckContext,
): { readonly facts: readonly Fact[]; readonly lines: readonly Line[] } {
  const facts: Fact[] = [];
  const lines: Line[] = [];
  const visit = (conditions: readonly Condition[], around: string | undefined): void => {
    for (const condition of conditions) {
      const name = `fits${facts.length + 1}`;
      const holds = printCondition(condition, context);
      lines.push(code`const ${name} = ${around === undefined ? "" : `${around} && `}${holds};`);
      facts.push({ name, known: condition.knows });
      visit(condition.knows.when, name);
    }
  };
  visit(withoutKnown(root.when, root, of), undefined);
  return { facts, lines };
}

function printCondition({ fits, not, has }: Condition, context: CheckContext): Piece {
  if (has !== undefined) return code`${memberOf(has)} !== undefined`;
  const node = fits ?? not;
  if (node === undefined) return "true";
  const holds = context.fits(node, "value", "same");
  return fits === undefined ? code`!${holds}` : holds;
}

/** " && (...)" with the tests of a key; empty where every key is known, undefined where none is. */
function testMember(
  { names, patterns, allMembers }: Evaluated,
  context: CheckContext,
): readonly Piece[] | undefined {
  if (allMembers) return [""];
  const tests = [
    ...[...names].map((name) => code`key === ${quote(name)}`),
    ...[...patterns].map(([pattern, node]) => {
      const constant = context.constant(node, "patternOf", printPattern(pattern));
      return code`${codegenValue("matches", "schema")}(${constant}, key)`;
    }),
  ];
  const [only, ...others] = tests;
  if (only === undefined) return undefined;
  return [" && ", others.length === 0 ? only : code`(${join(tests, " || ")})`];
}
