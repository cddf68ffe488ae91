import type { ComponentChildren, JSX } from "preact";

interface MenuProps {
  readonly label: string;
  readonly children: ComponentChildren;
}

/** Buttons behind a word; closes when one is pressed, on Escape, and when the focus goes elsewhere. */
export function Menu({ label, children }: MenuProps): JSX.Element {
  return (
    <details
      class="menu"
      onClick={({ target, currentTarget }) => {
        if (target instanceof HTMLButtonElement) currentTarget.open = false;
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !event.currentTarget.open) return;
        event.stopPropagation();
        event.currentTarget.open = false;
        event.currentTarget.querySelector("summary")?.focus();
      }}
      onFocusOut={({ relatedTarget, currentTarget }) => {
        if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget))
          currentTarget.open = false;
      }}
    >
      <summary class="button quiet">{label}</summary>
      <div class="menu-items">{children}</div>
    </details>
  );
}
