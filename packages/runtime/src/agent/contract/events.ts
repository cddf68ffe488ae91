import { filePart } from "../../parts/part-content.ts";
import { type Part, TaskState } from "../generated/lf/a2a/v1/a2a_types.ts";
import type { ArtifactEvent, Reply, StatusEvent } from "./execute.ts";
import { type JsonInput, toJsonValue } from "./json-input.ts";

/** The agent is at work; a message reports its progress. */
export function working(message?: Reply): StatusEvent {
  return statusEvent(TaskState.Working, message);
}

/**
 * The agent waits for another message of its client, which its own message asks for. End the turn after it.
 */
export function inputRequired(message?: Reply): StatusEvent {
  return statusEvent(TaskState.InputRequired, message);
}

/** The agent needs further credentials to continue. End the turn after it. */
export function authRequired(message?: Reply): StatusEvent {
  return statusEvent(TaskState.AuthRequired, message);
}

/** Ends the task: the work is done, its results are in the artifacts. */
export function completed(message?: Reply): StatusEvent {
  return statusEvent(TaskState.Completed, message);
}

/** Ends the task: the agent could not do it, and the message says why. */
export function failed(message?: Reply): StatusEvent {
  return statusEvent(TaskState.Failed, message);
}

/** Ends the task: the agent declines it, and the message says why. */
export function rejected(message?: Reply): StatusEvent {
  return statusEvent(TaskState.Rejected, message);
}

/** Ends the task before it is done, after the signal of the turn was aborted. */
export function canceled(message?: Reply): StatusEvent {
  return statusEvent(TaskState.Canceled, message);
}

/** The further properties of an artifact event. */
export interface ArtifactOptions {
  /** For display. */
  readonly name?: string;
  /** Whether the part is appended to the existing artifact of the same identifier. */
  readonly append?: boolean;
  /** Whether this is the last part of the artifact. */
  readonly lastChunk?: boolean;
}

/** An artifact with one text part, or, with `append`, one more part of it. */
export function textArtifact(artifactId: string, text: string, options?: ArtifactOptions): ArtifactEvent {
  return artifactEvent(artifactId, { text }, options);
}

/** An artifact with one data part: any JSON value, in which a member that is undefined is no member. */
export function dataArtifact(artifactId: string, data: JsonInput, options?: ArtifactOptions): ArtifactEvent {
  return artifactEvent(artifactId, { data: toJsonValue(data), mediaType: "application/json" }, options);
}

/** The content of a file, or where it is. */
export type ArtifactFile = ({ readonly bytes: Uint8Array } | { readonly url: string }) & {
  /** "report.pdf". */
  readonly filename?: string;
  /** "application/pdf". */
  readonly mediaType?: string;
};

/**
 * An artifact with one file, sent whole or by its URL. A file is one part: `append` would add a second file.
 */
export function fileArtifact(
  artifactId: string,
  file: ArtifactFile,
  options?: Omit<ArtifactOptions, "append">,
): ArtifactEvent {
  return artifactEvent(artifactId, filePart(file), options);
}

function artifactEvent(
  artifactId: string,
  part: Part,
  { name, append, lastChunk }: ArtifactOptions = {},
): ArtifactEvent {
  return {
    artifact: { artifactId, ...(name === undefined ? {} : { name }), parts: [part] },
    ...(append === undefined ? {} : { append }),
    ...(lastChunk === undefined ? {} : { lastChunk }),
  };
}

function statusEvent(state: TaskState, message: Reply | undefined): StatusEvent {
  return { status: message === undefined ? { state } : { state, message } };
}
