import { formatPath, type Segment } from "../../core/problems.ts";
import type { ErrorRenamer, ErrorText, FailedCall, NameMap } from "./name-map.ts";
import { nearestPlace, type Place, parsePath, placesOf } from "./place.ts";

/** Makes the renamer of a translation, from the name maps of its steps, the oldest version first. */
export function createErrorRenamer(maps: readonly NameMap[]): ErrorRenamer {
  return {
    rename: (error, call) => rename(error, { ...call, maps }),
    to: (newer) => createErrorRenamer([...maps, ...newer.maps]),
    maps,
  };
}

interface RenameInit extends FailedCall {
  readonly maps: readonly NameMap[];
}

/**
 * Names fields by their paths in the caller's request, and values as the caller writes them: those of the
 * violations, of metadata named after a field, and wherever a text has one that can be nothing else.
 */
function rename(error: ErrorText, init: RenameInit): ErrorText {
  const { message, violations, metadata } = error;
  const renamed = violations.map((violation) => {
    const place = placeOf(violation.field, init);
    if (place === undefined) return violation;
    return {
      field: formatPath(place.segments),
      description: renameWords(violation.description, wordsOf(place.choices, init)),
    };
  });
  const clear = clearWords(init);
  const text = violations.reduce((before, { field, description }, index) => {
    const to = renamed[index];
    if (to === undefined || field === "" || description === "") return before;
    return replaceField(
      before.replaceAll(description, () => to.description),
      field,
      to.field,
    );
  }, message);
  const result = {
    message: renameWords(text, clear),
    violations: renamed.map(({ field, description }) => ({
      field,
      description: renameWords(description, clear),
    })),
    metadata: Object.fromEntries(
      Object.entries(metadata).map(([key, value]) => [key, factWords(key, init).get(value) ?? value]),
    ),
  };
  return JSON.stringify(result) === JSON.stringify({ message, violations, metadata }) ? error : result;
}

interface CallerPlace {
  readonly segments: readonly Segment[];
  readonly choices: readonly NonNullable<Place["choice"]>[];
}

/** Where the caller has a field; undefined for a text that is no path. */
function placeOf(field: string, init: RenameInit): CallerPlace | undefined {
  const { direction, pairs, sent } = init;
  const path = parsePath(field);
  if (path === undefined || path.length === 0) return undefined;
  const choices: NonNullable<Place["choice"]>[] = [];
  let places: readonly Place[] = [{ segments: path, choice: undefined }];
  for (const { nameMap, index } of stepsOf(init)) {
    const pair = pairs[index] ?? "";
    places = places.flatMap(({ segments }) => placesOf(nameMap, { pair, segments, direction }));
    choices.push(places.find(({ choice }) => choice !== undefined)?.choice ?? []);
  }
  const place = nearestPlace(sent, places);
  return place && { segments: place.segments, choices };
}

/** The steps as the error takes them. */
function stepsOf({
  maps,
  direction,
}: RenameInit): readonly { readonly nameMap: NameMap; readonly index: number }[] {
  const steps = maps.map((nameMap, index) => ({ nameMap, index }));
  return direction === "upgrade" ? steps : steps.toReversed();
}

type Words = ReadonlyMap<string, string>;

/** What values become, of the pairs of each step. */
function wordsOf(steps: CallerPlace["choices"], { direction }: RenameInit): Words {
  let words = new Map<string, string>();
  for (const pairs of steps) {
    const step = new Map(direction === "upgrade" ? pairs : pairs.map(([older, newer]) => [newer, older]));
    for (const [from, to] of words) step.set(from, step.get(to) ?? to);
    words = step;
  }
  return words;
}

/** The values that no other word is like: TASK_STATE_COMPLETED, not "completed". */
function clearWords(init: RenameInit): Words {
  const words = wordsOf(
    stepsOf(init).map(({ nameMap }) => Object.values(nameMap.choices).flat()),
    init,
  );
  return new Map([...words].filter(([from]) => /^[A-Z][A-Z\d]*(?:_[A-Z\d]+)+$/.test(from)));
}

/** The values of the fields with a name. */
function factWords(key: string, init: RenameInit): Words {
  const steps = stepsOf(init).map(({ nameMap: { facts, choices } }) =>
    Object.hasOwn(facts, key) ? (choices[facts[key] ?? ""] ?? []) : [],
  );
  return wordsOf(steps, init);
}

function renameWords(text: string, words: Words): string {
  return words.size === 0 ? text : text.replaceAll(/[\w-]+/g, (word) => words.get(word) ?? word);
}

/** Replaces a path where a text names it before a colon. */
function replaceField(text: string, field: string, to: string): string {
  const at = text.indexOf(`${field}:`);
  if (at < 0 || /[\w.\]]/.test(text.charAt(at - 1))) return text;
  return text.slice(0, at) + to + text.slice(to === "" ? at + field.length + 2 : at + field.length);
}
