import type { LegacyManifest } from "../model/legacy-manifest.ts";
import { lastName } from "../naming/last-name.ts";
import { uniqueName } from "../naming/unique-name.ts";
import type { CaseTest } from "./leaves.ts";
import type { Manifest } from "./manifest.ts";
import type {
  ChoicePlan,
  LostLeaf,
  MethodPlan,
  PairBody,
  PairPlan,
  Relation,
  Side,
  TranslationPlan,
} from "./plan.ts";
import { createRenamings, type PlanContext } from "./plan-context.ts";
import { planPair } from "./plan-pair.ts";
import type { TranslationProblem } from "./problem.ts";
import { relate } from "./relate.ts";
import type { NamedShape, Version } from "./version.ts";

export interface TranslationInit {
  readonly manifest: Manifest;
  readonly older: Version;
  readonly newer: Version;
  readonly legacy: LegacyManifest;
}

export interface PlannedTranslation {
  readonly plan: TranslationPlan;
  /** Everything that has no counterpart, and what the manifest names that is not there. */
  readonly problems: readonly TranslationProblem[];
}

/**
 * Plans the translators between two versions: of the requests and answers of all methods, of the card,
 * and of every type in them. Only a plan without problems can be emitted.
 */
export function planTranslation({ manifest, older, newer, legacy }: TranslationInit): PlannedTranslation {
  const problems: TranslationProblem[] = [];
  const pairs = new Map<string, PairPlan>();
  const choices = new Map<string, ChoicePlan>();
  const pending: PairPlan[] = [];
  const context: PlanContext = {
    older,
    newer,
    manifest,
    isRenamed: createRenamings(legacy, newer),
    problems,
    choices,
    pairOf(one, two) {
      const key = `${keyOf(one)} ${keyOf(two)}`;
      const known = pairs.get(key);
      if (known !== undefined) {
        // A name that is found later is better than none.
        if (known.older.name === "" && one.name !== "") pairs.set(key, Object.assign(known, { older: one }));
        return known;
      }
      const pair: PairPlan = {
        key: "",
        older: one,
        newer: two,
        body: { kind: "pending" },
        partial: { older: false, newer: false },
      };
      pairs.set(key, pair);
      pending.push(pair);
      return pair;
    },
    relate: (one, two, place) => relate(one, two, { place, context }),
  };
  const methods = planMethods(context);
  const card = context.pairOf(
    { name: older.card, shape: { kind: "type", name: older.card } },
    { name: newer.card, shape: { kind: "type", name: newer.card } },
  );
  for (let pair = pending.shift(); pair !== undefined; pair = pending.shift())
    pair.body = planPair(pair, context);
  checkRules(manifest, [...pairs.values()], problems);
  const errors = checkErrors(context);
  nameKeys([...pairs.values()]);
  markPartial([...pairs.values()]);
  checkLost(context, [...pairs.values()]);
  const plan: TranslationPlan = {
    name: manifest.name,
    agentKit: manifest.agentKit,
    older,
    newer,
    pairs: [...pairs.values()],
    choices: [...choices.values()],
    methods,
    errors,
    card,
  };
  return { plan, problems };
}

function keyOf({ shape }: NamedShape): string {
  return JSON.stringify(shape);
}

/** The methods of both versions, by their names in JSON-RPC and how those were renamed. */
function planMethods(context: PlanContext): readonly MethodPlan[] {
  const { older, newer, manifest } = context;
  const isSame = (one: string, other: string): boolean =>
    one === other ||
    context.isRenamed("jsonRpcMethod", one, other) ||
    manifest.methods?.some((names) => names.older === one && names.newer === other) === true;
  const removed = manifest.removedMethods ?? {};
  for (const name of Object.keys(removed)) {
    if (
      older.methods.some(
        (one) => one.name === name && !newer.methods.some((other) => isSame(name, other.name)),
      )
    )
      continue;
    context.problems.push({
      path: ["removedMethods", name],
      expected: "a method of the older version that the newer one does not have",
      found: name,
    });
  }
  return older.methods.flatMap((method): readonly MethodPlan[] => {
    const found = newer.methods.find(({ name }) => isSame(method.name, name));
    if (found === undefined) {
      if (Object.hasOwn(removed, method.name)) return [];
      context.problems.push({
        path: [],
        expected: `a method of the same name, a renamed one in "methods" or the list of earlier names, or a reason in "removedMethods", for ${method.name}`,
        found: "none",
      });
      return [];
    }
    return [
      {
        older: method.key,
        newer: found.key,
        request: context.pairOf(method.request, found.request),
        response: context.pairOf(method.response, found.response),
      },
    ];
  });
}

/** Every rule is about a pair that there is. */
function checkRules(manifest: Manifest, pairs: readonly PairPlan[], problems: TranslationProblem[]): void {
  manifest.types?.forEach(({ older, newer }, index) => {
    if (pairs.some((pair) => pair.older.name === older && pair.newer.name === newer)) return;
    problems.push({
      path: ["types", index],
      expected: "types that take each other's place in a request, an answer, an event or the card",
      found: `${older} and ${newer}`,
    });
  });
}

/** Reasons and stand-ins are of use somewhere. */
function checkLost({ manifest, choices, problems }: PlanContext, pairs: readonly PairPlan[]): void {
  const lost = pairs.flatMap(({ body }) => lostOf(body));
  for (const side of ["older", "newer"] as const) {
    for (const name of Object.keys(manifest.lost?.[side] ?? {})) {
      if (lost.some((one) => one.side === side && one.name === name)) continue;
      problems.push({ path: ["lost", side, name], expected: "a field without counterpart", found: name });
    }
  }
  manifest.choices?.forEach(({ older, newer }, index) => {
    if ([...choices.values()].some((choice) => choice.older.name === older && choice.newer.name === newer))
      return;
    problems.push({
      path: ["choices", index],
      expected: "enumerations of both versions",
      found: `${older} and ${newer}`,
    });
  });
}

function lostOf(body: PairBody): readonly { readonly side: Side; readonly name: string }[] {
  const named = (side: Side, leaves: readonly LostLeaf[]) =>
    leaves.map(({ leaf }) => ({ side, name: leaf.path.at(-1) ?? "" }));
  switch (body.kind) {
    case "pending":
      return [];
    case "nothing":
    case "wrapper":
      return named(body.wrapper, body.lost);
    case "cases":
      return body.cases.flatMap((one) => {
        if (one.kind === "arm") return [];
        if (one.kind === "lost") return [{ side: one.side, name: one.member }];
        return [...named("older", one.fields.lost.older), ...named("newer", one.fields.lost.newer)];
      });
  }
}

function checkErrors({ manifest, older, newer, problems }: PlanContext): TranslationPlan["errors"] {
  const errors = manifest.errors ?? [];
  errors.forEach((names, index) => {
    for (const side of ["older", "newer"] as const) {
      const version = side === "older" ? older : newer;
      if (version.errors.includes(names[side])) continue;
      problems.push({
        path: ["errors", index, side],
        expected: `an error of ${version.title}`,
        found: names[side],
      });
    }
  });
  for (const name of older.errors) {
    if (newer.errors.includes(name) || errors.some((names) => names.older === name)) continue;
    problems.push({
      path: ["errors"],
      expected: `an error of the same name, or a row, for ${name} of ${older.title}`,
      found: "none",
    });
  }
  return errors;
}

/**
 * Pairs are called by their newer type; where several have it, the one of types of one name, and the others
 * by their older type.
 */
function nameKeys(pairs: readonly PairPlan[]): void {
  const taken = new Set<string>();
  const claim = (pair: PairPlan, wanted: string): void => {
    pair.key = uniqueName(wanted, taken);
    taken.add(pair.key);
  };
  const count = (name: string): number => pairs.filter(({ newer }) => newer.name === name).length;
  const later: PairPlan[] = [];
  for (const pair of pairs) {
    const { older, newer } = pair;
    if (newer.name !== "" && (count(newer.name) === 1 || older.name === newer.name))
      claim(pair, lastName(newer.name));
    else later.push(pair);
  }
  for (const pair of later) claim(pair, lastName(pair.older.name === "" ? pair.newer.name : pair.older.name));
}

/** Marks the pairs of which not every value has a translation, and those that need one of them. */
function markPartial(pairs: readonly PairPlan[]): void {
  let changed = true;
  const mark = (pair: PairPlan, side: Side): void => {
    if (pair.partial[side]) return;
    pair.partial[side] = true;
    changed = true;
  };
  while (changed) {
    changed = false;
    for (const pair of pairs) {
      for (const side of ["older", "newer"] as const) if (isPartial(pair, side)) mark(pair, side);
    }
  }
}

/** Whether there are values of `from` without a translation. */
function isPartial({ body }: PairPlan, from: Side): boolean {
  switch (body.kind) {
    case "pending":
    case "nothing":
      return false;
    case "wrapper":
      return needsPartial(body.relation, from) && (body.wrapper !== from || body.inner.field.required);
    case "cases": {
      const isOpen =
        from === "older" &&
        body.cases.some((one) => one.kind === "fields" && isOpenCase(one.older.tests, body.cases.length));
      return (
        body.cases.some((one) => {
          if (one.kind === "lost") return one.side === from;
          if (one.kind === "arm") return one.pair.partial[from];
          return one.fields.mappings.some(({ relation, ...places }) => {
            const to = places[from === "older" ? "newer" : "older"];
            return needsPartial(relation, from) && to.some(({ leaf }) => leaf.field.required);
          });
        }) || isOpen
      );
    }
  }
}

/** An object of which any number of members may be there, so that none may be. */
function isOpenCase(tests: readonly CaseTest[], count: number): boolean {
  return count > 1 && tests.some((test) => test.kind === "set" && test.isOpen === true);
}

function needsPartial(relation: Relation, from: Side): boolean {
  return relation.kind === "known" || (relation.kind === "pair" && relation.pair.partial[from]);
}
