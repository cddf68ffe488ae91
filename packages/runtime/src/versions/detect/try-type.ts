import type { Codec } from "../../core/codec.ts";
import { copyJson } from "../../core/copy-json.ts";
import type { Issue } from "../../core/issue.ts";
import { isObject } from "../../core/object.ts";
import { formatPath, replace } from "../../core/problems.ts";
import { impossible } from "./probe-root.ts";

/** The verdict of a codec. */
export type Trial =
  | { readonly ok: true; readonly unknownFields: readonly string[] }
  | { readonly ok: false; readonly issues: readonly Issue[]; readonly isReadLeniently: boolean };

const maximumIssues = 20;

/** Decodes a copy of a value that stands at `at` in what the caller knows as the root. */
export function tryType(codec: Codec<unknown>, value: unknown, at: readonly string[]): Trial {
  const copy = copyJson(value);
  const result = codec.tryDecode(copy);
  if (result.ok) {
    return { ok: true, unknownFields: findUnknownFields(codec, result.value, at) };
  }
  return {
    ok: false,
    issues: result.issues.slice(0, maximumIssues).map((issue) => below(issue, at)),
    isReadLeniently: codec.tryDecode(copy, { lenient: true }).ok,
  };
}

function below(issue: Issue, at: readonly string[]): Issue {
  if (at.length === 0) return issue;
  const segments = [...at, ...issue.segments];
  return { ...issue, segments, path: formatPath(segments) };
}

type Path = readonly (string | number)[];

const maximumFound = 100;

interface Dropped {
  readonly container: Readonly<Record<string, unknown>>;
  readonly key: string;
  readonly path: Path;
}

/** The paths of fields in a decoded value at `at` that its type does not have. Changes the value. */
export function findUnknownFields(
  codec: Codec<unknown>,
  decoded: unknown,
  at: readonly string[] = [],
): readonly string[] {
  return findUnknown(codec, decoded).map((segments) => formatPath([...at, ...segments]));
}

/**
 * The paths of fields in a decoded value that its type does not have. Changes the value: a field that
 * the encoder leaves out may be unknown, or hold its default; it is known if its value is looked at.
 */
function findUnknown(codec: Codec<unknown>, decoded: unknown): readonly Path[] {
  const dropped: Dropped[] = [];
  collectDropped(decoded, codec.encode(decoded), { path: [], dropped });
  if (dropped.length === 0) return [];
  for (const { container, key } of dropped) replace(container, key, impossible);
  const result = codec.tryDecode(decoded);
  const looked = result.ok ? [] : result.issues.map(({ segments }) => segments);
  return dropped.map(({ path }) => path).filter((path) => !looked.some((other) => isSame(path, other)));
}

function isSame(one: Path, other: Path): boolean {
  return one.length === other.length && one.every((segment, index) => segment === other[index]);
}

interface Walk {
  readonly path: Path;
  readonly dropped: Dropped[];
}

/** The depth of what a codec knows is limited by the codec. */
function collectDropped(value: unknown, encoded: unknown, { path, dropped }: Walk): void {
  if (value === encoded || dropped.length >= maximumFound) return;
  if (Array.isArray(value)) {
    if (!Array.isArray(encoded)) return;
    value.forEach((element: unknown, index) => {
      collectDropped(element, encoded[index], { path: [...path, index], dropped });
    });
    return;
  }
  if (!isObject(value) || !isObject(encoded)) return;
  for (const key of Object.keys(value)) {
    if (dropped.length >= maximumFound) return;
    if (Object.hasOwn(encoded, key)) {
      collectDropped(value[key], encoded[key], { path: [...path, key], dropped });
    } else {
      dropped.push({ container: value, key, path: [...path, key] });
    }
  }
}
