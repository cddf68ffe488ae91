import type { Message } from "@a2agen/a2a-1.0";
import type { TaskEntry } from "@a2agen/conversation";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Icon } from "../../shared/icon.tsx";
import { JsonView } from "../../shared/json-view.tsx";
import { Menu, MenuItem } from "../../shared/menu.tsx";
import type { Surface } from "../extensions/fold-surfaces.ts";
import { MetadataView, SurfaceView } from "./on-demand.tsx";
import { PartView } from "./part-view.tsx";
import { ShortId } from "./short-id.tsx";
import { StatePill } from "./state-pill.tsx";
import { hasEnded, isWorking, progressOf, type TaskRecord } from "./task-record.ts";

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
  const isAtWork = isWorking(state);
  const current = isAtWork ? progressOf(message) : undefined;
  const progress = record.progress.at(-1) ?? current;
  // Those who follow a task may want to end it; others may want to follow it first.
  const isLeft = isAtWork && !isFollowed;
  return (
    <article class="task" aria-label={`Task ${task.id}`}>
      <header>
        <StatePill state={state} />
        <ShortId id={task.id} of="the task" />
        {progress !== undefined && (
          <span class="progress faint" dir="auto">
            {progress}
          </span>
        )}
        <span class="space" />
        {!isOver && (
          <button type="button" onClick={isLeft ? onFollow : onCancel}>
            {isLeft ? "Follow" : "Cancel"}
          </button>
        )}
        <Menu label="More for the task" isShort>
          {!isOver && !isFollowed && !isLeft && <MenuItem label="Follow" run={onFollow} />}
          <MenuItem label="Refresh" run={onRefresh} />
          {!isOver && onNotify !== undefined && (
            <MenuItem label="Receive notifications here" run={onNotify} />
          )}
          {isLeft && <MenuItem label="Cancel" run={onCancel} />}
        </Menu>
      </header>
      {message !== undefined && current === undefined && <Parts message={message} />}
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
            <strong class="artifact-name" dir="auto">
              <Icon name="file" /> {name === "" ? artifactId : name}
            </strong>
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

function sayLength(ms: number): string {
  return ms < 10_000 ? `${ms} ms` : `${Math.round(ms / 1000)} s`;
}

/** Its lines are made when they are shown: a stream may have thousands of events. */
function Timeline({ timeline }: Pick<TaskRecord, "timeline">): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Timeline</summary>
      {isOpen && (
        <ol class="timeline">
          {timeline.slice(-200).map(({ at, text, count, until }, index) => (
            <li key={index} dir="auto">
              <time>{new Date(at).toLocaleTimeString()}</time> {text}
              {count > 1 && (
                <span class="faint">
                  {" "}
                  ×{count} · {sayLength(until - at)}
                </span>
              )}
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
        <PartView
          key={at}
          part={part}
          on="Message"
          uris={message.extensions}
          isPlain={message.role === "ROLE_USER"}
        />
      ))}
      <MetadataView metadata={message.metadata} on="Message" uris={message.extensions} />
    </div>
  );
}
