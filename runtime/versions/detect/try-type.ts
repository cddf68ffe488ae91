import type { Codec } from "../../core/codec.ts";
import { copyJson } from "../../core/copy-json.ts";
import type { Issue } from "../../core/issue.ts";
import { toIssues } from "../../core/problems.ts";
import { findUnknown } from "./find-unknown.ts";

/** What a codec says of a value. */
export type Trial =
  | { readonly ok: true; readonly unknownFields: readonly string[] }
  | { readonly ok: false; readonly issues: readonly Issue[]; readonly isReadLeniently: boolean };

const maximumIssues = 20;

/** Decodes a copy of a value that stands at `at` in what the caller knows as the root. */
export function tryType(codec: Codec<unknown>, value: unknown, at: readonly string[]): Trial {
  const copy = copyJson(value);
  const result = codec.tryDecode(copy);
  if (result.ok) {
    const unknown = findUnknown(codec, result.value);
    return { ok: true, unknownFields: unknown.map((segments) => formatSegments([...at, ...segments])) };
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
  return { ...issue, segments, path: formatSegments(segments) };
}

/** A path as people read it, `message.parts[1].file`, in the spelling of the issues of codecs. */
function formatSegments(segments: readonly (string | number)[]): string {
  const [issue] = toIssues([{ code: "type", message: "", segments: segments.toReversed(), mend: undefined }]);
  return issue?.path ?? "";
}
