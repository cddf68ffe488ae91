import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Sheet } from "../../shared/sheet.tsx";
import type { AppState } from "../session/app-state.ts";
import { type Command, commands, findCommands } from "./commands.ts";

/** All that can be done, and the conversations, found by typing. */
export function Palette({ app }: { readonly app: AppState }): JSX.Element {
  const [wanted, setWanted] = useState("");
  const [at, setAt] = useState(0);
  const all: readonly Command[] = [
    ...commands,
    ...app.list.of(app.agentKey).map((conversation) => ({
      name: conversation.title.value,
      run: () => app.choose(conversation),
    })),
  ];
  const found = findCommands(all, wanted);
  const run = (command: Command | undefined): void => {
    if (command === undefined) return;
    setWanted("");
    setAt(0);
    app.closeSheet();
    command.run(app);
  };
  return (
    <Sheet
      title="Commands"
      isModal
      isOpen={app.sheet.value === "palette"}
      onClose={() => closeIf(app, "palette")}
    >
      <input
        aria-label="Find a command or a conversation"
        placeholder="Find a command or a conversation"
        role="combobox"
        aria-expanded="true"
        aria-controls="found-commands"
        aria-activedescendant={found.length > 0 ? `command-${at}` : undefined}
        value={wanted}
        onInput={({ currentTarget }) => {
          setWanted(currentTarget.value);
          setAt(0);
        }}
        onKeyDown={(event) => {
          const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
          if (step !== undefined) {
            event.preventDefault();
            setAt((at + step + found.length) % Math.max(found.length, 1));
          }
          if (event.key === "Enter") run(found[at]);
        }}
      />
      <div id="found-commands" role="listbox" aria-label="Commands">
        {found.map((command, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above takes the keys
          // biome-ignore lint/a11y/useFocusableInteractive: the field above has the focus
          <div
            key={command.name}
            id={`command-${index}`}
            role="option"
            aria-selected={index === at}
            onClick={() => run(command)}
          >
            <span class="name" dir="auto">
              {command.name}
            </span>
            <Keys keys={command.keys ?? []} />
          </div>
        ))}
      </div>
    </Sheet>
  );
}

/** All keys of the page. */
export function KeysSheet({ app }: { readonly app: AppState }): JSX.Element {
  const listed: readonly Omit<Command, "run">[] = [
    { name: "Commands and conversations", keys: ["\u2318K"] },
    ...commands.filter(({ keys }) => keys !== undefined),
    { name: "Send the message", keys: ["Enter"] },
    { name: "Begin a line in it", keys: ["Shift", "Enter"] },
    { name: "Close", keys: ["Esc"] },
  ];
  return (
    <Sheet title="Keys" isOpen={app.sheet.value === "keys"} onClose={() => closeIf(app, "keys")}>
      <dl class="keys">
        {listed.map(({ name, keys = [] }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <Keys keys={keys} />
            </dd>
          </div>
        ))}
      </dl>
    </Sheet>
  );
}

function Keys({ keys }: { readonly keys: readonly string[] }): JSX.Element {
  return (
    <span class="key-list">
      {keys.map((key, at) => (
        <kbd key={at}>{key}</kbd>
      ))}
    </span>
  );
}

/** A sheet that another one has replaced closes too, and leaves that open. */
function closeIf(app: AppState, name: "palette" | "keys"): void {
  if (app.sheet.value === name) app.closeSheet();
}
