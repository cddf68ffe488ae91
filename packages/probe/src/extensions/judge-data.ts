import { DecodeError, formatIssue } from "@a2agen/runtime";
import { isObject, own } from "@a2agen/runtime/internal";
import type { Trial } from "../core/trial.ts";
import { areTogether, type KnownData, type KnownExtension, nameOf } from "./known-extension.ts";
import type { FoundObject } from "./list-objects.ts";

/** Finds data of extensions that nobody has asked for; `others` are those that may be there. */
export function judgeUnasked(
  trial: Trial,
  objects: readonly FoundObject[],
  {
    unasked,
    others,
  }: { readonly unasked: readonly KnownExtension[]; readonly others: readonly KnownExtension[] },
): void {
  const allowed = others.flatMap(({ kinds }) => kinds);
  for (const { uris, kinds } of unasked) {
    for (const kind of kinds.filter((one) => !allowed.some((other) => areTogether(one, other)))) {
      const found = objects.find((object) => isOn(kind, object));
      if (found === undefined) continue;
      trial.find("extensions.unasked", `no data of ${uris[0]}`, `${nameOf(kind)} on ${tellPlace(found)}`);
    }
  }
}

/** A state that the agent has told. */
export interface ToldState {
  readonly state: string;
  /** Told with the whole task, which may be some moves on. */
  readonly isWhole: boolean;
}

/** Finds what is wrong with the data of an active extension; returns the states that it tells. */
export function judgeData(
  trial: Trial,
  objects: readonly FoundObject[],
  { extension, params }: { readonly extension: KnownExtension; readonly params: unknown },
): readonly ToldState[] {
  const { kinds, terms } = extension;
  const told: ToldState[] = [];
  for (const found of objects) {
    for (const kind of kinds) {
      if (!isOn(kind, found)) continue;
      const wrong = findMisplaced(kind, found, kinds);
      if (wrong === "of another kind") continue;
      if (wrong !== undefined) {
        const own = kinds.filter((one) => areTogether(one, kind));
        const names = [...new Set(own.flatMap(({ on }) => [...on]))].map(lastName);
        const expected = wrong === "extensions.side" ? "from clients alone" : `on ${names.join(" or ")}`;
        trial.find(wrong, `${nameOf(kind)} of ${extension.uris[0]} ${expected}`, `it on ${tellPlace(found)}`);
        continue;
      }
      const data = readData(trial, kind, { extension, found });
      if (data === undefined) continue;
      const state =
        terms.states?.data === kind.name && isObject(data) ? own(data, terms.states.field) : undefined;
      judgeTerms(trial, data, {
        kind,
        extension,
        params,
        found,
        state: typeof state === "string" ? state : "",
      });
      if (typeof state === "string" && !found.place.some((step) => typeof step === "number"))
        told.push({ state, isWhole: found.place[0] === "task" || found.place.length <= 2 });
    }
  }
  return told;
}

function isOn(kind: KnownData, { typeName, object }: FoundObject): boolean {
  return kind.accesses.get(typeName)?.loose.has(object) === true;
}

/** What is wrong with where data stands; it may be data of another kind that stands at the same place. */
function findMisplaced(
  kind: KnownData,
  { typeName }: FoundObject,
  kinds: readonly KnownData[],
): "extensions.place" | "extensions.side" | "of another kind" | undefined {
  const isRight = ({ on, from }: KnownData): boolean => on.has(typeName) && from !== "client";
  if (isRight(kind)) return undefined;
  const together = kinds.filter((other) => areTogether(other, kind));
  if (together.some(isRight) || together.indexOf(kind) > 0) return "of another kind";
  return together.some(({ from }) => from !== "client") ? "extensions.place" : "extensions.side";
}

function readData(
  trial: Trial,
  kind: KnownData,
  { extension, found }: { readonly extension: KnownExtension; readonly found: FoundObject },
): unknown {
  try {
    return kind.accesses.get(found.typeName)?.strict.get(found.object, found.place);
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    const came = error.issues.slice(0, 3).map(formatIssue).join("; ");
    trial.find("extensions.data", `valid ${nameOf(kind)} of ${extension.uris[0]}`, came);
    return undefined;
  }
}

/** What the manifest says of valid data beside its schema. */
function judgeTerms(
  trial: Trial,
  data: unknown,
  {
    kind,
    extension: { terms, excessIn, uris },
    params,
    found,
    state,
  }: {
    readonly kind: KnownData;
    readonly extension: KnownExtension;
    readonly params: unknown;
    readonly found: FoundObject;
    readonly state: string;
  },
): void {
  const { states } = terms;
  const what = state === "" ? nameOf(kind) : state;
  for (const field of states?.carries.get(state) ?? []) {
    if (isObject(data) && own(data, field) !== undefined) continue;
    trial.find("extensions.data", `${what} of ${uris[0]} with ${field}`, `none on ${tellPlace(found)}`);
  }
  const [excess] = params === undefined ? [] : excessIn(data, params, kind.name);
  if (excess !== undefined) trial.find("extensions.data", `${what} of ${uris[0]} within the params`, excess);
  const ofState = states?.taskStates.get(state) ?? [];
  const expected = ofState.length > 0 ? ofState : kind.taskStates;
  if (expected.length === 0 || found.coreState === undefined || expected.includes(found.coreState)) return;
  trial.find("extensions.task-state", `${what} of ${uris[0]} in ${expected.join(" or ")}`, found.coreState);
}

/** Finds moves of the agent that its extension does not allow; returns the last state. */
export function judgeMoves(
  trial: Trial,
  { uris: [uri], terms: { states } }: KnownExtension,
  { told, before }: { readonly told: readonly ToldState[]; readonly before: string | undefined },
): string | undefined {
  let last = before;
  if (states === undefined) return undefined;
  const moves = states.by?.agent ?? states.moves;
  for (const { state, isWhole } of told) {
    const first = states.initial.length === 0 ? [...states.moves.keys()] : states.initial;
    const allowed = new Set(last === undefined ? first : [last, ...(moves.get(last) ?? [])]);
    // The set grows while it is walked.
    if (isWhole) for (const from of allowed) for (const to of moves.get(from) ?? []) allowed.add(to);
    if (!allowed.has(state)) {
      const after = last === undefined ? "at first" : `after ${last}`;
      trial.find("extensions.moves", `${[...allowed].join(" or ")} of ${uri} ${after}`, state);
    }
    last = state;
  }
  return last;
}

function tellPlace({ typeName, place }: FoundObject): string {
  return `${lastName(typeName)}${place.length === 0 ? "" : `, ${place.join(".")}`}`;
}

function lastName(typeName: string): string {
  return typeName.slice(typeName.lastIndexOf(".") + 1);
}
