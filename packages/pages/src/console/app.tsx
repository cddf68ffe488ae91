import type { Task } from "@a2agen/a2a-1.0";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Alert } from "../shared/alert.tsx";
import { CardView } from "./card/card-view.tsx";
import { ConversationView } from "./conversation/conversation-view.tsx";
import { ConnectForm } from "./session/connect-form.tsx";
import type { Desk } from "./session/desk.ts";
import { TaskList } from "./tasks/task-list.tsx";
import { WireView } from "./wire/wire-view.tsx";

/** The whole page. */
export function App({ desk }: { readonly desk: Desk }): JSX.Element {
  const [isWide, setWide] = useState(false);
  const state = desk.state.value;
  const view = desk.view.value;
  const agent = state.kind === "open" ? state.agent : undefined;
  const open = (task: Task): void => desk.openTask(task);
  const all = desk.conversations.value;
  // One that has not begun needs no button beside that for a new one.
  const tabs = all.length === 1 ? all.filter(({ entries }) => entries.value.length > 0) : all;
  return (
    <>
      <header class="top">
        <h1>a2agen console</h1>
        <ConnectForm desk={desk} />
      </header>
      <nav aria-label="Views">
        {(["conversation", "tasks", "card", "wire"] as const).map((name) => (
          <button
            key={name}
            type="button"
            class={`tab-${name}`}
            aria-current={view === name ? "page" : undefined}
            onClick={() => desk.show(name)}
          >
            {titles[name]}
          </button>
        ))}
        <span class="space" />
        {agent !== undefined && (
          <>
            {tabs.map((conversation) => (
              <button
                key={conversation}
                type="button"
                class="quiet"
                dir="auto"
                aria-pressed={conversation === desk.conversation.value && view === "conversation"}
                onClick={() => desk.choose(conversation)}
              >
                {conversation.title.value}
              </button>
            ))}
            {desk.conversations.value.length > 1 && (
              <button
                type="button"
                class="quiet"
                aria-pressed={isWide}
                onClick={() => {
                  setWide(!isWide);
                  desk.show("conversation");
                }}
              >
                Side by side
              </button>
            )}
            <button type="button" class="quiet" onClick={() => desk.begin()}>
              New conversation
            </button>
          </>
        )}
      </nav>
      <main class={`view-${view}`}>
        <div class="work">
          {state.kind === "failed" && <Alert>{state.message}</Alert>}
          {state.kind === "opening" && <p role="status">Fetching the agent card…</p>}
          {state.kind === "closed" && <p>Give the URL of an agent, such as http://localhost:4000.</p>}
          {agent !== undefined && (view === "conversation" || view === "wire") && (
            <div class="columns">
              {(isWide ? desk.conversations.value : [desk.conversation.value]).map((conversation) => (
                <ConversationView
                  key={conversation}
                  conversation={conversation}
                  speaker={agent}
                  onNotify={(taskId) => void desk.notify(taskId)}
                />
              ))}
            </div>
          )}
          {agent !== undefined && view === "tasks" && <TaskList speaker={agent} onOpen={open} />}
          {agent !== undefined && view === "card" && <CardView {...agent} />}
        </div>
        <aside>
          <WireView
            wire={desk.wire}
            agent={desk.url.value}
            onResend={(request) => void desk.resend(request)}
            onRepeat={(exchange, onChange) => desk.repeat(exchange, onChange)}
          />
        </aside>
      </main>
    </>
  );
}

const titles = { conversation: "Conversation", tasks: "Tasks", card: "Card", wire: "Wire" } as const;
