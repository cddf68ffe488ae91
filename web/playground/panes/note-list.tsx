import type { JSX } from "preact";
import type { Mark } from "../../shared/code-editor.ts";
import type { Note } from "../check/report.ts";

interface NoteListProps {
  readonly label: string;
  readonly notes: readonly Note[];
  /** Notes beyond those. */
  readonly more?: number;
  readonly onReveal?: (place: { readonly from: number; readonly to: number }) => void;
}

/** Notes in the order of their places; one that has a place shows it when it is pressed. */
export function NoteList({ label, notes, more = 0, onReveal }: NoteListProps): JSX.Element | null {
  if (notes.length === 0) return null;
  return (
    <ul class="notes" aria-label={label}>
      {notes.map((note, at) => (
        <li key={at} class={note.severity}>
          <NoteText note={note} onReveal={onReveal} />
        </li>
      ))}
      {more > 0 && <li class="faint">and {more} more</li>}
    </ul>
  );
}

function NoteText({
  note: { severity, path, message, rule, section, from, to, line },
  onReveal,
}: {
  readonly note: Note;
  readonly onReveal: NoteListProps["onReveal"];
}): JSX.Element {
  const text = (
    <>
      <span class="severity">{severities[severity]}</span>
      {line !== undefined && <span class="line">line {line}</span>}
      {path !== "" && (
        <code dir="ltr">
          <bdi>{path}</bdi>
        </code>
      )}
      <span class="message">
        <bdi>{message}</bdi>
      </span>
      {rule !== undefined && <span class="rule">{rule}</span>}
      {section !== undefined && (
        <span class="section">
          § {section.number} {section.about}
        </span>
      )}
    </>
  );
  if (from === undefined || to === undefined || onReveal === undefined) return <div class="note">{text}</div>;
  return (
    <button type="button" class="note" onClick={() => onReveal({ from, to })}>
      {text}
    </button>
  );
}

const severities = { error: "Error", warning: "Warning", info: "Note", good: "Good" } as const;

/** Notes as the editor marks them. */
export function marksOf(notes: readonly Note[]): readonly Mark[] {
  return notes.flatMap(({ severity, from, to, message, rule }) =>
    from === undefined || to === undefined || severity === "good"
      ? []
      : [{ from, to, severity, message, ...(rule === undefined ? {} : { source: rule }) }],
  );
}
