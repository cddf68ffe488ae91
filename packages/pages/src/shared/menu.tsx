import type { ComponentChildren, JSX } from "preact";
import { Icon } from "./icon.tsx";

interface MenuProps {
  readonly label: string;
  /** Whether dots stand for the label, which screen readers say. */
  readonly isShort?: boolean;
  /** Buttons. */
  readonly children: ComponentChildren;
}

/** What is done less often; closes when a button is pressed, on Escape, and when the focus goes elsewhere. */
export function Menu({ label, isShort = false, children }: MenuProps): JSX.Element {
  const hint = isShort ? { "aria-label": label, title: label } : {};
  return (
    <details
      class={isShort ? "menu more" : "menu"}
      onClick={({ target, currentTarget }) => {
        if (target instanceof HTMLButtonElement) currentTarget.open = false;
      }}
      onFocusOut={({ relatedTarget, currentTarget }) => {
        // What is pressed in it may take no focus.
        const stays =
          relatedTarget instanceof Node
            ? currentTarget.contains(relatedTarget)
            : currentTarget.matches(":hover");
        if (!stays) currentTarget.open = false;
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !event.currentTarget.open) return;
        event.stopPropagation();
        event.currentTarget.open = false;
        event.currentTarget.querySelector("summary")?.focus();
      }}
    >
      <summary class={isShort ? "" : "button quiet"} {...hint}>
        {isShort ? <Icon name="ellipsis" /> : label}
      </summary>
      <div class="menu-items">{children}</div>
    </details>
  );
}

interface MenuItemProps {
  readonly label: string;
  readonly run: () => void;
}

/** A button of a menu. */
export function MenuItem({ label, run }: MenuItemProps): JSX.Element {
  return (
    <button type="button" class="quiet" onClick={run}>
      {label}
    </button>
  );
}
