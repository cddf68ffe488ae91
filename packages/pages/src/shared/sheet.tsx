import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Icon } from "./icon.tsx";

interface SheetProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** A modal one keeps the page behind it from being used. */
  readonly isModal?: boolean;
  readonly children: ComponentChildren;
}

/** What comes from the side, on a phone from below. What is in it stays as it is while it is closed. */
export function Sheet({ title, isOpen, onClose, isModal = false, children }: SheetProps): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  const before = useRef<Element | null>(null);
  useEffect(() => {
    const { current } = dialog;
    if (current === null || current.open === isOpen) return;
    if (!isOpen) {
      current.close();
      if (before.current instanceof HTMLElement) before.current.focus();
      return;
    }
    before.current = document.activeElement;
    if (isModal) current.showModal();
    else current.show();
  }, [isOpen]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it by keys
    <dialog
      ref={dialog}
      class={isModal ? "palette" : "sheet"}
      aria-label={title}
      onClose={onClose}
      onClick={({ target }) => {
        // The backdrop of a modal one.
        if (isModal && target === dialog.current) onClose();
      }}
    >
      <div class="sheet-head">
        <h2>{title}</h2>
        <button type="button" class="icon-button" aria-label={`Close ${title}`} onClick={onClose}>
          <Icon name="x" />
        </button>
      </div>
      <div class="sheet-body">{children}</div>
    </dialog>
  );
}
