import type { Message, TaskStatus } from "../generated/lf/a2a/v1/a2a_types.ts";

/** A step of a task, as A2A 1.1 has it. */
export type TimelineEntry = { generation: string } & ({ message: Message } | { status: TaskStatus });

/** The changes of a task whose entries were dropped, as clients of A2A 1.1 see them. Plain JSON. */
export interface CountedChanges {
  /** How often the task has changed. */
  readonly generation: number;
  /** The latest status. */
  readonly status: TaskStatus;
  /** Messages of the history that came after the beginning. */
  readonly messages: number;
  readonly timeline: readonly TimelineEntry[];
  readonly artifacts: readonly ArtifactSpan[];
}

/** The generations in which an artifact came. */
export interface ArtifactSpan {
  readonly artifactId: string;
  readonly start: number;
  readonly last: number;
  readonly isWhole: boolean;
}
