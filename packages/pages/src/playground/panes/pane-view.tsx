import type { JSX } from "preact";
import { CodeView } from "../../shared/code-view.tsx";
import { CopyButton } from "../../shared/copy-button.tsx";
import { versionLabel } from "../check/report.ts";
import { type DocumentState, type PaneName, panes } from "../session/document-state.ts";
import { BinaryForm } from "./binary-form.tsx";
import { NoteList } from "./note-list.tsx";

const titles: Readonly<Record<PaneName, string>> = {
  translation: "Translate",
  canonical: "Canonical",
  signatures: "Signatures",
  binary: "Binary",
  schema: "Schema",
  type: "TypeScript",
};

/** What follows from the text: one view of it at a time. */
export function PaneView({ doc }: { readonly doc: DocumentState }): JSX.Element {
  const name = doc.pane.value;
  const pane = doc.checked.value?.report.pane;
  const { text } = pane ?? {};
  return (
    <section class="result" aria-label="What follows from it">
      <nav aria-label="Views">
        {panes.map((each) => (
          <button
            key={each}
            type="button"
            aria-current={each === name ? "page" : undefined}
            onClick={() => doc.show(each)}
          >
            {titles[each]}
          </button>
        ))}
      </nav>
      {name === "translation" && <Targets doc={doc} />}
      {name === "signatures" && <KeyField doc={doc} />}
      {name === "binary" && <BinaryForm doc={doc} />}
      {pane !== undefined && (
        <div class="row facts">
          <div>
            {pane.facts.map((fact) => (
              <p key={fact}>{fact}</p>
            ))}
          </div>
          <span class="space" />
          {pane.copies === undefined
            ? text !== undefined && <CopyButton label="Copy" text={() => text} />
            : Object.entries(pane.copies).map(([label, copied]) => (
                <CopyButton key={label} label={label} text={() => copied} />
              ))}
        </div>
      )}
      {pane !== undefined && <NoteList label="Notes" notes={pane.notes} />}
      {text !== undefined && (
        <CodeView key={name} text={text} language={pane?.language ?? "plain"} label={titles[name]} />
      )}
    </section>
  );
}

function Targets({ doc }: { readonly doc: DocumentState }): JSX.Element {
  const report = doc.checked.value?.report;
  const others = doc.versions.value.filter(({ dialect }) => dialect !== report?.found?.dialect);
  return (
    <fieldset class="row">
      <legend class="hidden">Translate to</legend>
      {others.map(({ dialect }) => (
        <button
          key={dialect}
          type="button"
          aria-pressed={report?.pane.to === dialect}
          onClick={() => doc.translateTo(dialect)}
        >
          {versionLabel(dialect)}
        </button>
      ))}
    </fieldset>
  );
}

function KeyField({ doc }: { readonly doc: DocumentState }): JSX.Element {
  return (
    <label class="field">
      Public key, or key set (JWK, JWKS), that you trust
      <textarea
        rows={4}
        spellcheck={false}
        dir="ltr"
        value={doc.keys.value}
        onInput={({ currentTarget }) => doc.giveKeys(currentTarget.value)}
      />
    </label>
  );
}
