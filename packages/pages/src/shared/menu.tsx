import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { Icon } from "./icon.tsx";

export interface MenuItem {
  readonly label: string;
  readonly run: () => void;
}

interface MenuProps {
  /** For screen readers. */
  readonly label: string;
  readonly items: readonly MenuItem[];
}

/** What is done less often, behind a button. */
export function Menu({ label, items }: MenuProps): JSX.Element {
  const details = useRef<HTMLDetailsElement>(null);
  const close = (): void => {
    if (details.current !== null) details.current.open = false;
  };
  return (
    <details
      ref={details}
      class="more"
      onFocusOut={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) close();
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || details.current?.open !== true) return;
        event.stopPropagation();
        close();
        details.current.querySelector("summary")?.focus();
      }}
    >
      <summary aria-label={label} title={label}>
        <Icon name="ellipsis" />
      </summary>
      <div class="items">
        {items.map(({ label: name, run }) => (
          <button
            key={name}
            type="button"
            class="quiet"
            onClick={() => {
              close();
              run();
            }}
          >
            {name}
          </button>
        ))}
      </div>
    </details>
  );
}
