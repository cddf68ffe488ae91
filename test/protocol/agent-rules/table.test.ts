import { readdirSync, readFileSync } from "node:fs";
import { ts } from "ts-morph";
import { describe, expect, test } from "vitest";
import { namedChecks } from "../../../packages/probe/src/checks/all-checks.ts";
import { isFor, requirementOf } from "../../../packages/probe/src/core/requirements.ts";
import { shortFindings } from "../../shared/probe/probe-agent.ts";
import { kitKinds, probeKit } from "../../shared/probe/probe-kit.ts";
import { left, musts, rules, type Text } from "./rules.ts";
import { wireBindings } from "./start-world.ts";

const folder = "test/protocol/agent-rules";

/** The titles of every test of a file, each from the outermost on, and the rules that it shows. */
function readTests(path: string): {
  readonly titles: readonly (readonly string[])[];
  readonly shown: readonly string[];
} {
  const source = ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest, true);
  const titles: (readonly string[])[] = [];
  const shown: string[] = [];
  const visit = (node: ts.Node, outer: readonly string[]): void => {
    if (ts.isCallExpression(node)) shown.push(...ruleOf(node));
    const title = ts.isCallExpression(node) ? titleOf(node) : undefined;
    if (title === undefined) {
      ts.forEachChild(node, (child) => visit(child, outer));
      return;
    }
    const all = [...outer, title.text];
    if (title.called === "test" || title.called === "it") titles.push(all);
    ts.forEachChild(node, (child) => visit(child, all));
  };
  visit(source, []);
  return { titles, shown };
}

/** `test("title", ...)`, `test.each(...)("title", ...)` and the like. */
function titleOf({
  expression,
  arguments: [first],
}: ts.CallExpression): { readonly called: string; readonly text: string } | undefined {
  let callee: ts.Expression = expression;
  while (ts.isCallExpression(callee) || ts.isPropertyAccessExpression(callee)) callee = callee.expression;
  if (!ts.isIdentifier(callee) || first === undefined || !ts.isStringLiteralLike(first)) return undefined;
  const called = callee.text;
  return ["test", "it", "describe"].includes(called) ? { called, text: first.text } : undefined;
}

/** The rule of `test.each(worldsOf("rule"))(...)`. */
function ruleOf({ expression }: ts.CallExpression): readonly string[] {
  if (!ts.isCallExpression(expression) || !ts.isPropertyAccessExpression(expression.expression)) return [];
  const [worlds] = expression.arguments;
  if (worlds === undefined || !ts.isCallExpression(worlds)) return [];
  const [id] = worlds.arguments;
  const isOurs = ts.isIdentifier(worlds.expression) && worlds.expression.text === "worldsOf";
  return isOurs && id !== undefined && ts.isStringLiteral(id) ? [id.text] : [];
}

const files = readdirSync(folder).filter((name) => name.endsWith(".test.ts"));
const shown = files.flatMap((name) => readTests(`${folder}/${name}`).shown);

describe("the table", () => {
  test("has a test in this folder for each rule with a text, and no test without a rule", () => {
    const named = rules.flatMap(({ id, rule }) => (rule === undefined ? [] : [id]));
    expect([...shown].toSorted()).toEqual(named.toSorted());
  });

  const others = rules.flatMap(({ id, elsewhere }) =>
    elsewhere === undefined ? [] : [{ id, ...elsewhere }],
  );

  test.each(others)("finds the test of $id in $file", ({ file, titles }) => {
    expect(file.startsWith(folder)).toBe(false);
    expect(readTests(file).titles).toContainEqual([...titles]);
  });

  test.each<Text>(["draft", "1.0"])("has as many of the %s as its text, section by section", (text) => {
    const counts: Record<string, number> = {};
    const add = (section: string, times: number): void => {
      counts[section] = (counts[section] ?? 0) + times;
    };
    for (const { id, texts, level, times } of rules) {
      if (level === "must" && texts.includes(text)) add(sectionOf(id), times?.[text] ?? 1);
    }
    if (text === "draft") for (const [section, { times }] of Object.entries(left)) add(section, times);
    expect(counts).toEqual(musts[text]);
  });

  test("counts only what is a must, in texts that have the rule", () => {
    for (const { id, level, texts, times } of rules) {
      if (times === undefined) continue;
      expect([id, level]).toEqual([id, "must"]);
      expect(texts).toEqual(expect.arrayContaining(Object.keys(times)));
    }
  });
});

/** The verdicts of the probe on agents of the kit, by requirement and binding. Most of a probe is waiting. */
async function verdictsOf(version: Text): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const isWanted = (id: string): boolean => !id.startsWith("requests.") || id.includes("/message/missing");
  const reports = await Promise.all(kitKinds.map((kind) => probeKit(version, kind, { isWanted })));
  expect(reports.map(shortFindings)).toEqual(kitKinds.map(() => []));
  const verdicts = new Map<string, Set<string>>();
  for (const { requirement, interface: label, verdict } of reports.flatMap((report) => report.requirements)) {
    const key = `${requirement} ${label}`;
    verdicts.set(key, (verdicts.get(key) ?? new Set()).add(verdict));
  }
  return verdicts;
}

/** Whether the probe looks at a requirement over the first interface of a version alone. */
function isOnce(requirement: string): boolean {
  const checks = namedChecks.filter(({ covers }) => covers.some((id) => id === requirement));
  return checks.length > 0 && checks.every((check) => check.isOnce === true);
}

test.each<Text>(["draft", "1.0"])(
  "the probe shows the other rules of the %s with agents of the kit",
  { tags: "later" },
  async (text) => {
    const verdicts = await verdictsOf(text);
    const missed = rules
      .filter(({ texts }) => texts.includes(text))
      .flatMap(({ id, probed = [] }) => probed.map((requirement) => ({ id, requirement })))
      .flatMap(({ id, requirement }) => {
        const bindings = wireBindings.filter((binding) => isFor(requirementOf(requirement), text, binding));
        const unseen = bindings.filter(
          (binding) => verdicts.get(`${requirement} ${binding} ${text}`)?.has("passed") !== true,
        );
        const isShown = isOnce(requirement) && unseen.length < bindings.length;
        return isShown ? [] : unseen.map((binding) => `${id}: ${requirement} over ${binding}`);
      });
    expect(missed).toEqual([]);
  },
);

test.each<Text>(["draft", "1.0"])("the rules of the %s name requirements that are for it", (text) => {
  const stray = rules
    .filter(({ texts }) => texts.includes(text))
    .filter(({ probed = [] }) => probed.length > 0)
    .filter(({ probed = [] }) =>
      probed.every((id) => !wireBindings.some((binding) => isFor(requirementOf(id), text, binding))),
    );
  expect(stray).toEqual([]);
});

function sectionOf(id: string): string {
  return id.slice(0, id.indexOf("-"));
}
