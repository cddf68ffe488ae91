import type { ProblemList } from "./compose-problem.ts";

export interface TwinContext {
  readonly problems: ProblemList;
  /** Path of the base, for messages. */
  readonly file: string;
}
