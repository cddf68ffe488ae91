import { didYouMean } from "@a2agen/generators/naming/did-you-mean.ts";
import { errorMessage, parseUrl } from "@a2agen/runtime/internal";
import { CommandError } from "@a2agen/terminal/command-error.ts";
import { parseHeaders } from "@a2agen/terminal/header-flags.ts";
import { readBytes } from "@a2agen/terminal/read-bytes.ts";
import { type Document, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from "yaml";
import schema from "../../gateway.schema.json" with { type: "json" };
import type { PlacedUpstream } from "../library/options.ts";

/** What is said of a value by the schema; the schema uses nothing else. */
interface Rules {
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly required?: readonly string[];
  readonly minProperties?: number;
  readonly properties?: Readonly<Record<string, Rules>>;
  readonly propertyNames?: { readonly pattern: string };
  readonly additionalProperties?: false | Rules;
  readonly items?: Rules;
  readonly $ref?: string;
}

interface ConfiguredUpstream extends Omit<PlacedUpstream, "upstream" | "upstreamHeaders" | "passedHeaders"> {
  readonly agent: string;
  readonly auth?: Readonly<Record<string, string>>;
  readonly passHeaders?: readonly string[];
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The agents of `--config`, by path. Throws a CommandError that says where and what is wrong. */
export async function readConfig(
  path: string,
  env: Environment,
): Promise<Readonly<Record<string, PlacedUpstream>>> {
  const text = new TextDecoder().decode(await readBytes(path, "--config"));
  const lines = new LineCounter();
  const document: Document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const fail = (offset: number, message: string): never => {
    const { line, col } = lines.linePos(offset);
    throw new CommandError(`--config: ${path}:${line}:${col}: ${message}`);
  };
  const [problem] = document.errors;
  if (problem !== undefined) fail(problem.pos[0], `expected YAML or JSON; ${problem.message}`);
  check({ node: document.contents, rules: schema as Rules, name: "", at: 0, fail });
  // It has been checked.
  const { upstreams } = document.toJS() as { readonly upstreams: Record<string, ConfiguredUpstream> };
  return Object.fromEntries(
    Object.entries(upstreams).map(([place, { agent, auth, passHeaders, ...rest }]) => [
      place,
      {
        ...rest,
        upstream: agent,
        ...(auth && { upstreamHeaders: readAuth(auth, `--config: ${path}: upstreams.${place}.auth`, env) }),
        ...(passHeaders && { passedHeaders: passHeaders }),
      },
    ]),
  );
}

function readAuth(
  auth: Readonly<Record<string, string>>,
  where: string,
  env: Environment,
): Readonly<Record<string, string>> {
  const given = Object.entries(auth).map(([name, variable]) => `${name}=${variable}`);
  try {
    return parseHeaders({ "header-env": given }, env);
  } catch (cause) {
    throw new CommandError(`${where}: ${errorMessage(cause)}`, { cause });
  }
}

interface Checked {
  readonly node: Node | null;
  readonly rules: Rules;
  /** "upstreams./billing.agent" */
  readonly name: string;
  /** Where it stands, when there is no node. */
  readonly at: number;
  readonly fail: (offset: number, message: string) => never;
}

function check(checked: Checked): void {
  const { rules: given } = checked;
  const rules = given.$ref === undefined ? given : (schema.$defs.upstream as Rules);
  const checkKind = rules.type === "object" ? checkMap : rules.type === "array" ? checkList : checkScalar;
  checkKind({ ...checked, rules });
}

function expected({ node, name, at, fail }: Checked, what: string): never {
  return fail(node?.range?.[0] ?? at, `${name === "" ? "" : `${name}: `}expected ${what}`);
}

function checkMap(checked: Checked): void {
  const { node, rules, name, fail } = checked;
  const { properties = {}, required = [], additionalProperties: others, propertyNames } = rules;
  const names = Object.keys(properties);
  const shown = propertyNames === undefined ? names.join(", ") || "names" : "paths such as /billing";
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
      check({ node: value, rules: known, name: place, at, fail });
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
  if (rules.type === "string" && (typeof value !== "string" || value === "")) {
    expected(checked, `a text${found}`);
  }
  if (rules.format === "uri" && !/^https?:$/.test(parseUrl(String(value))?.protocol ?? "")) {
    expected(checked, `an http or https URL${found}`);
  }
}
