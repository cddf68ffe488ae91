import type { KeyPath } from "./key-path.ts";
import type { ProfileProblemCode } from "./profile-error.ts";

/** A problem of a profile's content, before its place in the text is known. */
export interface ProfileFinding {
  readonly code: ProfileProblemCode;
  readonly path: KeyPath;
  /** What the problem is at: the key, the value, or, for what is missing, the object around it. */
  readonly at: "key" | "value" | "parent";
  readonly expected: string;
  /** What came; when absent, the value at the place says it. */
  readonly found?: string;
}
