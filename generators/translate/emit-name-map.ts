import { type Literal, printLiteral } from "../print/print-literal.ts";
import { runtimeType } from "../print/runtime-import.ts";
import type { EmitContext } from "./emit-context.ts";
import type { ChoicePlan, FieldsPlan, PairPlan, Relation } from "./plan.ts";

/** Path in the older version, path in the newer one, and the pair or the enumeration that is there. */
type Row = readonly [older: string | null, newer: string | null, inner?: PairPlan | ChoicePlan];

/** The pairs of types in requests whose fields or values have other names in the two versions. */
export function renamedPairs({ plan }: EmitContext): ReadonlySet<PairPlan> {
  const reached = new Map<PairPlan, readonly Row[]>();
  const pending = plan.methods.map(({ request }) => request);
  for (let pair = pending.pop(); pair !== undefined; pair = pending.pop()) {
    if (reached.has(pair)) continue;
    const rows = rowsOf(pair);
    reached.set(pair, rows);
    for (const [, , inner] of rows) if (inner !== undefined && "body" in inner) pending.push(inner);
  }
  const renamed = new Set<PairPlan>();
  for (let size = -1; size < renamed.size; ) {
    size = renamed.size;
    for (const [pair, rows] of reached) if (rowsToTell(rows, renamed).length > 0) renamed.add(pair);
  }
  return renamed;
}

/** Emits where the other version has the fields of requests, and its names of enum values. */
export function emitNameMap(context: EmitContext, renamed: ReadonlySet<PairPlan>): void {
  const { plan, out } = context;
  const places = [...renamed].map((pair): readonly [string, Literal] => {
    const rows = rowsToTell(rowsOf(pair), renamed);
    const row = ([older, newer, inner]: Row): Literal => [
      older ?? false,
      newer ?? false,
      ...(inner === undefined ? [] : [inner.key]),
    ];
    return [pair.key, rows.map(row)];
  });
  const nameMap = {
    places: Object.fromEntries(places),
    choices: Object.fromEntries(plan.choices.map(({ key, pairs }) => [key, pairs])),
    facts: Object.fromEntries(plan.pairs.flatMap(factsOf)),
  };
  printLiteral(out, nameMap, {
    open: ["const nameMap: ", runtimeType("NameMap", "versions"), " = "],
    close: ";",
  });
}

/** The fields that have values of enumerations, by name. */
function factsOf(pair: PairPlan): readonly (readonly [string, string])[] {
  return rowsOf(pair).flatMap(([older, newer, inner]) => {
    if (inner === undefined || "body" in inner) return [];
    return [older, newer].map((path) => [path?.split(".").at(-1) ?? "", inner.key] as const);
  });
}

/** Without fields that have one name in both versions, unless there is something below that has not. */
function rowsToTell(rows: readonly Row[], renamed: ReadonlySet<PairPlan>): readonly Row[] {
  const told = rows.map(([older, newer, inner]): Row => {
    return inner === undefined || ("body" in inner && !renamed.has(inner))
      ? [older, newer]
      : [older, newer, inner];
  });
  const distinct = told.filter((row, index) => told.findIndex((other) => isSame(row, other)) === index);
  return distinct.filter((row) => {
    const [older, newer, inner] = row;
    const isAlone = !distinct.some(
      (other) => other !== row && ((older !== null && other[0] === older) || other[1] === newer),
    );
    return older !== newer || inner !== undefined || !isAlone;
  });
}

function isSame(one: Row, other: Row): boolean {
  return one.every((part, index) => part === other[index]);
}

function rowsOf({ body }: PairPlan): readonly Row[] {
  switch (body.kind) {
    case "pending":
    case "nothing":
      return [];
    case "wrapper": {
      const path = body.inner.path.join(".");
      return [
        [
          ...(body.wrapper === "newer" ? (["", path] as const) : ([path, ""] as const)),
          ...innerOf(body.relation),
        ],
      ];
    }
    case "cases":
      return body.cases.flatMap((one): readonly Row[] => {
        if (one.kind === "fields") return fieldRows(one.fields);
        if (one.kind === "arm") return [["", one.member, one.pair]];
        return one.side === "newer" ? [[null, one.member]] : [];
      });
  }
}

function fieldRows({ mappings, lost }: FieldsPlan): readonly Row[] {
  return [
    ...mappings.flatMap(({ older, newer, relation }) =>
      older.flatMap((one) =>
        newer.map((two): Row => [one.leaf.path.join("."), two.leaf.path.join("."), ...innerOf(relation)]),
      ),
    ),
    ...lost.newer.map(({ leaf }): Row => [null, leaf.path.join(".")]),
  ];
}

function innerOf(relation: Relation): readonly [] | readonly [PairPlan | ChoicePlan] {
  switch (relation.kind) {
    case "pair":
      return [relation.pair];
    case "choice":
      return [relation.choice];
    case "list":
      return innerOf(relation.element);
    case "map":
      return innerOf(relation.value);
    default:
      return [];
  }
}
