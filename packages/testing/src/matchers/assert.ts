import type { Exchange } from "@a2agen/exchange/generated/a2agen/exchange/v1/exchange_types.ts";
import { type Compared, compareRecordings } from "@a2agen/exchange/replay/compare-recordings.ts";
import { listDifferences } from "@a2agen/exchange/replay/differences.ts";
import { allVersions } from "@a2agen/exchange/versions.ts";
import { type Codec, formatIssue } from "@a2agen/runtime";
import type { Method } from "@a2agen/runtime/service";

/** The codec of the tasks of each version; the current one comes first. */
const taskCodecs: readonly Codec<unknown>[] = allVersions.flatMap(({ service: { methods } }) => {
  const outputs = Object.values<Method>(methods).map(({ output }) => output);
  return outputs.find(({ typeName }) => typeName.endsWith(".Task")) ?? [];
});

/** Why a value is not a task of any version with these members; undefined for one that is. */
export function findTaskProblem(value: unknown, expected: object = {}): string | undefined {
  const results = taskCodecs.map((codec) => codec.tryDecode(structuredClone(value)));
  const [first] = results;
  if (!results.some(({ ok }) => ok)) {
    const issues = first?.ok === false ? first.issues.map((issue) => `  ${formatIssue(issue)}`) : [];
    return ["expected a task", ...issues].join("\n");
  }
  const lines = [...listDifferences(expected, value, { isSame: () => false })]
    .filter(({ path, one }) => one !== undefined || path.endsWith("]"))
    .map(({ path, one, other }) => `  ${path}: expected ${show(one)}; came ${show(other)}`);
  return lines.length === 0 ? undefined : ["expected a task with other members", ...lines].join("\n");
}

/** Why exchanges do not mean the same as others; undefined if they do. */
export function findExchangeProblem(
  value: Exchange | readonly Exchange[],
  expected: Exchange | readonly Exchange[],
): string | undefined {
  const found = compareRecordings([expected].flat(), [value].flat());
  if (found.length === 0) return undefined;
  return ["expected exchanges with the same meaning", ...found.flatMap(describe)].join("\n");
}

function describe({ name, one, other, differences }: Compared): readonly string[] {
  if (one === undefined) return [`  ${name}: expected no such request; one came`];
  if (other === undefined) return [`  ${name}: expected such a request; none came`];
  return differences.map(
    ({ path, one: was, other: is }) => `  ${name}: ${path}: expected ${show(was)}; came ${show(is)}`,
  );
}

function show(value: unknown): string {
  return value === undefined ? "nothing" : JSON.stringify(value);
}

/**
 * Throws for a value that is not a task of a version of A2A, or whose members differ from the expected ones.
 *
 * @public
 */
export function assertTask(value: unknown, expected: object = {}): void {
  refuse(findTaskProblem(value, expected));
}

/**
 * Throws for exchanges that mean something else than others; identifiers, times and hosts may differ.
 *
 * @public
 */
export function assertEqualExchange(
  value: Exchange | readonly Exchange[],
  expected: Exchange | readonly Exchange[],
): void {
  refuse(findExchangeProblem(value, expected));
}

function refuse(problem: string | undefined): void {
  if (problem !== undefined) throw new Error(problem);
}
