import { nameOfCall } from "@a2agen/exchange/describe-frame.ts";
import type { JSX } from "preact";
import type { WireEntry } from "./wire-log.ts";
import { directions, statuses, type WireFilter } from "./wire-rows.ts";

interface FiltersProps {
  readonly entries: readonly WireEntry[];
  readonly filter: WireFilter;
  readonly onChange: (filter: WireFilter) => void;
}

/** Chooses what the wire lists. */
export function WireFilters({ entries, filter, onChange }: FiltersProps): JSX.Element {
  const names = [...new Set(entries.map(({ exchange }) => nameOfCall(exchange)))].toSorted();
  const methods = Object.fromEntries(["", ...names].map((name) => [name, name === "" ? "Any method" : name]));
  return (
    <search class="wire-bar filters">
      <input
        type="search"
        placeholder="Search"
        aria-label="Search the wire"
        aria-keyshortcuts="/"
        value={filter.search}
        onInput={({ currentTarget }) => onChange({ ...filter, search: currentTarget.value })}
      />
      <Choice
        label="Method"
        options={methods}
        value={filter.method}
        onChoose={(method) => onChange({ ...filter, method })}
      />
      <Choice
        label="Status"
        options={statuses}
        value={filter.status}
        onChoose={(status) => onChange({ ...filter, status })}
      />
      <Choice
        label="Direction"
        options={directions}
        value={filter.direction}
        onChoose={(direction) => onChange({ ...filter, direction })}
      />
    </search>
  );
}

interface ChoiceProps<Name extends string> {
  readonly label: string;
  readonly options: Readonly<Record<Name, string>>;
  readonly value: Name;
  readonly onChoose: (value: Name) => void;
}

function Choice<Name extends string>({ label, options, value, onChoose }: ChoiceProps<Name>): JSX.Element {
  return (
    <select
      aria-label={label}
      class={value === "" ? "" : "chosen"}
      value={value}
      // Its options are the names.
      onChange={({ currentTarget }) => onChoose(currentTarget.value as Name)}
    >
      {Object.entries<string>(options).map(([name, text]) => (
        <option key={name} value={name}>
          {text}
        </option>
      ))}
    </select>
  );
}
