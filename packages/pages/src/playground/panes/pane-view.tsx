import type { JSX } from "preact";
import { CodeView } from "../../shared/code-view.tsx";
import { CopyButton } from "../../shared/copy-button.tsx";
import { versionLabel } from "../check/report.ts";
import { type PaneName, panes, type Sheet } from "../session/sheet.ts";
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
export function PaneView({ sheet }: { readonly sheet: Sheet }): JSX.Element {
  const name = sheet.pane.value;
  const pane = sheet.checked.value?.report.pane;
  const { text } = pane ?? {};
  return (
    <section class="result" aria-label="What follows from it">
      <nav aria-label="Views">
        {panes.map((each) => (
          <button
            key={each}
            type="button"
            aria-current={each === name ? "page" : undefined}
            onClick={() => sheet.show(each)}
          >
            {titles[each]}
          </button>
        ))}
      </nav>
      {name === "translation" && <Targets sheet={sheet} />}
      {name === "signatures" && <KeyField sheet={sheet} />}
      {name === "binary" && <BinaryForm sheet={sheet} />}
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

function Targets({ sheet }: { readonly sheet: Sheet }): JSX.Element {
  const report = sheet.checked.value?.report;
  const others = sheet.versions.value.filter(({ dialect }) => dialect !== report?.found?.dialect);
  return (
    <fieldset class="row">
      <legend class="hidden">Translate to</legend>
      {others.map(({ dialect }) => (
        <button
          key={dialect}
          type="button"
          aria-pressed={report?.pane.to === dialect}
          onClick={() => sheet.translateTo(dialect)}
        >
          {versionLabel(dialect)}
        </button>
      ))}
    </fieldset>
  );
}

function KeyField({ sheet }: { readonly sheet: Sheet }): JSX.Element {
  return (
    <label class="field">
      Public key, or key set (JWK, JWKS), that you trust
      <textarea
        rows={4}
        spellcheck={false}
        dir="ltr"
        value={sheet.keys.value}
        onInput={({ currentTarget }) => sheet.giveKeys(currentTarget.value)}
      />
    </label>
  );
}
