import type { Entry } from "@a2agen/conversation";
import type { JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Alert } from "../../shared/alert.tsx";
import { foldSurfaces, listParts, type PlacedPart, type Surface } from "../extensions/fold-surfaces.ts";
import { SurfaceContext } from "../extensions/surface-context.ts";
import { Composer } from "./composer.tsx";
import type { AgentSession, Conversation } from "./conversation.ts";
import { SurfaceView } from "./on-demand.tsx";
import { findSchemas } from "./schemas.ts";
import { plainText } from "./task-record.ts";
import { Parts, TaskView } from "./task-view.tsx";

/** Messages and tasks that are shown at once. */
const pageOfEntries = 200;

interface ConversationViewProps {
  readonly conversation: Conversation;
  readonly session: AgentSession;
  readonly onNotify: (taskId: string) => void;
  readonly onActivate: (extensions: readonly string[]) => void;
}

/** A conversation, and the form to continue it. Surfaces in it send to its agent. */
export function ConversationView(props: ConversationViewProps): JSX.Element {
  const { conversation, session } = props;
  return (
    <SurfaceContext.Provider value={(additions) => void conversation.send([], session, additions)}>
      <Entries {...props} />
    </SurfaceContext.Provider>
  );
}

function Entries(props: ConversationViewProps): JSX.Element {
  const { conversation, session, onActivate } = props;
  const { entries, current, question, approvals, isBusy } = conversation.snapshot.value;
  const title = conversation.title.value;
  const log = useRef<HTMLDivElement>(null);
  const task = current?.task;
  const { length } = entries;
  const [count, setCount] = useState(pageOfEntries);
  const earlier = length - count;
  const isAtEnd = useRef(true);
  const lastTop = useRef(0);
  const lastKey = entries.at(-1)?.key;
  // What is written oneself is shown; what comes is followed by those who are at the end.
  useEffect(() => {
    isAtEnd.current = true;
  }, [lastKey]);
  useEffect(() => {
    if (isAtEnd.current) log.current?.scrollTo({ top: log.current.scrollHeight });
  }, [lastKey, task]);
  const surfaces = useSurfaces(entries);
  const place = { class: "log", role: "log" as const, "aria-label": `Messages and tasks: ${title}` };
  const follow = ({ currentTarget }: { readonly currentTarget: HTMLElement }): void => {
    const { scrollTop, clientHeight, scrollHeight } = currentTarget;
    if (scrollTop + clientHeight > scrollHeight - 40) isAtEnd.current = true;
    // The log may have grown since it was scrolled: only those who go up leave the end.
    else if (scrollTop < lastTop.current) isAtEnd.current = false;
    lastTop.current = scrollTop;
  };
  return (
    <section class="conversation" aria-label={`Conversation: ${title}`}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys */}
      <div {...place} onScroll={follow} tabIndex={0} ref={log}>
        {length === 0 && <Begin session={session} conversation={conversation} />}
        {earlier > 0 && (
          <button type="button" class="quiet" onClick={() => setCount(count * 4)}>
            {earlier} earlier
          </button>
        )}
        {entries.slice(-count).map((entry) => (
          <EntryView
            key={entry.key}
            entry={entry}
            surfaces={surfaces.filter(({ home }) => home === entry.key)}
            {...props}
          />
        ))}
      </div>
      <Composer
        title={title}
        isBusy={isBusy}
        question={question === undefined ? undefined : plainText(question)}
        approvals={approvals}
        schemas={findSchemas(session.receivedCard, question)}
        session={session}
        onActivate={onActivate}
        onSend={(parts, additions) => void conversation.send(parts, session, additions)}
        onLeave={() => conversation.leave()}
      />
    </section>
  );
}

/** Made anew only when other messages of A2UI are there. */
function useSurfaces(entries: readonly Entry[]): readonly Surface[] {
  const last = useRef<readonly PlacedPart[]>([]);
  const parts = useMemo(() => listParts(entries), [entries]);
  const isSame =
    parts.length === last.current.length &&
    parts.every(({ part, home }, at) => part === last.current[at]?.part && home === last.current[at]?.home);
  if (!isSame) last.current = parts;
  return useMemo(() => foldSurfaces(last.current), [last.current]);
}

/** What the agent's skills give as examples. */
function Begin({
  session,
  conversation,
}: {
  readonly session: AgentSession;
  readonly conversation: Conversation;
}): JSX.Element {
  const examples = session.card.skills.flatMap(({ examples: each = [] }) => each).slice(0, 6);
  return (
    <div class="begin">
      <h2 dir="auto">{session.card.name}</h2>
      <p dir="auto">{session.card.description}</p>
      {examples.length > 0 && <p class="faint">Try one of its examples, or write to it below.</p>}
      {examples.map((text) => (
        <button
          key={text}
          type="button"
          dir="auto"
          onClick={() => void conversation.send([{ text }], session)}
        >
          {text}
        </button>
      ))}
    </div>
  );
}

function EntryView({
  entry,
  surfaces,
  conversation,
  session,
  onNotify,
}: ConversationViewProps & { readonly entry: Entry; readonly surfaces: readonly Surface[] }): JSX.Element {
  switch (entry.kind) {
    case "user":
    case "agent":
      return (
        <div class={entry.kind}>
          <Parts message={entry.message} />
          {surfaces.map((surface) => (
            <SurfaceView key={surface.id} surface={surface} />
          ))}
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
      return <p class="faint">{entry.text}</p>;
    case "problem":
      return <Alert>{entry.text}</Alert>;
  }
}
