import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Icon } from "../../shared/icon.tsx";
import type { IconName } from "../../shared/icons.ts";
import { Menu, MenuItem } from "../../shared/menu.tsx";
import { sayAge } from "../../shared/relative-time.tsx";
import type { Conversation } from "../conversation/conversation.ts";
import type { AppState } from "../session/app-state.ts";
import type { View } from "../session/page-state.ts";

interface RailProps {
  readonly app: AppState;
  readonly isWide: boolean;
  readonly onWide: () => void;
}

/** The conversations by the day, and the other views. */
export function Rail({ app, isWide, onWide }: RailProps): JSX.Element {
  const [wanted, setWanted] = useState("");
  const all = app.list.of(app.agentKey);
  const found = all.filter(({ title }) => title.value.toLowerCase().includes(wanted.toLowerCase()));
  const inDay = (day: Day): readonly Conversation[] =>
    found.filter(({ changedAt }) => dayOf(changedAt) === day);
  return (
    <section class={`rail${app.sheet.value === "rail" ? " is-open" : ""}`} aria-label="Conversations">
      <button type="button" class="new" onClick={() => app.begin()}>
        <Icon name="plus" /> New conversation
      </button>
      {all.length > 1 && (
        <div class="row">
          <input
            type="search"
            class="search"
            aria-label="Search conversations"
            placeholder="Search"
            value={wanted}
            onInput={({ currentTarget }) => setWanted(currentTarget.value)}
          />
          <button
            type="button"
            class="icon-button"
            aria-label="Side by side"
            title="Side by side"
            aria-pressed={isWide}
            onClick={onWide}
          >
            <Icon name="columns-2" />
          </button>
        </div>
      )}
      <div class="conversations">
        {days.map(
          (day) =>
            inDay(day).length > 0 && (
              <section key={day} aria-label={day}>
                <h2>{day}</h2>
                <ul>
                  {inDay(day).map((conversation) => (
                    <RailItem key={conversation.id} app={app} conversation={conversation} />
                  ))}
                </ul>
              </section>
            ),
        )}
        {all.length > 0 && (
          <p class="faint hint">Kept in this tab until you close it, without credentials.</p>
        )}
        {found.length === 0 && all.length > 0 && <p class="faint hint">None has this in its name.</p>}
      </div>
      <ViewButtons app={app} />
    </section>
  );
}

const views: readonly (readonly [View, string, IconName])[] = [
  ["conversation", "Chat", "message-square"],
  ["tasks", "Tasks", "list-checks"],
  ["card", "Card", "id-card"],
  ["wire", "Wire", "activity"],
];

/** At the end of the rail, on a phone a bar below. */
export function ViewButtons({ app }: { readonly app: AppState }): JSX.Element {
  return (
    <nav aria-label={app.first === undefined ? "Views" : "Views of the second agent"}>
      {views.map(([name, title, icon]) => (
        <button
          key={name}
          type="button"
          class={`tab tab-${name}`}
          aria-current={app.view.value === name ? "page" : undefined}
          onClick={() => app.show(name)}
        >
          <Icon name={icon} /> {title}
        </button>
      ))}
    </nav>
  );
}

function RailItem({
  app,
  conversation,
}: {
  readonly app: AppState;
  readonly conversation: Conversation;
}): JSX.Element {
  const [isNaming, setNaming] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), [isNaming]);
  const title = conversation.title.value;
  const isChosen = app.list.chosen.value === conversation && app.view.value === "conversation";
  const { isBusy, question } = conversation.snapshot.value;
  if (isNaming) {
    const rename = (name: string): void => {
      if (name.trim() !== "") conversation.rename(name.trim());
      setNaming(false);
    };
    return (
      <li>
        <input
          ref={field}
          aria-label="Name of the conversation"
          value={title}
          onBlur={({ currentTarget }) => rename(currentTarget.value)}
          onKeyDown={({ key, currentTarget }) => {
            if (key === "Enter") rename(currentTarget.value);
            if (key !== "Escape") return;
            // Leaving the field takes over what is in it.
            currentTarget.value = title;
            setNaming(false);
          }}
        />
      </li>
    );
  }
  return (
    <li>
      <button
        type="button"
        class="conversation-button"
        dir="auto"
        title={`${title}\n${new Date(conversation.changedAt).toLocaleString()}`}
        aria-current={isChosen ? "true" : undefined}
        onClick={() => app.choose(conversation)}
      >
        <span class="name">{title}</span>
        {question !== undefined && <span class="dot waiting" role="img" aria-label="waits for you" />}
        {question === undefined && isBusy && <span class="dot working" role="img" aria-label="working" />}
        <span class="faint age">{sayAge(conversation.changedAt, Date.now())}</span>
      </button>
      <Menu label={`More for ${title}`} isShort>
        <MenuItem label="Rename" run={() => setNaming(true)} />
        <MenuItem label="Delete" run={() => app.remove(conversation)} />
      </Menu>
    </li>
  );
}

const days = ["Today", "Yesterday", "This week", "Earlier"] as const;

type Day = (typeof days)[number];

function dayOf(at: number): Day {
  const midnight = new Date().setHours(0, 0, 0, 0);
  const day = 24 * 60 * 60 * 1000;
  if (at >= midnight) return "Today";
  if (at >= midnight - day) return "Yesterday";
  return at >= midnight - 7 * day ? "This week" : "Earlier";
}
