import type { JSX } from "preact";
import { useMemo, useRef } from "preact/hooks";
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
  const latest = useRef({ notes, onReveal });
  latest.current = { notes, onReveal };
  const shown = useRef(notes);
  if (!areShownAlike(shown.current, notes)) shown.current = notes;
  const canReveal = onReveal !== undefined;
  // The same elements while the same is said: a key moves the places of most notes, and the words of few.
  return useMemo(() => {
    if (shown.current.length === 0) return null;
    const reveal = (at: number) => (): void => {
      const { from, to } = latest.current.notes[at] ?? {};
      if (from !== undefined && to !== undefined) latest.current.onReveal?.({ from, to });
    };
    return (
      <ul class="notes" aria-label={label}>
        {shown.current.map((note, at) => (
          <li key={at} class={note.severity}>
            <NoteText note={note} onPress={canReveal && note.from !== undefined ? reveal(at) : undefined} />
          </li>
        ))}
        {more > 0 && <li class="faint">and {more} more</li>}
      </ul>
    );
  }, [shown.current, label, more, canReveal]);
}

/** Whether two lists look the same, wherever their places are in the text. */
function areShownAlike(left: readonly Note[], right: readonly Note[]): boolean {
  return (
    left.length === right.length &&
    left.every((note, at) => {
      const other = right[at];
      return (
        note.severity === other?.severity &&
        note.path === other.path &&
        note.message === other.message &&
        note.rule === other.rule &&
        note.line === other.line &&
        note.section?.number === other.section?.number &&
        (note.from === undefined) === (other.from === undefined)
      );
    })
  );
}

function NoteText({
  note: { severity, path, message, rule, section, line },
  onPress,
}: {
  readonly note: Note;
  readonly onPress: (() => void) | undefined;
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
  if (onPress === undefined) return <div class="note">{text}</div>;
  return (
    <button type="button" class="note" onClick={onPress}>
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
