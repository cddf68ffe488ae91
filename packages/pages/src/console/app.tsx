import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { lazy } from "../shared/lazy.tsx";
import { ConversationView } from "./conversation/conversation-view.tsx";
import { ExtensionsContext } from "./extensions/known-extensions.ts";
import type { OpenAgent } from "./session/agent.ts";
import type { AppState } from "./session/app-state.ts";
import { Header } from "./shell/header.tsx";
import { Rail } from "./shell/rail.tsx";

const CardView = lazy(async () => (await import("./card/card-view.tsx")).CardView);
const CatalogList = lazy(async () => (await import("./session/catalog-list.tsx")).CatalogList);
const ConnectSheets = lazy(async () => (await import("./session/connect-sheets.tsx")).ConnectSheets);
const RecentAgents = lazy(async () => (await import("./session/connect-sheets.tsx")).RecentAgents);
const FailureCard = lazy(async () => (await import("./shell/failure-card.tsx")).FailureCard);
const KeysSheet = lazy(async () => (await import("./shell/palette.tsx")).KeysSheet);
const Palette = lazy(async () => (await import("./shell/palette.tsx")).Palette);
const WireView = lazy(async () => (await import("./wire/wire-view.tsx")).WireView);
const TaskList = lazy(async () => (await import("./tasks/task-list.tsx")).TaskList);

/** The whole page. */
export function App({ app }: { readonly app: AppState }): JSX.Element {
  const [isWide, setWide] = useState(false);
  useEffect(() => {
    void import("./shell/listen-to-keys.ts").then(({ listenToKeys }) => listenToKeys(app));
  }, [app]);
  const state = app.state.value;
  const view = app.view.value;
  const sheet = app.sheet.value;
  const toast = app.toast.value;
  const agent = state.kind === "open" ? state.agent : undefined;
  const beside = view === "tasks" ? app.beside.value : undefined;
  // Later it stays: it has what was typed into it.
  const [hasSheets, setSheets] = useState(false);
  const needsSheets = sheet === "agent" || sheet === "credentials" || asksForCredentials(agent);
  if (needsSheets && !hasSheets) setSheets(true);
  const talks = isWide ? app.list.begun(app.agentKey) : [app.list.chosen.value];
  return (
    <ExtensionsContext.Provider value={app.extensions}>
      <Header app={app} />
      <main class={`page view-${view}${beside === undefined ? "" : " has-beside"}`}>
        <Rail
          app={app}
          isWide={isWide}
          onWide={() => {
            setWide(!isWide);
            app.show("conversation");
          }}
        />
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
        <aside class="wire-side">
          <WireView
            wire={app.wire}
            agent={app.url.value}
            toHtml={(recording) => app.relay.toHtml(recording)}
            onResend={(request) => void app.resend(request)}
            onRepeat={(exchange, onChange) => app.repeat(exchange, onChange)}
          />
        </aside>
      </main>
      {hasSheets && <ConnectSheets key={app.entry.value} app={app} />}
      {sheet === "palette" && <Palette app={app} />}
      {sheet === "keys" && <KeysSheet app={app} />}
      {toast !== undefined && (
        <div class="toast" role="status">
          {toast.text}{" "}
          <button
            type="button"
            onClick={() => {
              toast.undo();
              app.toast.value = undefined;
            }}
          >
            Undo
          </button>
        </div>
      )}
    </ExtensionsContext.Provider>
  );
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

function asksForCredentials(agent: OpenAgent | undefined): boolean {
  return (agent?.card.securityRequirements?.length ?? 0) > 0;
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
