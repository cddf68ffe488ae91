import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { lazy } from "../../shared/lazy.tsx";
import { ConversationView } from "../conversation/conversation-view.tsx";
import type { OpenAgent } from "../session/agent.ts";
import type { AppState } from "../session/app-state.ts";

const CardView = lazy(async () => (await import("../card/card-view.tsx")).CardView);
const CatalogList = lazy(async () => (await import("../session/catalog-list.tsx")).CatalogList);
const ConnectSheets = lazy(async () => (await import("../session/connect-sheets.tsx")).ConnectSheets);
const RecentAgents = lazy(async () => (await import("../session/connect-sheets.tsx")).RecentAgents);
const FailureCard = lazy(async () => (await import("./failure-card.tsx")).FailureCard);
const WireView = lazy(async () => (await import("../wire/wire-view.tsx")).WireView);
const TaskList = lazy(async () => (await import("../tasks/task-list.tsx")).TaskList);

interface AgentViewsProps {
  readonly app: AppState;
  /** Whether all conversations are shown, side by side. */
  readonly isWide?: boolean;
}

/** The view of an agent that is chosen, and a task of the list beside it. */
export function AgentViews({ app, isWide = false }: AgentViewsProps): JSX.Element {
  const state = app.state.value;
  const view = app.view.value;
  const agent = state.kind === "open" ? state.agent : undefined;
  const beside = view === "tasks" ? app.beside.value : undefined;
  const talks = isWide ? app.list.begun(app.agentKey) : [app.list.chosen.value];
  return (
    <>
      <div class="work">
        <Work app={app} />
        {agent !== undefined && (view === "conversation" || view === "wire") && (
          <div class="columns">
            {talks.map((conversation) => (
              <Talk key={conversation.id} app={app} agent={agent} conversation={conversation} />
            ))}
          </div>
        )}
        {agent !== undefined && view === "tasks" && (
          <TaskList
            session={agent}
            titleOf={(id) => app.list.withTask(id)?.title.value}
            onOpen={(task, title) => app.openTask(task, title)}
          />
        )}
        {agent !== undefined && view === "card" && <CardView {...agent} />}
      </div>
      {beside !== undefined && agent !== undefined && (
        <section class="beside" aria-label="The task">
          <div class="row">
            <strong dir="auto">{beside.title.value}</strong>
            <span class="space" />
            <button type="button" class="quiet" onClick={() => app.choose(beside)}>
              Open in the chat
            </button>
          </div>
          <Talk app={app} agent={agent} conversation={beside} />
        </section>
      )}
    </>
  );
}

/** The exchanges with an agent. */
export function AgentWire({ app }: { readonly app: AppState }): JSX.Element {
  return (
    <div class="wire-side">
      <WireView
        label={app.first === undefined ? "Wire" : "Wire of the second agent"}
        wire={app.wire}
        agent={app.url.value}
        toHtml={(recording) => app.relay.toHtml(recording)}
        onResend={(request) => void app.resend(request)}
        onRepeat={(exchange, onChange) => app.repeat(exchange, onChange)}
      />
    </div>
  );
}

/** The sheets of an agent, from when they are needed first: later they keep what was typed into them. */
export function AgentSheets({ app }: { readonly app: AppState }): JSX.Element | null {
  const state = app.state.value;
  const sheet = app.sheet.value;
  const [hasSheets, setSheets] = useState(false);
  const asks = state.kind === "open" && (state.agent.card.securityRequirements?.length ?? 0) > 0;
  if ((sheet === "agent" || sheet === "credentials" || asks) && !hasSheets) setSheets(true);
  return hasSheets ? <ConnectSheets key={app.entry.value} app={app} /> : null;
}

/** What is shown where no agent is open. */
function Work({ app }: { readonly app: AppState }): JSX.Element | null {
  const state = app.state.value;
  const catalog = app.catalog.value;
  if (state.kind === "opening") return <p role="status">Fetching the agent card…</p>;
  if (state.kind === "open") return null;
  return (
    <>
      {state.kind === "failed" && <FailureCard app={app} message={state.message} />}
      {catalog !== undefined && (
        <CatalogList catalog={catalog} onChoose={(entry) => void app.openEntry(entry)} />
      )}
      {state.kind === "closed" && catalog === undefined && <Welcome app={app} />}
    </>
  );
}

function Welcome({ app }: { readonly app: AppState }): JSX.Element {
  return (
    <section class="begin">
      <h2>Talk to an agent</h2>
      <p>Give the URL of an agent, such as http://localhost:4000.</p>
      <button
        type="button"
        class="main"
        onClick={() => {
          app.sheet.value = "agent";
        }}
      >
        Choose an agent
      </button>
      <RecentAgents
        app={app}
        onChoose={(url) => {
          app.url.value = url;
          void app.reopen();
        }}
      />
    </section>
  );
}

interface TalkProps {
  readonly app: AppState;
  readonly agent: OpenAgent;
  readonly conversation: AppState["list"]["chosen"]["value"];
}

function Talk({ app, agent, conversation }: TalkProps): JSX.Element {
  return (
    <ConversationView
      conversation={conversation}
      session={agent}
      onNotify={(taskId) => void app.notify(taskId)}
      onActivate={(extensions) => void app.activate(extensions)}
      onCredentials={() => {
        app.sheet.value = "credentials";
      }}
    />
  );
}
