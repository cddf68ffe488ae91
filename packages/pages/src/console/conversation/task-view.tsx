import type { Message } from "@a2agen/a2a-1.0";
import type { TaskEntry } from "@a2agen/conversation";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { JsonView } from "../../shared/json-view.tsx";
import type { Surface } from "../extensions/fold-surfaces.ts";
import { MetadataView, SurfaceView } from "./on-demand.tsx";
import { PartView } from "./part-view.tsx";
import { hasEnded, stateName, type TaskRecord } from "./task-record.ts";

/** Artifacts, parts of one, and messages that are shown: the latest ones. */
const shownAtOnce = 100;

interface TaskViewProps {
  readonly entry: TaskEntry;
  readonly record: TaskRecord;
  readonly surfaces: readonly Surface[];
  readonly onCancel: () => void;
  readonly onFollow: () => void;
  readonly onRefresh: () => void;
  readonly onNotify?: () => void;
}

/** A task as it is now, with its artifacts and what happened to it. */
export function TaskView({
  entry,
  record,
  surfaces,
  onCancel,
  onFollow,
  onRefresh,
  onNotify,
}: TaskViewProps): JSX.Element {
  const { task, isFollowed } = entry;
  const { state, message } = task.status;
  const isOver = hasEnded(task);
  const deliveries = record.deliveries.value;
  const { artifacts = [], history = [] } = task;
  const earlier = artifacts.length - shownAtOnce;
  return (
    <article class="task" aria-label={`Task ${task.id}`}>
      <header>
        <span class={`state ${state}`}>{stateName(state)}</span>
        <code class="faint">{task.id}</code>
        <span class="space" />
        {!isOver && !isFollowed && (
          <button type="button" class="quiet" onClick={onFollow}>
            Follow
          </button>
        )}
        <button type="button" class="quiet" onClick={onRefresh}>
          Refresh
        </button>
        {!isOver && onNotify !== undefined && (
          <button type="button" class="quiet" onClick={onNotify}>
            Notify here
          </button>
        )}
        {!isOver && (
          <button type="button" class="quiet" onClick={onCancel}>
            Cancel
          </button>
        )}
      </header>
      {message !== undefined && <Parts message={message} />}
      <MetadataView metadata={record.statusMetadata} on="TaskStatusUpdateEvent" />
      <MetadataView metadata={task.metadata} on="Task" />
      {earlier > 0 && <p class="faint">{earlier} earlier artifacts are in the wire.</p>}
      {artifacts
        .slice(-shownAtOnce)
        .map(({ artifactId, name = "", description = "", parts, metadata, extensions }) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
          <div
            key={artifactId}
            class="artifact"
            role="group"
            aria-label={`Artifact ${name === "" ? artifactId : name}`}
          >
            <strong dir="auto">{name === "" ? artifactId : name}</strong>
            {description !== "" && (
              <p class="faint" dir="auto">
                {description}
              </p>
            )}
            {parts.slice(-shownAtOnce).map((part, at) => (
              <PartView key={at} part={part} on="Artifact" uris={extensions} />
            ))}
            <MetadataView metadata={metadata} on="Artifact" uris={extensions} />
          </div>
        ))}
      {surfaces.map((surface) => (
        <SurfaceView key={surface.id} surface={surface} />
      ))}
      <Timeline timeline={record.timeline} />
      {deliveries.length > 0 && (
        <details>
          <summary>Push notifications ({deliveries.length})</summary>
          <ol class="timeline">
            {deliveries.map(({ receivedAt, content }, at) => (
              <li key={at}>
                <time>{new Date(receivedAt).toLocaleTimeString()}</time>
                <JsonView value={content} label={`Push notification ${at + 1}`} />
              </li>
            ))}
          </ol>
        </details>
      )}
      {history.length > 0 && (
        <details>
          <summary>History</summary>
          {history.slice(-shownAtOnce).map((each) => (
            <div key={each.messageId} class={each.role === "ROLE_USER" ? "user" : "agent"}>
              <Parts message={each} />
            </div>
          ))}
        </details>
      )}
    </article>
  );
}

/** Its lines are made when they are shown: a stream may have thousands of events. */
function Timeline({ timeline }: Pick<TaskRecord, "timeline">): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Timeline</summary>
      {isOpen && (
        <ol class="timeline">
          {timeline.slice(-200).map(({ at, text }, index) => (
            <li key={index} dir="auto">
              <time>{new Date(at).toLocaleTimeString()}</time> {text}
            </li>
          ))}
        </ol>
      )}
    </details>
  );
}

export function Parts({ message }: { readonly message: Message }): JSX.Element {
  return (
    <div class="parts">
      {message.parts.slice(0, shownAtOnce).map((part, at) => (
        <PartView key={at} part={part} on="Message" uris={message.extensions} />
      ))}
      <MetadataView metadata={message.metadata} on="Message" uris={message.extensions} />
    </div>
  );
}
