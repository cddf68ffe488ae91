import { working } from "../agent/contract/events.ts";
import type { AgentEvent, ArtifactEvent, Turn } from "../agent/contract/execute.ts";
import { type Artifact, TaskState } from "../agent/generated/lf/a2a/v1/a2a_types.ts";
import type { RemoteEvent, RemoteTask } from "./remote-agent.ts";

/** What clients see of a remote task. */
export interface ShownEvents {
  readonly artifacts: boolean;
  readonly progress: boolean;
}

/** An event of a remote task as events of the turn's own task; `before` is the remote task before it. */
export function* toShownEvents(
  { task, artifactUpdate, statusUpdate }: RemoteEvent,
  { turn, key, shown, before }: ShownPlace,
): Generator<AgentEvent, void, undefined> {
  if (task !== undefined && shown.artifacts) yield* toArtifactEvents(task, { turn, key, before });
  if (artifactUpdate !== undefined && shown.artifacts) {
    const { artifact, append, lastChunk } = artifactUpdate;
    yield {
      ...nameAs(key, artifact),
      ...(append !== undefined && { append }),
      ...(lastChunk !== undefined && { lastChunk }),
    };
  }
  const { state, message } = statusUpdate?.status ?? {};
  if (shown.progress && state === TaskState.Working && message !== undefined)
    yield working({ parts: message.parts });
}

interface ShownPlace {
  readonly turn: Turn;
  readonly key: string;
  readonly shown: ShownEvents;
  readonly before: RemoteTask | undefined;
}

/** Artifacts of a task that comes whole: those that are not there yet, or have other parts. */
function* toArtifactEvents(
  { artifacts = [] }: RemoteTask,
  { turn, key, before }: Omit<ShownPlace, "shown">,
): Generator<ArtifactEvent> {
  for (const artifact of artifacts) {
    const event = nameAs(key, artifact);
    const known =
      before?.artifacts?.find(({ artifactId }) => artifactId === artifact.artifactId) ??
      turn.task?.artifacts?.find(({ artifactId }) => artifactId === event.artifact.artifactId);
    if (JSON.stringify(known?.parts) !== JSON.stringify(artifact.parts)) yield { ...event, append: false };
  }
}

/** Two remote agents may name their artifacts alike. */
function nameAs(key: string, artifact: Artifact): { readonly artifact: Artifact } {
  return { artifact: { ...artifact, artifactId: `${key}-${artifact.artifactId}` } };
}
