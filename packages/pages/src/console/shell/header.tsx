import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { nameBinding } from "../../shared/binding-name.ts";
import { Icon } from "../../shared/icon.tsx";
import type { AppState } from "../session/app-state.ts";
import type { Line, SheetName } from "../session/page-state.ts";
import { switchTheme } from "./theme.ts";

const lines = {
  closed: "not connected",
  connecting: "connecting",
  connected: "connected",
  lost: "connection lost",
  refused: "not reached",
} as const satisfies Readonly<Record<Line, string>>;

/** With whom one talks, whether that works, and what is everywhere. */
export function Header({ app }: { readonly app: AppState }): JSX.Element {
  const [isDark, setDark] = useState(() => switchTheme("kept") === "dark");
  const open = (name: SheetName): void => {
    app.sheet.value = app.sheet.value === name ? undefined : name;
  };
  return (
    <header class="top">
      <button
        type="button"
        class="icon-button only-phone"
        aria-label="Conversations"
        onClick={() => open("rail")}
      >
        <Icon name="menu" />
      </button>
      <h1 title="a2agen console">
        <svg class="logo" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
          <path d="M8 0 16 8 8 16 0 8Z" fill="currentColor" />
        </svg>
        <span class="only-wide">a2agen</span>
        <span class="visually-hidden"> console</span>
      </h1>
      <AgentChip app={app} onClick={() => open("agent")} />
      <span class="space" />
      <button
        type="button"
        class="quiet only-wide"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => open("palette")}
      >
        <Icon name="search" /> Search <kbd>{"\u2318K"}</kbd>
      </button>
      <button type="button" class="quiet" onClick={() => open("credentials")}>
        <Icon name="key-round" /> <span class="word">Credentials</span>
      </button>
      <button
        type="button"
        class="icon-button"
        aria-label={isDark ? "Light colours" : "Dark colours"}
        title={isDark ? "Light colours" : "Dark colours"}
        onClick={() => setDark(switchTheme(isDark ? "light" : "dark") === "dark")}
      >
        <Icon name={isDark ? "sun" : "moon"} />
      </button>
      <button
        type="button"
        class="icon-button only-wide"
        aria-label="Keys"
        title="Keys"
        onClick={() => open("keys")}
      >
        <Icon name="circle-question-mark" />
      </button>
    </header>
  );
}

/** The agent's name, version and binding, and the state of the connection; its address is behind it. */
export function AgentChip({
  app,
  onClick,
}: {
  readonly app: AppState;
  readonly onClick: () => void;
}): JSX.Element {
  const state = app.state.value;
  const line = app.line.value;
  const agent = state.kind === "open" ? state.agent : undefined;
  const address = app.url.value.replace(/^https?:\/\//, "").replace(/\/$/, "");
  return (
    <button
      type="button"
      class="agent-chip"
      aria-expanded={app.sheet.value === "agent"}
      title={`${app.url.value === "" ? "No agent" : app.url.value}: ${lines[line]}`}
      onClick={onClick}
    >
      <span class={`dot ${line}`} role="img" aria-label={lines[line]} />
      <strong dir="auto">{agent?.card.name ?? (address === "" ? "Choose an agent" : address)}</strong>
      {agent === undefined ? (
        <span class="faint only-wide">{address === "" ? "" : lines[line]}</span>
      ) : (
        <span class="faint only-wide">
          {agent.card.version} · {nameBinding(agent.connection.interface.protocolBinding)}
        </span>
      )}
      <Icon name="chevron-down" />
    </button>
  );
}
