import type { Entry } from "@a2agen/conversation";
import type { JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Icon } from "../../shared/icon.tsx";
import { lazy } from "../../shared/lazy.tsx";
import { foldSurfaces, listParts, type PlacedPart, type Surface } from "../extensions/fold-surfaces.ts";
import { SurfaceContext } from "../extensions/surface-context.ts";
import { Composer } from "./composer.tsx";
import type { AgentSession, Conversation } from "./conversation.ts";
import { findSchemas } from "./schemas.ts";
import { plainText } from "./task-record.ts";

/** Messages and tasks that are shown at once. */
const pageOfEntries = 200;

const EntryView = lazy(async () => (await import("./entry-view.tsx")).EntryView);

export interface ConversationViewProps {
  readonly conversation: Conversation;
  readonly session: AgentSession;
  readonly onNotify: (taskId: string) => void;
  readonly onActivate: (extensions: readonly string[]) => void;
  readonly onCredentials: () => void;
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
  const { entries, question, approvals, isBusy } = conversation.snapshot.value;
  const title = conversation.title.value;
  const log = useRef<HTMLDivElement>(null);
  const { length } = entries;
  const [count, setCount] = useState(pageOfEntries);
  const earlier = length - count;
  const isAtEnd = useRef(true);
  const lastTop = useRef(0);
  const lastKey = entries.at(-1)?.key;
  // What is written oneself is shown; what comes is followed by those who are at the end.
  useEffect(() => {
    isAtEnd.current = true;
    log.current?.scrollTo({ top: log.current.scrollHeight });
  }, [lastKey]);
  useEffect(() => {
    const { current: place } = log;
    const content = place?.firstElementChild;
    if (place === null || content === null || content === undefined) return undefined;
    // Also what grows without an event: data and pictures that are shown when they are loaded.
    const observer = new ResizeObserver(() => {
      if (isAtEnd.current) place.scrollTo({ top: place.scrollHeight });
    });
    observer.observe(content);
    return () => observer.disconnect();
  }, []);
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
        <div class="entries">
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
}: Pick<ConversationViewProps, "conversation" | "session">): JSX.Element {
  const { name, description, skills } = session.card;
  const examples = skills.flatMap(({ examples: each = [] }) => each).slice(0, 6);
  return (
    <div class="begin">
      <h2 dir="auto">{name}</h2>
      <p dir="auto">{description}</p>
      {examples.length > 0 && <p class="faint">Try one of its examples, or write to it below.</p>}
      {examples.map((text) => (
        <button
          key={text}
          type="button"
          class="example"
          dir="auto"
          onClick={() => void conversation.send([{ text }], session)}
        >
          {text} <Icon name="arrow-up" />
        </button>
      ))}
    </div>
  );
}
