import type { AppState } from "../session/app-state.ts";
import { commands } from "./commands.ts";

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
    const next = [...pressed, key];
    const isBegun = (keys: readonly string[]): boolean => next.every((each, at) => each === keys[at]);
    const found = commands.filter(({ keys }) => keys !== undefined && isBegun(keys));
    const whole = found.find(({ keys }) => keys?.length === next.length);
    pressed = whole === undefined && found.length > 0 ? next : [];
    if (whole === undefined) return;
    event.preventDefault();
    whole.run(app);
  };
  document.addEventListener("keydown", onKey);
}

function isField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.matches("input, textarea, select") || target.isContentEditable)
  );
}
