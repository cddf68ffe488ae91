import type { Codec, DecodeOptions } from "./codec.ts";
import { copyJson } from "./copy-json.ts";
import type { Issue } from "./issue.ts";
import { isObject } from "./object.ts";
import { formatPath } from "./problems.ts";
import { toJsonName } from "./respelling.ts";

type Path = readonly (string | number)[];

/** A field of an object of the value. */
interface Candidate {
  readonly object: Path;
  readonly key: string;
}

/** Objects of a refused value whose fields are looked at, and fields of each. */
const mostObjects = 20;
const mostFields = 50;

/**
 * The fields of a value that its type does not have. Codecs carry no list of their fields; but a value that
 * no field can have is a problem where there is a field, and none where it is ignored.
 */
export function findUnknownFields<T>(
  codec: Codec<T>,
  value: unknown,
  options: DecodeOptions | undefined,
): readonly Issue[] {
  const root = copyJson(value);
  const { onWarning: _, ...quiet } = options ?? {};
  const probe = (candidates: readonly Candidate[]): readonly Candidate[] => {
    if (candidates.length === 0) return [];
    const probed = copyJson(root);
    for (const { object, key } of candidates) {
      const holder = at(probed, object);
      if (isObject(holder)) setOwn(holder, key, noValue);
    }
    const result = codec.tryDecode(probed, quiet);
    const known = new Set(result.ok ? [] : result.issues.map(({ segments }) => JSON.stringify(segments)));
    return candidates.filter(({ object, key }) =>
      // A field under its proto name is reported under its JSON name.
      [key, toJsonName(key)].some((name) => known.has(JSON.stringify([...object, name]))),
    );
  };
  const result = codec.tryDecode(root, quiet);
  const unknown = result.ok
    ? without(listUnsent(root, codec.encode(result.value)), probe)
    : findInRefused(root, result.issues, probe);
  return unknown.map(({ object, key }, index) => {
    const holder = at(root, object);
    const others = (index < mostHints ? nearNames(key) : []).filter(
      (name) => isObject(holder) && !Object.hasOwn(holder, name),
    );
    const near = probe(others.map((name) => ({ object, key: name }))).map((candidate) => candidate.key);
    const hint = near.length === 0 ? "" : `; did you mean ${near.slice(0, 3).join(" or ")}?`;
    const segments = [...object, key];
    return { code: "unknown", path: formatPath(segments), segments, message: `unknown field${hint}` };
  });
}

type Probe = (candidates: readonly Candidate[]) => readonly Candidate[];

/** The candidates that a probe does not find, a few at a time: only so many problems are reported. */
function without(candidates: readonly Candidate[], probe: Probe): readonly Candidate[] {
  const left: Candidate[] = [];
  for (let from = 0; from < candidates.length && left.length < mostUnknown; from += perProbe) {
    const some = candidates.slice(from, from + perProbe);
    const known = new Set(probe(some));
    left.push(...some.filter((candidate) => !known.has(candidate)));
  }
  return left;
}

const perProbe = 500;
/** Unknown fields after which no others are looked for. */
const mostUnknown = 1000;

/** The fields that encoding leaves out: unknown ones, and known ones with their default. */
function listUnsent(value: unknown, sent: unknown): readonly Candidate[] {
  const found: Candidate[] = [];
  const pending: { readonly value: unknown; readonly sent: unknown; readonly path: Path }[] = [
    { value, sent, path: [] },
  ];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { path } = next;
    if (Array.isArray(next.value) && Array.isArray(next.sent)) {
      for (const [index, element] of next.value.entries())
        pending.push({ value: element, sent: next.sent[index], path: [...path, index] });
    } else if (isObject(next.value) && isObject(next.sent) && next.value !== next.sent) {
      for (const [key, inner] of Object.entries(next.value)) {
        if (Object.hasOwn(next.sent, key)) {
          pending.push({ value: inner, sent: next.sent[key], path: [...path, key] });
        } else if (inner !== undefined) found.push({ object: path, key });
      }
    }
  }
  return found;
}

/** The unknown fields of objects in which another field is missing, as when its name is misspelled. */
function findInRefused(root: unknown, issues: readonly Issue[], probe: Probe): readonly Candidate[] {
  const objects = new Map<string, Path>();
  for (const { code, segments } of issues) {
    if (code !== "required" && code !== "oneof-none") continue;
    const object = code === "required" ? segments.slice(0, -1) : segments;
    if (objects.size < mostObjects) objects.set(JSON.stringify(object), object);
  }
  const fields = [...objects.values()].flatMap((object) => {
    const holder = at(root, object);
    return isObject(holder) ? [Object.keys(holder).map((key) => ({ object, key }))] : [];
  });
  const found: Candidate[] = [];
  // One field of each object at a time: some fields say how the others are read.
  for (let turn = 0; turn < mostFields; turn++) {
    const some = fields.flatMap((keys) => keys.slice(turn, turn + 1));
    if (some.length > 0) found.push(...without(some, probe));
  }
  return found;
}

function at(value: unknown, path: Path): unknown {
  let inner = value;
  for (const segment of path) {
    if (Array.isArray(inner) && typeof segment === "number") inner = inner[segment];
    else if (isObject(inner)) inner = inner[segment];
    else return undefined;
  }
  return inner;
}

/** Refused by every type. */
const noValue = (): void => undefined;

function setOwn(object: object, key: string, value: unknown): void {
  Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
}

/** Names that differ from one in a single letter, in the case of one letter, or by its word separators. */
function nearNames(name: string): readonly string[] {
  if (name.length > longestName) return [];
  const found = new Set<string>([
    name.replace(/[_-]+(.?)/g, (_, letter: string) => letter.toUpperCase()),
    name.replace(/[A-Z]+/g, (run, index: number) =>
      index === 0 ? run.toLowerCase() : run.slice(0, 1) + run.slice(1).toLowerCase(),
    ),
  ]);
  for (let i = 0; i <= name.length; i++) {
    const [before, letter, after] = [name.slice(0, i), name.slice(i, i + 1), name.slice(i + 1)];
    found.add(before + after);
    found.add(before + letter.toUpperCase() + after).add(before + letter.toLowerCase() + after);
    found.add(before + after.slice(0, 1) + letter + after.slice(1));
    for (const other of letters) found.add(before + other + letter + after).add(before + other + after);
  }
  found.delete(name);
  found.delete("");
  return [...found];
}

/** Unknown fields with a hint. */
const mostHints = 20;

const letters = "abcdefghijklmnopqrstuvwxyz";
const longestName = 40;
