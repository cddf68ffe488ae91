import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { versionLabel } from "../check/report.ts";
import type { DocumentState } from "../session/document-state.ts";
import { shortName } from "./found-line.tsx";

/** Reads bytes that are pasted. */
export function BinaryForm({ doc }: { readonly doc: DocumentState }): JSX.Element {
  const [bytes, setBytes] = useState("");
  const [choice, setChoice] = useState("");
  const [dialect, typeName] = choice === "" ? [] : choice.split(" ");
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void doc.decode(bytes, dialect, typeName);
      }}
    >
      <label class="field">
        Bytes to read, in base64 or hex
        <textarea
          rows={2}
          spellcheck={false}
          dir="ltr"
          value={bytes}
          onInput={({ currentTarget }) => setBytes(currentTarget.value)}
        />
      </label>
      <div class="row">
        <label>
          as{" "}
          <select value={choice} onChange={({ currentTarget }) => setChoice(currentTarget.value)}>
            <option value="">the type that fits best</option>
            {doc.versions.value.map(({ dialect: version, binaryTypeNames }) => (
              <optgroup key={version} label={versionLabel(version)}>
                {binaryTypeNames.map((name) => (
                  <option key={name} value={`${version} ${name}`}>
                    {shortName(name)}
                  </option>
                ))}
              </optgroup>
            ))}
          </select>
        </label>
        <button type="submit" disabled={bytes.trim() === ""}>
          Read
        </button>
      </div>
    </form>
  );
}
