import type { JSX } from "preact";
import { Icon } from "../../shared/icon.tsx";
import type { AppState } from "../session/app-state.ts";
import { AgentSheets, AgentViews, AgentWire } from "./agent-views.tsx";
import { AgentChip } from "./header.tsx";
import { ViewButtons } from "./rail.tsx";

interface SecondAgentProps {
  readonly app: AppState;
  readonly second: AppState;
}

/** The agent beside the first one, with its own credentials, conversation and wire. */
export function SecondAgent({ app, second }: SecondAgentProps): JSX.Element {
  const open = (name: "agent" | "credentials"): void => {
    second.sheet.value = second.sheet.value === name ? undefined : name;
  };
  return (
    <section class={`second view-${second.view.value}`} aria-label="Second agent">
      <header class="row">
        <AgentChip app={second} onClick={() => open("agent")} />
        <span class="space" />
        <IconButton icon="plus" label="New conversation with the second agent" run={() => second.begin()} />
        <IconButton
          icon="key-round"
          label="Credentials of the second agent"
          run={() => open("credentials")}
        />
        <IconButton icon="x" label="Close the second agent" run={() => app.closeBeside()} />
      </header>
      <ViewButtons app={second} />
      <AgentViews app={second} />
      {second.view.value === "wire" && <AgentWire app={second} />}
      <AgentSheets app={second} />
    </section>
  );
}

interface IconButtonProps {
  readonly icon: Parameters<typeof Icon>[0]["name"];
  readonly label: string;
  readonly run: () => void;
}

function IconButton({ icon, label, run }: IconButtonProps): JSX.Element {
  return (
    <button type="button" class="icon-button" aria-label={label} title={label} onClick={run}>
      <Icon name={icon} />
    </button>
  );
}

/** Which of the two is shown where there is room for one. */
export function AgentSwitch({ app, second }: SecondAgentProps): JSX.Element {
  return (
    <nav class="agent-switch" aria-label="Agents">
      {[app, second].map((each) => (
        <button
          key={each === app ? "first" : "second"}
          type="button"
          aria-pressed={app.showsSecond.value === (each === second)}
          onClick={() => {
            app.showsSecond.value = each === second;
          }}
        >
          {nameOf(each)}
        </button>
      ))}
    </nav>
  );
}

function nameOf({ state, url }: AppState): string {
  return state.value.kind === "open" ? state.value.agent.card.name : url.value || "Second agent";
}
