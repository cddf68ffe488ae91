import { toIssues } from "../../core/problems.ts";

/** A path as people read it, `message.parts[1].file`, in the spelling of the issues of codecs. */
export function formatSegments(segments: readonly (string | number)[]): string {
  const [issue] = toIssues([{ code: "type", message: "", segments: segments.toReversed(), mend: undefined }]);
  return issue?.path ?? "";
}
