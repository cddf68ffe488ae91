import { didYouMean } from "@a2agen/generators/naming/did-you-mean.ts";
import { parseUrl } from "@a2agen/runtime/internal";
import { type Document, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from "yaml";
import { CommandError } from "./command-error.ts";
import { readBytes } from "./read-bytes.ts";

/** What is said of a value by a schema of configuration; such schemas use nothing else. */
export interface Rules {
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly required?: readonly string[];
  readonly minProperties?: number;
  readonly minItems?: number;
  readonly exclusiveMinimum?: number;
  readonly properties?: Readonly<Record<string, Rules>>;
  /** The description says in an error what was expected. */
  readonly propertyNames?: { readonly pattern: string; readonly description: string };
  readonly additionalProperties?: false | Rules;
  readonly items?: Rules;
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Rules>>;
}

/** A file that is as its schema says. */
export interface ReadConfig {
  readonly value: unknown;
  /** An error about a member: `["agents", 2, "name"]`. */
  fail(path: readonly (string | number)[], message: string): never;
}

/**
 * Reads a file in YAML or JSON. Throws a CommandError that says where it is not as its schema says; `name` is
 * what it is called in errors: "--config: gateway.yaml".
 */
export async function readConfig(
  path: string,
  { schema, flag = "" }: { readonly schema: Rules; readonly flag?: string },
): Promise<ReadConfig> {
  const text = new TextDecoder().decode(await readBytes(path, flag));
  const lines = new LineCounter();
  const document: Document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const fail = (offset: number, message: string): never => {
    const { line, col } = lines.linePos(offset);
    throw new CommandError(`${flag === "" ? "" : `${flag}: `}${path}:${line}:${col}: ${message}`);
  };
  const [problem] = document.errors;
  if (problem !== undefined) fail(problem.pos[0], `expected YAML or JSON; ${problem.message}`);
  check({ node: document.contents, rules: schema, schema, name: "", at: 0, fail });
  return {
    value: document.toJS() as unknown,
    fail(place, message) {
      const node = document.getIn(place, true) as Node | undefined;
      return fail(node?.range?.[0] ?? 0, message);
    },
  };
}

interface Checked {
  readonly node: Node | null;
  readonly rules: Rules;
  /** What has the definitions. */
  readonly schema: Rules;
  /** "upstreams./billing.agent" */
  readonly name: string;
  /** Where it stands, when there is no node. */
  readonly at: number;
  readonly fail: (offset: number, message: string) => never;
}

function check(checked: Checked): void {
  const { rules: given, schema } = checked;
  const { $ref } = given;
  const rules = $ref === undefined ? given : (schema.$defs?.[$ref.replace("#/$defs/", "")] ?? {});
  const checkKind = rules.type === "object" ? checkMap : rules.type === "array" ? checkList : checkScalar;
  checkKind({ ...checked, rules });
}

function expected({ node, name, at, fail }: Checked, what: string): never {
  return fail(node?.range?.[0] ?? at, `${name === "" ? "" : `${name}: `}expected ${what}`);
}

function checkMap(checked: Checked): void {
  const { node, rules, schema, name, fail } = checked;
  const { properties = {}, required = [], additionalProperties: others, propertyNames } = rules;
  const names = Object.keys(properties);
  const shown = propertyNames?.description ?? (names.join(", ") || "names");
  if (!isMap<Node, Node | null>(node)) {
    expected(checked, `${shown} with their values`);
    return;
  }
  if (node.items.length < (rules.minProperties ?? 0)) expected(checked, `at least one of ${shown}`);
  for (const { key, value } of node.items) {
    const at = key.range?.[0] ?? 0;
    const own = isScalar(key) ? String(key.value) : "";
    const place = name === "" ? own : `${name}.${own}`;
    const known = Object.hasOwn(properties, own) ? properties[own] : others;
    if (known === undefined || known === false) {
      fail(at, `${place}: unknown name${didYouMean(own, names) || `; expected ${shown}`}`);
    } else {
      if (!new RegExp(propertyNames?.pattern ?? "").test(own)) fail(at, `${place}: expected ${shown}`);
      check({ node: value, rules: known, schema, name: place, at, fail });
    }
  }
  for (const each of required) if (!node.has(each)) expected(checked, `${each}, which is missing`);
}

function checkList(checked: Checked): void {
  const { node, rules, name } = checked;
  if (!isSeq<Node>(node)) {
    expected(checked, "a list");
    return;
  }
  if (node.items.length < (rules.minItems ?? 0)) expected(checked, "at least one entry");
  for (const [index, item] of node.items.entries()) {
    check({ ...checked, node: item, rules: rules.items ?? {}, name: `${name}[${index}]` });
  }
}

function checkScalar(checked: Checked): void {
  const { node, rules } = checked;
  const value: unknown = isScalar(node) ? node.value : undefined;
  const found = isScalar(node) ? `; found ${JSON.stringify(value)}` : "";
  if (rules.enum !== undefined && !rules.enum.includes(String(value))) {
    expected(checked, `${rules.enum.join(", ")}${found}`);
  }
  if (rules.type === "boolean" && typeof value !== "boolean") expected(checked, `true or false${found}`);
  const isNumber = typeof value === "number" && value > (rules.exclusiveMinimum ?? Number.NEGATIVE_INFINITY);
  if (rules.type === "number" && !isNumber)
    expected(checked, `a number above ${rules.exclusiveMinimum}${found}`);
  if (rules.type === "string" && (typeof value !== "string" || value === "")) {
    expected(checked, `a text${found}`);
  }
  if (rules.format === "uri" && !/^https?:$/.test(parseUrl(String(value))?.protocol ?? "")) {
    expected(checked, `an http or https URL${found}`);
  }
}
