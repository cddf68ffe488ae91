import type { AgentCard } from "@a2agen/a2a-1.0";
import type { JSX } from "preact";
import { useContext } from "preact/hooks";
import type { ExtensionFacts } from "../../console-server/extension-facts.ts";
import { DataEditor } from "../conversation/data-editor.tsx";
import { isObjectSchema } from "../conversation/schemas.ts";
import { type DataKind, nameOf } from "./find-data.ts";
import { ExtensionsContext } from "./known-extensions.ts";
import { resolveSchema, type Schema } from "./resolve-schema.ts";

/** Data of an extension that is being written. */
export interface Draft {
  readonly kind: DataKind;
  /** As JSON. */
  readonly text: string;
  /** Whether the next messages have it too. */
  readonly stays: boolean;
}

interface PickerProps {
  readonly card: AgentCard;
  readonly active: readonly string[];
  readonly onActivate: (uris: readonly string[]) => void;
  readonly onAdd: (draft: Draft) => void;
}

/** The extensions of a card: which are asked for, and the data that messages may have of them. */
export function ExtensionPicker({ card, active, onActivate, onAdd }: PickerProps): JSX.Element | null {
  const facts = useContext(ExtensionsContext).facts.value;
  const declared = card.capabilities.extensions ?? [];
  if (declared.length === 0) return null;
  return (
    <details class="picker">
      <summary>
        Extensions ({active.length} of {declared.length})
      </summary>
      {declared.map(({ uri = "", description = "", required = false }, at) => {
        const known = facts.find(({ uris }) => uris.includes(uri));
        return (
          <div key={at} class="row">
            <label title={uri}>
              <input
                type="checkbox"
                checked={active.includes(uri)}
                disabled={required}
                onChange={({ currentTarget: { checked } }) => {
                  const others = active.filter((each) => each !== uri);
                  onActivate(checked ? [...others, uri] : others);
                }}
              />{" "}
              <span dir="auto">{known?.name ?? uri}</span>
              {required && <span class="faint"> required</span>}
            </label>
            <span class="faint grow" dir="auto">
              {description === "" ? known?.description : description}
            </span>
            {known !== undefined &&
              active.includes(uri) &&
              kindsOf(known).map((kind) => (
                <button key={kind.data.id} type="button" class="quiet" onClick={() => onAdd(begin(kind))}>
                  Add {kind.data.name === "" ? known.name : kind.data.name}
                </button>
              ))}
          </div>
        );
      })}
    </details>
  );
}

function kindsOf(extension: ExtensionFacts): readonly DataKind[] {
  return extension.data
    .filter(({ from, on }) => from !== "agent" && on.includes("Message"))
    .map((data) => ({ extension, data }));
}

function begin(kind: DataKind): Draft {
  return { kind, text: isObjectSchema(formOf(kind)) ? "{}" : "", stays: false };
}

function formOf({ data: { schema } }: DataKind): Schema {
  return resolveSchema(schema, schema);
}

interface DraftViewProps {
  readonly draft: Draft;
  readonly onChange: (draft: Draft) => void;
  readonly onRemove: () => void;
}

/** Data of an extension in the message that is being written. */
export function DraftView({ draft, onChange, onRemove }: DraftViewProps): JSX.Element {
  const { kind, text, stays } = draft;
  const { description } = kind.data;
  const name = nameOf(kind);
  const schema = formOf(kind);
  return (
    <fieldset class="draft">
      <legend>{name}, to send</legend>
      {description !== "" && <p class="faint">{description}</p>}
      <DataEditor
        text={text}
        schemas={isObjectSchema(schema) ? [{ name: "as a form", schema }] : []}
        onChange={(next) => onChange({ ...draft, text: next })}
      />
      <div class="row">
        <label>
          <input
            type="checkbox"
            checked={stays}
            onChange={({ currentTarget }) => onChange({ ...draft, stays: currentTarget.checked })}
          />{" "}
          With the next messages too
        </label>
        <span class="space" />
        <button type="button" class="quiet" aria-label={`Remove ${name}`} onClick={onRemove}>
          Remove
        </button>
      </div>
    </fieldset>
  );
}
