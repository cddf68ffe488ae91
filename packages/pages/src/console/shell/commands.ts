import type { AppState } from "../session/app-state.ts";
import { switchTheme } from "./theme.ts";

/** Something that a person can do from everywhere, by the palette or by a key. */
export interface Command {
  readonly name: string;
  /** Pressed one after the other, outside of fields. */
  readonly keys?: readonly string[];
  readonly run: (app: AppState) => void;
}

export const commands: readonly Command[] = [
  { name: "New conversation", keys: ["n"], run: (app) => app.begin() },
  { name: "Search", keys: ["/"], run: focusSearch },
  { name: "Go to the chat", keys: ["g", "m"], run: (app) => app.show("conversation") },
  { name: "Go to tasks", keys: ["g", "t"], run: (app) => app.show("tasks") },
  { name: "Go to the card", keys: ["g", "c"], run: (app) => app.show("card") },
  { name: "Go to the wire", keys: ["g", "w"], run: (app) => app.show("wire") },
  { name: "Choose an agent", keys: ["g", "a"], run: (app) => openSheet(app, "agent") },
  { name: "Open or close a second agent", keys: ["g", "b"], run: turnBeside },
  { name: "Credentials", run: (app) => openSheet(app, "credentials") },
  {
    name: "Light or dark colours",
    run: () => switchTheme(switchTheme("kept") === "dark" ? "light" : "dark"),
  },
  { name: "Show the keys", keys: ["?"], run: (app) => openSheet(app, "keys") },
];

/** Those whose names have each of the words, the first ones of many. */
export function findCommands(all: readonly Command[], wanted: string): readonly Command[] {
  const words = wanted.toLowerCase().split(/\s+/);
  return all.filter(({ name }) => words.every((word) => name.toLowerCase().includes(word))).slice(0, 12);
}

/** What a key does after others: it runs a command, or is one of several keys. */
export function pressKey(
  pressed: readonly string[],
  key: string,
): { readonly command?: Command | undefined; readonly pressed: readonly string[] } {
  const next = [...pressed, key];
  const found = commands.filter(
    ({ keys }) => keys !== undefined && next.every((each, at) => each === keys[at]),
  );
  const command = found.find(({ keys }) => keys?.length === next.length);
  return { command, pressed: command === undefined && found.length > 0 ? next : [] };
}

function openSheet(app: AppState, name: "agent" | "credentials" | "keys"): void {
  app.sheet.value = name;
}

function turnBeside(app: AppState): void {
  if (app.second.value === undefined) app.openBeside();
  else app.closeBeside();
}

/** The field of the view, or else of the conversations. */
function focusSearch(app: AppState): void {
  const fields = [...document.querySelectorAll<HTMLInputElement>('input[type="search"]')];
  const visible = fields.filter((field) => field.checkVisibility());
  const field = visible.find((each) => each.closest(".work") !== null) ?? visible[0];
  if (field === undefined) app.sheet.value = "palette";
  else field.focus();
}
