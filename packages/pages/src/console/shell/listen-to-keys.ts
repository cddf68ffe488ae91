import type { AppState } from "../session/app-state.ts";
import { pressKey } from "./commands.ts";

/** Runs commands by their keys. */
export function listenToKeys(app: AppState): void {
  let pressed: readonly string[] = [];
  const onKey = (event: KeyboardEvent): void => {
    const { key, target } = event;
    if (key === "Escape") app.closeSheet();
    if ((event.metaKey || event.ctrlKey) && key.toLowerCase() === "k") {
      event.preventDefault();
      app.sheet.value = app.sheet.value === "palette" ? undefined : "palette";
      return;
    }
    if (event.metaKey || event.ctrlKey || event.altKey || isField(target)) return;
    const next = pressKey(pressed, key);
    ({ pressed } = next);
    if (next.command === undefined) return;
    event.preventDefault();
    next.command.run(app);
  };
  document.addEventListener("keydown", onKey);
}

function isField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.matches("input, textarea, select") || target.isContentEditable)
  );
}
