import { appendParts, type TaskUpdate } from "../agent/index.ts";

type ArtifactUpdate = NonNullable<TaskUpdate["event"]["artifactUpdate"]>;

/** UTF-16 code units of the parts of one notification that is made of several. */
const mostSize = 256 * 1024;

/**
 * One update that leaves a task as two after one another do: further parts of the artifact that the first one
 * is about. Undefined for all others: a status is never left out, and neither is metadata, or the end of an
 * artifact. It depends on the updates alone, so that every process makes the same of them.
 */
export function mergeUpdates(first: TaskUpdate, second: TaskUpdate): TaskUpdate | undefined {
  const { artifactUpdate: before } = first.event;
  const { artifactUpdate: after } = second.event;
  if (before === undefined || after === undefined || !continues(before, after)) return undefined;
  const parts = [...before.artifact.parts];
  appendParts(parts, after.artifact.parts);
  if (sizeOf(parts) > mostSize) return undefined;
  // What the second one says beside its parts is said of the whole: that it is the last, and its generation.
  const { append: _, artifact: __, ...rest } = after;
  const { append } = before;
  const artifactUpdate = {
    ...before,
    ...rest,
    artifact: { ...before.artifact, parts },
    ...(append !== undefined && { append }),
  };
  return { ...second, event: { artifactUpdate } };
}

function continues(before: ArtifactUpdate, after: ArtifactUpdate): boolean {
  if (after.append !== true || before.lastChunk === true) return false;
  if (before.metadata !== undefined || after.metadata !== undefined) return false;
  const { parts: _, ...first } = before.artifact;
  const { parts: __, ...second } = after.artifact;
  return JSON.stringify(first) === JSON.stringify(second);
}

function sizeOf(parts: ArtifactUpdate["artifact"]["parts"]): number {
  return parts.reduce((size, part) => size + (part.text ?? JSON.stringify(part)).length, 0);
}
