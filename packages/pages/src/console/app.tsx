import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { lazy } from "../shared/lazy.tsx";
import { type Send, SendToBoth } from "./conversation/composer.tsx";
import { ExtensionsContext } from "./extensions/known-extensions.ts";
import type { AppState } from "./session/app-state.ts";
import { AgentSheets, AgentViews, AgentWire } from "./shell/agent-views.tsx";
import { Header } from "./shell/header.tsx";
import { Rail } from "./shell/rail.tsx";

const KeysSheet = lazy(async () => (await import("./shell/palette.tsx")).KeysSheet);
const Palette = lazy(async () => (await import("./shell/palette.tsx")).Palette);
const SecondAgent = lazy(async () => (await import("./shell/second-agent.tsx")).SecondAgent);
const AgentSwitch = lazy(async () => (await import("./shell/second-agent.tsx")).AgentSwitch);

/** The whole page. */
export function App({ app }: { readonly app: AppState }): JSX.Element {
  const [isWide, setWide] = useState(false);
  useEffect(() => {
    void import("./shell/listen-to-keys.ts").then(({ listenToKeys }) => listenToKeys(app));
  }, [app]);
  const sheet = app.sheet.value;
  const toast = app.toast.value;
  const second = app.second.value;
  const both = second === undefined ? [] : [app, second];
  const sendToBoth: Send = (...message) => {
    for (const each of both) each.send(...message);
  };
  const canBoth = both.length > 0 && both.every(({ state }) => state.value.kind === "open");
  const classes = [
    `page view-${app.view.value}`,
    ...(app.view.value === "tasks" && app.beside.value !== undefined ? ["has-beside"] : []),
    ...(second === undefined ? [] : [app.showsSecond.value ? "has-second shows-second" : "has-second"]),
  ];
  return (
    <ExtensionsContext.Provider value={app.extensions}>
      <Header app={app} />
      {second !== undefined && <AgentSwitch app={app} second={second} />}
      <SendToBoth.Provider value={canBoth ? sendToBoth : undefined}>
        <main class={classes.join(" ")}>
          <Rail
            app={app}
            isWide={isWide}
            onWide={() => {
              setWide(!isWide);
              app.show("conversation");
            }}
          />
          <AgentViews app={app} isWide={isWide} />
          <AgentWire app={app} />
          {second !== undefined && <SecondAgent app={app} second={second} />}
        </main>
      </SendToBoth.Provider>
      <AgentSheets app={app} />
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
