import { localNames } from "../emit/shared/local-names.ts";
import { isInheritedName, toIdentifier } from "../naming/identifiers.ts";
import { code, join, type Piece } from "../print/piece.ts";
import { codegenValue } from "../print/runtime-import.ts";
import type { CheckContext } from "./check-context.ts";
import { checkRequired, checkValue, follow, isTrivial } from "./check-value.ts";
import { block, chain, type Line, whenever } from "./lines.ts";
import { count, printPattern, quote } from "./scalar-tests.ts";
import type { SchemaNode } from "./schema-node.ts";

/** Names that checks use themselves; a member of that name gets a number in its variable. */
const reserved = (
  "value found key member item index depth at isKnown fitting contained below both wrongType wrongValue " +
  "outOfRange wrongFormat missing unexpected wrongKey wrongCount wrongTag tooDeep isTooDeep defineCodec own " +
  "isRecord isNumber isInteger isList isShorter isLonger matches matchesShort countMembers isMultipleOf equals " +
  "distinct setOf isDate isTime isDateTime isDuration isHostname isEmail isIpv4 isIpv6 isUuid isJsonPointer " +
  "isRegex isUri isUriReference unchanged members excluded wrongKeys fits fits1 fits2 fits3 fits4"
).split(" ");

/** The value of a member: an own one, also where every object has something of that name. */
export function memberOf(name: string): Piece {
  return isInheritedName(name)
    ? code`${codegenValue("own", "schema")}(value, ${quote(name)})`
    : `value[${quote(name)}]`;
}

/** What the keywords of objects ask of `value`, which is an object. */
export function checkObject(node: SchemaNode, context: CheckContext): readonly Line[] {
  return [
    ...checkCounts(node),
    ...checkMembers(node, context),
    ...checkOthers(node, context),
    ...checkDependents(node, context),
  ];
}

function checkCounts({ says: { minProperties = 0, maxProperties } }: SchemaNode): readonly Line[] {
  const refuse = (expected: string): Piece =>
    code`found = ${codegenValue("outOfRange", "schema")}(found, undefined, members, ${quote(expected)});`;
  if (minProperties === 0 && maxProperties === undefined) return [];
  const lines = [
    ...(minProperties === 0
      ? []
      : [
          code`if (members < ${String(minProperties)}) ${refuse(`at least ${count(minProperties, "member")}`)}`,
        ]),
    ...(maxProperties === undefined
      ? []
      : [
          code`if (members > ${String(maxProperties)}) ${refuse(`at most ${count(maxProperties, "member")}`)}`,
        ]),
  ];
  return [code`const members = ${codegenValue("countMembers", "schema")}(value);`, ...lines];
}

function checkMembers({ says }: SchemaNode, context: CheckContext): readonly Line[] {
  const { properties = new Map<string, SchemaNode>(), required = [] } = says;
  const isRequired = new Set(required);
  const names = [...properties.keys(), ...required.filter((name) => !properties.has(name))];
  const locals = localNames(names, toLocal, reserved);
  return names.flatMap((name): readonly Line[] => {
    const node = properties.get(name);
    const [at, local] = [quote(name), locals.get(name) ?? ""];
    const missing = code`found = ${codegenValue("missing", "schema")}(found, ${at});`;
    const ifMissing = code`if (${memberOf(name)} === undefined) ${missing}`;
    if (node === undefined || isTrivial(follow(node))) return isRequired.has(name) ? [ifMissing] : [];
    if (node.json === false) {
      const lines = checkValue(node, { value: memberOf(name), at }, context);
      return isRequired.has(name) ? [ifMissing, ...lines] : lines;
    }
    const declared = code`const ${local} = ${memberOf(name)};`;
    if (isRequired.has(name)) return [declared, ...checkRequired(node, { value: local, at }, context)];
    return [declared, ...checkValue(node, { value: local, at, isOptional: true }, context)];
  });
}

function toLocal(name: string): string {
  const local = toIdentifier(name);
  // The module has such names.
  return /^(?:check|patternOf|valuesOf|constantOf)[A-Z]/.test(local) ? `${local}Member` : local;
}

/** Members by their patterns, those without a name, and the names themselves. */
function checkOthers({ says }: SchemaNode, context: CheckContext): readonly Line[] {
  const { properties, patternProperties = new Map<string, SchemaNode>(), propertyNames } = says;
  const { additionalProperties: rest } = says;
  const hasRest = rest !== undefined && !isTrivial(follow(rest));
  const patterns = [...patternProperties].filter(([, node]) => hasRest || !isTrivial(follow(node)));
  const names = [...(properties?.keys() ?? [])];
  const lines: Line[] = [];
  if (propertyNames !== undefined && !isTrivial(follow(propertyNames))) {
    const inner = context.call(follow(propertyNames), "key", "inside");
    lines.push(code`found = ${codegenValue("wrongKey", "schema")}(found, key, ${inner});`);
  }
  const inKey = { value: "member", at: "{ key }" };
  const tests = patterns.map(([pattern, node]) => {
    const constant = context.constant(node, "patternOf", printPattern(pattern));
    return { test: code`${codegenValue("matches", "schema")}(${constant}, key)`, node };
  });
  // With one pattern and no named members, what does not match is the rest.
  const isEither = hasRest && tests.length === 1 && names.length === 0;
  const restLines = !hasRest ? [] : checkRest(rest, names, context);
  if (isEither) {
    const [only] = tests;
    const matched = only === undefined ? [] : checkValue(only.node, inKey, context);
    const condition = only?.test ?? "true";
    if (matched.length === 0) lines.push(...whenever(code`!${condition}`, restLines));
    else lines.push(...chain([{ condition, body: matched }, { body: restLines }]));
  } else {
    if (hasRest && tests.length > 0) lines.push("let isKnown = false;");
    for (const { test, node } of tests) {
      lines.push(
        ...whenever(test, [...(hasRest ? ["isKnown = true;"] : []), ...checkValue(node, inKey, context)]),
      );
    }
    if (hasRest) {
      lines.push(...skipNames(names), ...(tests.length > 0 ? whenever("!isKnown", restLines) : restLines));
    }
  }
  if (lines.length === 0) return [];
  const usesMember = patterns.length > 0 || (hasRest && rest.json !== false);
  return [
    block("for (const key in value) {", [
      ...(usesMember ? ["const member = value[key];", "if (member === undefined) continue;"] : []),
      ...lines,
    ]),
  ];
}

function checkRest(rest: SchemaNode, names: readonly string[], context: CheckContext): readonly Line[] {
  if (rest.json !== false) return checkValue(rest, { value: "member", at: "{ key }" }, context);
  const known = names.slice(0, 20).map(quote).join(", ");
  const more = names.length === 0 ? "" : `, [${known}${names.length > 20 ? ', "..."' : ""}]`;
  return [code`found = ${codegenValue("unexpected", "schema")}(found, key, value[key]${more});`];
}

/** Goes on with the next key for one of these. */
export function skipNames(names: readonly string[]): readonly Line[] {
  if (names.length === 0) return [];
  if (names.length < 3) {
    const isName = join(
      names.map((name) => `key === ${quote(name)}`),
      " || ",
    );
    return [code`if (${isName}) continue;`];
  }
  const cases = names.map((name) => `case ${quote(name)}:`);
  return [block("switch (key) {", [...cases, "  continue;"])];
}

function checkDependents({ says }: SchemaNode, context: CheckContext): readonly Line[] {
  const { dependentRequired = new Map<string, readonly string[]>(), dependentSchemas } = says;
  const required = [...dependentRequired].flatMap(([name, others]) =>
    others.map((other) => {
      const isMissing = code`${memberOf(name)} !== undefined && ${memberOf(other)} === undefined`;
      const refused = code`found = ${codegenValue("missing", "schema")}(found, ${quote(other)}, ${quote(name)});`;
      return code`if (${isMissing}) ${refused}`;
    }),
  );
  const schemas = [...(dependentSchemas ?? [])].flatMap(([name, node]) =>
    whenever(
      code`${memberOf(name)} !== undefined`,
      checkValue(node, { value: "value", at: undefined }, context),
    ),
  );
  return [...required, ...schemas];
}
