import { isObject } from "@a2agen/runtime/internal";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { SchemaForm } from "./schema-form.tsx";
import type { NamedSchema } from "./schemas.ts";

interface DataEditorProps {
  /** As JSON. */
  readonly text: string;
  readonly schemas: readonly NamedSchema[];
  readonly onChange: (text: string) => void;
}

/** Structured data of a message: as JSON, or by a form where there is a schema. */
export function DataEditor({ text, schemas, onChange }: DataEditorProps): JSX.Element {
  const [chosen, setChosen] = useState(schemas.length > 0 ? "0" : "");
  const schema = chosen === "" ? undefined : schemas[Number(chosen)]?.schema;
  const value = schema === undefined ? undefined : parseObject(text);
  return (
    <>
      {schemas.length > 0 && (
        <p>
          <select
            aria-label="Form of the data"
            value={chosen}
            onChange={({ currentTarget }) => setChosen(currentTarget.value)}
          >
            {schemas.map(({ name }, at) => (
              <option key={at} value={String(at)}>
                {name}
              </option>
            ))}
            <option value="">as JSON</option>
          </select>
        </p>
      )}
      {schema !== undefined && value !== undefined ? (
        <SchemaForm
          schema={schema}
          value={value}
          onChange={(next) => onChange(JSON.stringify(next, null, 2))}
        />
      ) : (
        <textarea
          aria-label="Data of the message, as JSON"
          class="code"
          rows={4}
          value={text}
          onInput={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </>
  );
}

/** Undefined for a text that is no object: a form cannot show it. */
function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value = JSON.parse(text) as unknown;
    return isObject(value) ? value : undefined;
  } catch {
    // The JSON is being written.
    return undefined;
  }
}
