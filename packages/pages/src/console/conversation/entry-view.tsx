import type { Entry } from "@a2agen/conversation";
import type { JSX } from "preact";
import { Alert } from "../../shared/alert.tsx";
import { Icon } from "../../shared/icon.tsx";
import type { Surface } from "../extensions/fold-surfaces.ts";
import type { ConversationViewProps } from "./conversation-view.tsx";
import { SurfaceView } from "./on-demand.tsx";
import { Parts, TaskView } from "./task-view.tsx";

/** What was said, a task, or what the page says beside it. */
export function EntryView({
  entry,
  surfaces,
  ...around
}: ConversationViewProps & { readonly entry: Entry; readonly surfaces: readonly Surface[] }): JSX.Element {
  const { conversation, session, onNotify } = around;
  switch (entry.kind) {
    case "user":
    case "agent":
      return (
        <div class={entry.kind}>
          <Parts message={entry.message} />
          {surfaces.map((surface) => (
            <SurfaceView key={surface.id} surface={surface} />
          ))}
          {entry.delivery === "failed" && (
            <div class="row unsent">
              <span class="faint">Not sent.</span>
              <button type="button" class="quiet" onClick={() => void conversation.retry(entry.key, session)}>
                <Icon name="refresh-cw" /> Send again
              </button>
            </div>
          )}
        </div>
      );
    case "task": {
      const { key: id } = entry;
      return (
        <TaskView
          entry={entry}
          surfaces={surfaces}
          record={conversation.recordOf(id)}
          onCancel={() => void conversation.cancel(id, session)}
          onFollow={() => void conversation.follow(id, session)}
          onRefresh={() => void conversation.refresh(id, session)}
          onNotify={() => onNotify(id)}
        />
      );
    }
    case "note":
      return <p class="faint note">{entry.text}</p>;
    case "problem":
      return <Problem text={entry.text} onCredentials={around.onCredentials} />;
  }
}

/** What went wrong, with what helps where the agent wants to know who asks. */
function Problem({
  text,
  onCredentials,
}: Pick<ConversationViewProps, "onCredentials"> & { readonly text: string }): JSX.Element {
  const isRefused = /^(?:UNAUTHENTICATED|PERMISSION_DENIED)/.test(text);
  return (
    <div class="failed-call">
      <Alert>{text}</Alert>
      {isRefused && (
        <button type="button" class="main" onClick={onCredentials}>
          <Icon name="key-round" /> Add credentials
        </button>
      )}
    </div>
  );
}
