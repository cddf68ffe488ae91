import { count } from "@a2agen/runtime/internal";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { ListedCatalog, ListedEntry } from "../../console-server/catalog-protocol.ts";

interface CatalogListProps {
  readonly catalog: ListedCatalog;
  readonly onChoose: (entry: ListedEntry) => void;
}

/** The entries of an AI Catalog, of which the agents can be chosen. */
export function CatalogList({ catalog, onChoose }: CatalogListProps): JSX.Element {
  const [wanted, setWanted] = useState("");
  const { entries, problems, publisher } = catalog;
  const found = entries.filter(({ name, identifier, description = "" }) =>
    `${name} ${identifier} ${description}`.toLowerCase().includes(wanted.toLowerCase()),
  );
  return (
    <section class="tasks" aria-label="Catalog">
      <h2 dir="auto">{publisher === undefined ? "AI Catalog" : `AI Catalog of ${short(publisher, 100)}`}</h2>
      <p role="status">
        {count(found.filter(({ isAgent }) => isAgent).length, "agent")} to choose from, of{" "}
        {entries.length === 1 ? "1 entry" : `${entries.length} entries`}
      </p>
      <label>
        Find{" "}
        <input type="search" value={wanted} onInput={({ currentTarget }) => setWanted(currentTarget.value)} />
      </label>
      <ul>
        {found.map((entry) => (
          <li key={`${entry.from} ${entry.path}`} class="entry">
            {entry.isAgent ? (
              <button type="button" class="wide" onClick={() => onChoose(entry)}>
                <Entry {...entry} />
              </button>
            ) : (
              <div class="wide">
                <Entry {...entry} />
              </div>
            )}
          </li>
        ))}
      </ul>
      {problems.length > 0 && (
        <details>
          <summary>{count(problems.length, "problem")} of the catalog</summary>
          <ul>
            {problems.map(({ path, message }, at) => (
              <li key={at} class="wide">
                <code>{path}</code>: {message}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

function Entry({
  name,
  description = "",
  version = "",
  identifier,
  type,
  ...entry
}: ListedEntry): JSX.Element {
  return (
    <>
      <strong dir="auto">{short(name, 100)}</strong> {short(version, 20)}{" "}
      <span class="faint">
        {entry.isAgent ? "A2A agent" : short(type, 80) || "no type"}
        {entry.trust !== "none" && ", trust not verified"}
      </span>
      <br />
      <span dir="auto">{short(description, 300)}</span> <code class="faint">{short(identifier, 200)}</code>
    </>
  );
}

function short(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}…` : text;
}
