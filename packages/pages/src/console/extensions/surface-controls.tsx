import { isObject, own } from "@a2agen/runtime/internal";
import type { ComponentChildren, JSX } from "preact";
import { useId, useState } from "preact/hooks";
import { ScalarView } from "./scalar-view.tsx";
import { Folded, Paged } from "./value-view.tsx";

/** What a component of the basic catalog is shown by. */
export interface ControlProps {
  /** The value of the first of these properties that the component has. */
  readonly read: (...names: readonly string[]) => unknown;
  /** Reads a value that stands in another one. */
  readonly resolve: (value: unknown) => unknown;
  /** Writes where one of these properties is bound to. */
  readonly write: (value: unknown, ...names: readonly string[]) => void;
  /** The components in these properties; in all of them if none is named. */
  readonly show: (...names: readonly string[]) => ComponentChildren;
  /** What the components in it say. */
  readonly label: string;
  /** Undefined for a component that sends nothing. */
  readonly act: (() => void) | undefined;
}

type Control = (props: ControlProps) => JSX.Element;

/** The basic catalog of A2UI, by the names of all versions. Pictures and sounds are links. */
export const controls: ReadonlyMap<string, Control> = new Map<string, Control>([
  ["Text", Text],
  ["Image", Link],
  ["Video", Link],
  ["AudioPlayer", Link],
  ["Icon", ({ read }) => <span class="chip">{textOf(read("name"))}</span>],
  ["Divider", () => <hr />],
  ["Row", ({ show }) => <div class="surface-row">{show()}</div>],
  ["Column", ({ show }) => <div class="surface-column">{show()}</div>],
  ["List", ({ show }) => <div class="surface-column">{show()}</div>],
  ["Card", ({ show }) => <div class="surface-card">{show()}</div>],
  ["Tabs", Tabs],
  ["Modal", Modal],
  ["Button", Button],
  ["CheckBox", CheckBox],
  ["TextField", TextField],
  ["DateTimeInput", DateTimeInput],
  ["ChoicePicker", Choices],
  ["MultipleChoice", Choices],
  ["Slider", Slider],
]);

/** A value as a text of a control. */
export function textOf(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

function Text({ read }: ControlProps): JSX.Element {
  const style = textOf(read("variant", "usageHint"));
  const kind = /^h[1-5]$/.test(style) ? "title" : style === "caption" ? "faint" : "body";
  const value = read("text");
  return (
    <div class={`surface-${kind} ${kind}`}>
      <ScalarView value={typeof value === "object" ? textOf(value) : (value ?? "")} schema={{}} />
    </div>
  );
}

function Link({ read }: ControlProps): JSX.Element {
  return <ScalarView value={textOf(read("url"))} schema={{ format: "uri" }} />;
}

function Tabs({ read, resolve, show }: ControlProps): JSX.Element {
  const given = read("tabs", "tabItems");
  const tabs = Array.isArray(given) ? (given as unknown[]).filter(isObject) : [];
  const [chosen, setChosen] = useState(0);
  return (
    <div class="surface-column">
      <div class="surface-row">
        <Paged
          items={tabs}
          show={(tab, at) => (
            <button
              key={at}
              type="button"
              class="quiet"
              aria-pressed={at === chosen}
              onClick={() => setChosen(at)}
            >
              {textOf(resolve(own(tab, "title"))) || `Tab ${at + 1}`}
            </button>
          )}
        />
      </div>
      {show(`#${chosen}`)}
    </div>
  );
}

function Modal({ show }: ControlProps): JSX.Element {
  return (
    <div class="surface-column">
      {show("trigger", "entryPointChild")}
      <Folded summary={<span class="faint">What it opens</span>}>{show("content", "contentChild")}</Folded>
    </div>
  );
}

function Button({ read, label, act }: ControlProps): JSX.Element {
  const isMain = read("variant") === "primary" || read("primary") === true;
  return (
    <button type="button" class={isMain ? "main" : ""} disabled={act === undefined} dir="auto" onClick={act}>
      {label}
    </button>
  );
}

function CheckBox({ read, write }: ControlProps): JSX.Element {
  return (
    <label class="surface-choice" dir="auto">
      <input
        type="checkbox"
        checked={read("value") === true}
        onChange={({ currentTarget }) => write(currentTarget.checked, "value")}
      />
      {textOf(read("label"))}
    </label>
  );
}

function TextField({ read, write }: ControlProps): JSX.Element {
  const type = textOf(read("variant", "textFieldType", "type"));
  const value = textOf(read("value", "text"));
  const take = ({ currentTarget }: { readonly currentTarget: { readonly value: string } }): void =>
    write(
      type === "number" && currentTarget.value !== "" ? Number(currentTarget.value) : currentTarget.value,
      "value",
      "text",
    );
  const shared = { autocomplete: "off", value, onInput: take } as const;
  const fields = new Map([
    ["longText", <textarea rows={3} value={value} onInput={take} />],
    ["number", <input type="number" {...shared} />],
    ["obscured", <input type="password" {...shared} />],
  ]);
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: one of them is in it
    <label class="surface-field" dir="auto">
      {textOf(read("label"))}
      {fields.get(type) ?? <input type="text" {...shared} />}
    </label>
  );
}

function DateTimeInput({ read, write }: ControlProps): JSX.Element {
  const [date, time] = [read("enableDate") !== false, read("enableTime") === true];
  const type = date && time ? "datetime-local" : time ? "time" : "date";
  return (
    <label class="surface-field" dir="auto">
      {textOf(read("label")) || "When"}
      <input
        type={type}
        value={textOf(read("value"))}
        onChange={({ currentTarget }) => write(currentTarget.value, "value")}
      />
    </label>
  );
}

function Choices({ read, resolve, write }: ControlProps): JSX.Element {
  const group = useId();
  const options = read("options");
  const given = read("value", "selections");
  const chosen = (Array.isArray(given) ? (given as unknown[]) : [given]).map(textOf);
  const isSingle = read("variant") === "mutuallyExclusive" || read("maxAllowedSelections") === 1;
  return (
    <fieldset class="surface-field">
      <legend dir="auto">{textOf(read("label"))}</legend>
      <Paged
        items={Array.isArray(options) ? (options as unknown[]).filter(isObject) : []}
        show={(option, at) => {
          const value = textOf(own(option, "value"));
          const others = isSingle ? [] : chosen.filter((each) => each !== value && each !== "");
          return (
            <label key={at} class="surface-choice" dir="auto">
              <input
                type={isSingle ? "radio" : "checkbox"}
                name={group}
                checked={chosen.includes(value)}
                onChange={({ currentTarget }) =>
                  write(currentTarget.checked ? [...others, value] : others, "value", "selections")
                }
              />
              {textOf(resolve(own(option, "label"))) || value}
            </label>
          );
        }}
      />
    </fieldset>
  );
}

function Slider({ read, write }: ControlProps): JSX.Element {
  const numberOf = (value: unknown, fallback: number): number => {
    const number = Number(value ?? fallback);
    return Number.isFinite(number) ? number : fallback;
  };
  const [least, most] = [numberOf(read("min", "minValue"), 0), numberOf(read("max", "maxValue"), 100)];
  const value = numberOf(read("value"), least);
  return (
    <label class="surface-field" dir="auto">
      <span>
        {textOf(read("label")) || "Value"} <span class="figure">{value}</span>
      </span>
      <input
        type="range"
        min={least}
        max={most}
        step={most - least > 10 ? 1 : "any"}
        value={value}
        onInput={({ currentTarget }) => write(currentTarget.valueAsNumber, "value")}
      />
    </label>
  );
}
