import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { CodeEditor, type Language, type Mark } from "./code-editor.ts";

interface CodeViewProps {
  /** What is shown at first. Of a text that is edited, the user's changes are reported, not passed back. */
  readonly text: string;
  /** Another number shows `text` again. */
  readonly revision?: number;
  readonly language: Language;
  readonly label: string;
  /** Absent for a text that only shows. */
  readonly onChange?: (text: string) => void;
  /** Absent as long as those shown are still right. */
  readonly marks?: readonly Mark[] | undefined;
  /** Set to the editor, for those that show a place of it. */
  readonly editor?: { current: CodeEditor | null };
}

/** A text to edit or to look at, with problems at their places. */
export function CodeView({
  text,
  revision,
  language,
  label,
  onChange,
  marks,
  editor,
}: CodeViewProps): JSX.Element {
  const host = useRef<HTMLDivElement>(null);
  const own = useRef<CodeEditor>(undefined);
  const changed = useRef(onChange);
  changed.current = onChange;
  useEffect(() => {
    if (host.current === null) return undefined;
    const made = new CodeEditor(host.current, {
      text,
      language,
      label,
      onChange: onChange === undefined ? undefined : (next) => changed.current?.(next),
    });
    own.current = made;
    if (editor !== undefined) editor.current = made;
    return () => made.destroy();
  }, [language, label]);
  useEffect(() => own.current?.show(text), [text, revision, language, label]);
  useEffect(() => {
    if (marks !== undefined) own.current?.mark(marks);
  }, [marks]);
  return <div ref={host} class="editor" />;
}
