import type { JSX } from "preact";
import { useState } from "preact/hooks";

/** The first characters of an identifier; a click copies it whole. */
export function ShortId({ id, of }: { readonly id: string; readonly of: string }): JSX.Element {
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(id);
    setCopied(true);
    setTimeout(() => setCopied(false), 1500);
  };
  const shown = isCopied ? "Copied" : id.length > 8 ? `${id.slice(0, 4)}…` : id;
  return (
    <button
      type="button"
      class="quiet id"
      title={id}
      aria-label={`${shown} Copy the ID of ${of} ${id}`}
      onClick={() => void copy()}
    >
      {shown}
    </button>
  );
}
