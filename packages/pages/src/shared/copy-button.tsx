import type { JSX } from "preact";
import { useState } from "preact/hooks";

/** Copies a text, and says so. */
export function CopyButton({
  label,
  text,
}: {
  readonly label: string;
  readonly text: () => string;
}): JSX.Element {
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text());
    setCopied(true);
    setTimeout(() => setCopied(false), 1500);
  };
  return (
    <button type="button" class="quiet" onClick={() => void copy()}>
      {isCopied ? "Copied" : label}
    </button>
  );
}
