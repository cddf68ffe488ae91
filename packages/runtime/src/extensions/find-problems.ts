import type { Issue } from "../core/issue.ts";
import { isObject, own } from "../core/object.ts";
import { formatPath } from "../core/problems.ts";
import type { ProblemsInit } from "../service/extension-support.ts";
import { valueAt } from "../service/field-path.ts";
import { isDecodeError } from "../service/request-error.ts";
import type { DataAccess } from "./data-access.ts";
import { type Place, toSegments } from "./decode-below.ts";
import type { DataInit, ExtensionInit, FieldNarrowing, HolderField, Narrowing } from "./extension.ts";
import { findExcess, limitsOf } from "./limits.ts";
import type { NameAccess } from "./name-access.ts";

/** A kind of data of an extension; the name is empty for the only one. */
export interface DataKind {
  readonly name: string;
  readonly init: DataInit<unknown>;
  readonly access: DataAccess<unknown>;
}

interface DataKinds {
  readonly kinds: readonly DataKind[];
  readonly names: NameAccess;
}

/**
 * Finds what is wrong with the data of an extension in a request or an answer, and in a request what its
 * narrowing does not allow. In requests of another version than that of its proto the data is at the same
 * places; the narrowing is of fields that may be others there, and does not apply.
 */
export function createProblemFinder(
  init: ExtensionInit<unknown, unknown>,
  { kinds, names }: DataKinds,
): (typeName: string, value: unknown, init?: ProblemsInit) => readonly Issue[] {
  const { holders = {}, narrows = [], coreStates = {}, states, uri } = init;
  return (typeName, top, { isAnswer = false, params } = {}) => {
    const issues: Issue[] = [];
    const known = knownName(typeName, init);
    const hasRules = known === typeName && !isAnswer;
    visit({ typeName: known, value: top, place: [], coreState: undefined });
    return issues;

    function visit({ typeName, value, place, coreState: around }: Visit): void {
      if (!isObject(value)) return;
      const coreState = Object.hasOwn(coreStates, typeName)
        ? valueAt(value, coreStates[typeName] ?? [])
        : around;
      for (const kind of kinds) {
        if (kind.init.placements.some((one) => one.typeName === typeName))
          checkData(kind, value, { place, coreState });
      }
      for (const narrowing of narrows)
        if (hasRules && narrowing.typeName === typeName) checkNarrowing(narrowing, value, place);
      for (const held of holdersOf(typeName)) {
        for (const inner of valuesIn(own(value, held.field), held, place)) {
          // What is in lists is what the task said before, in other states.
          visit({ typeName: held.typeName, coreState: inner.isOnly ? coreState : undefined, ...inner });
        }
      }
    }

    function checkData(kind: DataKind, value: object, { place, coreState }: Around): void {
      let data: unknown;
      try {
        data = kind.access.look(value, place);
      } catch (error) {
        if (!isDecodeError(error)) throw error;
        issues.push(...error.issues);
      }
      if (data === undefined) return;
      const told =
        kind.name === (states?.data ?? "") && isObject(data) ? own(data, states?.field ?? "") : undefined;
      const state = typeof told === "string" ? told : "";
      for (const field of listFor(states?.carries, state)) {
        if (!isObject(data) || own(data, field) === undefined) {
          report(place, "required", `${state} needs the field ${field}`);
        }
      }
      const beyond = findExcess(data, params, limitsOf(init, kind.name));
      for (const issue of [...beyond, ...(kind.init.check?.(data, params) ?? [])]) {
        report(place, issue.code, `${issue.path}: ${issue.message}`);
      }
      const ofState = listFor(states?.taskStates, state);
      const expected = ofState.length > 0 ? ofState : (kind.init.taskStates ?? []);
      if (!isAnswer || expected.length === 0 || typeof coreState !== "string") return;
      if (!expected.includes(coreState)) {
        const what = state === "" ? kind.name || "the data" : state;
        report(
          place,
          "enum",
          `${what} is told while the task is ${expected.join(" or ")}, found ${coreState}`,
        );
      }
    }

    function report(path: Place, code: Issue["code"], message: string): void {
      const segments = toSegments(path);
      issues.push({ code, path: formatPath(path), segments, message: `${message} (${uri})` });
    }

    function checkNarrowing(
      { carriesData = false, fields = [] }: Narrowing,
      value: Visit["value"],
      place: Place,
    ): void {
      if (carriesData && !has(value as object)) {
        report(place, "required", "expected the data of the extension in its metadata");
      }
      for (const rule of fields)
        for (const [code, at, message] of problemsOf(rule, value as object))
          report([...place, ...at], code, message);
    }
  };

  function has(value: object): boolean {
    return kinds.length === 0 ? names.has(value) : kinds.some(({ access }) => access.has(value));
  }

  function holdersOf(typeName: string): readonly HolderField[] {
    return Object.hasOwn(holders, typeName) ? (holders[typeName] ?? []) : [];
  }
}

/** The type of the same name in the version of the extension's proto. */
export function knownName(
  typeName: string,
  { holders = {}, placements = [] }: Pick<ExtensionInit<unknown, unknown>, "holders" | "placements">,
): string {
  const known = [...Object.keys(holders), ...placements.map((placement) => placement.typeName)];
  if (known.includes(typeName)) return typeName;
  const name = lastName(typeName);
  return known.find((other) => lastName(other) === name) ?? typeName;
}

function lastName(typeName: string): string {
  return typeName.slice(typeName.lastIndexOf(".") + 1);
}

interface Around {
  readonly place: Place;
  /** The core state of the task, where the object is part of what tells it. */
  readonly coreState: unknown;
}

interface Visit extends Around {
  readonly typeName: string;
  readonly value: unknown;
}

/** A value of a field, and whether it is the field's only one. */
interface FieldValue {
  readonly value: unknown;
  readonly place: Place;
  readonly isOnly: boolean;
}

function listFor(
  lists: { readonly [state in string]?: readonly string[] } | undefined,
  state: string,
): readonly string[] {
  return lists !== undefined && Object.hasOwn(lists, state) ? (lists[state] ?? []) : [];
}

type Problem = readonly [code: Issue["code"], at: Place, message: string];

function problemsOf(rule: FieldNarrowing, object: object): readonly Problem[] {
  const { field, required, values = [], members = [], minItems = 0, maxItems = Infinity } = rule;
  const value = own(object, field) ?? undefined;
  if (value === undefined) return required === true ? [["required", [field], "required"]] : [];
  const problems: Problem[] = [];
  if (Array.isArray(value) && value.length < minItems) {
    problems.push([
      value.length === 0 ? "empty" : "range",
      [field],
      `expected at least ${minItems}, found ${value.length}`,
    ]);
  }
  if (Array.isArray(value) && value.length > maxItems) {
    problems.push(["range", [field], `expected at most ${maxItems}, found ${value.length}`]);
  }
  for (const { value: one, place } of valuesIn(value, { field, map: rule.map === true }, [])) {
    if (values.length > 0 && !values.includes(one as string)) {
      problems.push(["enum", place, `expected ${values.join(" or ")}, found ${JSON.stringify(one)}`]);
    }
    if (members.length > 0 && isObject(one) && !members.some((member) => own(one, member) !== undefined)) {
      problems.push(["oneof-none", place, `expected ${members.join(" or ")}`]);
    }
  }
  return problems;
}

/** The value of a field, or each of its values. */
function valuesIn(
  value: unknown,
  { field, map = false }: Pick<HolderField, "field" | "map">,
  place: Place,
): readonly FieldValue[] {
  const toValue = (one: unknown, step: Place[number]): FieldValue => ({
    value: one,
    place: [...place, field, step],
    isOnly: false,
  });
  if (Array.isArray(value)) return value.map(toValue);
  if (!map || !isObject(value)) return [{ value, place: [...place, field], isOnly: true }];
  return Object.entries(value).map(([key, one]) => toValue(one, { key }));
}
