import type { Task } from "@a2agen/a2a-1.0";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Alert } from "../shared/alert.tsx";
import { lazy } from "../shared/lazy.tsx";
import { ConversationView } from "./conversation/conversation-view.tsx";
import { ExtensionsContext } from "./extensions/known-extensions.ts";
import type { AppState } from "./session/app-state.ts";
import { ConnectForm } from "./session/connect-form.tsx";

const CardView = lazy(async () => (await import("./card/card-view.tsx")).CardView);
const CatalogList = lazy(async () => (await import("./session/catalog-list.tsx")).CatalogList);
const WireView = lazy(async () => (await import("./wire/wire-view.tsx")).WireView);
const TaskList = lazy(async () => (await import("./tasks/task-list.tsx")).TaskList);

/** The whole page. */
export function App({ app }: { readonly app: AppState }): JSX.Element {
  const [isWide, setWide] = useState(false);
  const state = app.state.value;
  const view = app.view.value;
  const agent = state.kind === "open" ? state.agent : undefined;
  const catalog = app.catalog.value;
  const open = (task: Task): void => app.openTask(task);
  const all = app.conversations.value;
  // One that has not begun needs no button beside that for a new one.
  const tabs = all.length === 1 ? all.filter(({ snapshot }) => snapshot.value.entries.length > 0) : all;
  return (
    <ExtensionsContext.Provider value={app.extensions}>
      <header class="top">
        <h1>a2agen console</h1>
        <ConnectForm key={app.entry.value} app={app} />
      </header>
      <nav aria-label="Views">
        {(["conversation", "tasks", "card", "wire"] as const).map((name) => (
          <button
            key={name}
            type="button"
            class={`tab-${name}`}
            aria-current={view === name ? "page" : undefined}
            onClick={() => app.show(name)}
          >
            {titles[name]}
          </button>
        ))}
        <span class="space" />
        {catalog !== undefined && state.kind === "open" && (
          <button type="button" class="quiet" onClick={() => app.listAgents()}>
            Other agents
          </button>
        )}
        {agent !== undefined && (
          <>
            {tabs.map((conversation) => (
              <button
                key={conversation}
                type="button"
                class="quiet"
                dir="auto"
                aria-pressed={conversation === app.conversation.value && view === "conversation"}
                onClick={() => app.choose(conversation)}
              >
                {conversation.title.value}
              </button>
            ))}
            {app.conversations.value.length > 1 && (
              <button
                type="button"
                class="quiet"
                aria-pressed={isWide}
                onClick={() => {
                  setWide(!isWide);
                  app.show("conversation");
                }}
              >
                Side by side
              </button>
            )}
            <button type="button" class="quiet" onClick={() => app.begin()}>
              New conversation
            </button>
          </>
        )}
      </nav>
      <main class={`view-${view}`}>
        <div class="work">
          {state.kind === "failed" && <Alert>{state.message}</Alert>}
          {state.kind === "opening" && <p role="status">Fetching the agent card…</p>}
          {catalog !== undefined && (state.kind === "closed" || state.kind === "failed") && (
            <CatalogList catalog={catalog} onChoose={(entry) => void app.openEntry(entry)} />
          )}
          {state.kind === "closed" && catalog === undefined && (
            <p>Give the URL of an agent, such as http://localhost:4000.</p>
          )}
          {agent !== undefined && (view === "conversation" || view === "wire") && (
            <div class="columns">
              {(isWide ? app.conversations.value : [app.conversation.value]).map((conversation) => (
                <ConversationView
                  key={conversation}
                  conversation={conversation}
                  session={agent}
                  onNotify={(taskId) => void app.notify(taskId)}
                  onActivate={(extensions) => void app.activate(extensions)}
                />
              ))}
            </div>
          )}
          {agent !== undefined && view === "tasks" && <TaskList session={agent} onOpen={open} />}
          {agent !== undefined && view === "card" && <CardView {...agent} />}
        </div>
        <aside>
          <WireView
            wire={app.wire}
            agent={app.url.value}
            toHtml={(recording) => app.relay.toHtml(recording)}
            onResend={(request) => void app.resend(request)}
            onRepeat={(exchange, onChange) => app.repeat(exchange, onChange)}
          />
        </aside>
      </main>
    </ExtensionsContext.Provider>
  );
}

const titles = { conversation: "Conversation", tasks: "Tasks", card: "Card", wire: "Wire" } as const;
