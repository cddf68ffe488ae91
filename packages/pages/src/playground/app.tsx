import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import { Alert } from "../shared/alert.tsx";
import type { CodeEditor } from "../shared/code-editor.ts";
import { CodeView } from "../shared/code-view.tsx";
import { examples } from "./examples/examples.ts";
import { FoundLine } from "./panes/found-line.tsx";
import { marksOf, NoteList } from "./panes/note-list.tsx";
import { PaneView } from "./panes/pane-view.tsx";
import type { DocumentState } from "./session/document-state.ts";

/** The whole page. */
export function App({ doc }: { readonly doc: DocumentState }): JSX.Element {
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer?.files ?? [];
    if (file !== undefined) void doc.openFile(file);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files can be opened by a button as well
    <div
      class={isOver ? "page over" : "page"}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Head doc={doc} />
      <main>
        <TextPane doc={doc} />
        <PaneView doc={doc} />
      </main>
    </div>
  );
}

function Head({ doc }: { readonly doc: DocumentState }): JSX.Element {
  const notice = doc.notice.value;
  return (
    <header class="top">
      <h1>A2A playground</h1>
      <label class="button">
        Open file
        <input
          type="file"
          class="hidden"
          onChange={({ currentTarget: { files } }) => files?.[0] !== undefined && void doc.openFile(files[0])}
        />
      </label>
      <select
        aria-label="Example"
        value=""
        onChange={({ currentTarget }) => {
          const example = examples.find(({ name }) => name === currentTarget.value);
          if (example !== undefined) {
            if (example.keys !== undefined) doc.giveKeys(example.keys);
            doc.open(example.text);
          }
          currentTarget.value = "";
        }}
      >
        <option value="">Example…</option>
        {examples.map(({ name }) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
      <button type="button" onClick={() => doc.format()}>
        Format
      </button>
      <button type="button" class="main" onClick={() => void doc.share()}>
        Copy link
      </button>
      <span class="space" />
      {notice === undefined ? (
        <p class="faint promise">Nothing leaves this page.</p>
      ) : notice.isProblem ? (
        <Alert>{notice.text}</Alert>
      ) : (
        <p role="status">{notice.text}</p>
      )}
    </header>
  );
}

/** The JSON with what was found in it, and its problems. */
function TextPane({ doc }: { readonly doc: DocumentState }): JSX.Element {
  const editor = useRef<CodeEditor>(null);
  const checked = doc.checked.value;
  const notes = checked?.report.notes ?? [];
  const shown =
    doc.pane.value === "translation" || doc.pane.value === "binary" ? checked?.report.pane.notes : [];
  return (
    <section class="text" aria-label="JSON">
      <FoundLine doc={doc} />
      <CodeView
        {...doc.opened.value}
        language="json"
        label="JSON of A2A"
        onChange={(text) => doc.edit(text)}
        marks={checked?.isCurrent === true ? marksOf([...notes, ...(shown ?? [])]) : undefined}
        editor={editor}
      />
      <NoteList
        label="Problems"
        notes={notes}
        more={checked?.report.more ?? 0}
        onReveal={(place) => editor.current?.reveal(place)}
      />
    </section>
  );
}
