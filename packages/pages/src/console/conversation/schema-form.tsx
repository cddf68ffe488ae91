import { isObject } from "@a2agen/runtime/internal";
import type { ComponentChildren, JSX } from "preact";
import { isObjectSchema, type ObjectSchema } from "./schemas.ts";

type Value = Readonly<Record<string, unknown>>;

interface SchemaFormProps {
  readonly schema: ObjectSchema;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** Fields for the members of an object, by its schema. */
export function SchemaForm({ schema, value, onChange }: SchemaFormProps): JSX.Element {
  const required = Array.isArray(schema["required"]) ? schema["required"] : [];
  return (
    <div class="schema">
      {Object.entries(schema.properties).map(([name, member]) => (
        <Field
          key={name}
          name={name}
          schema={isObject(member) ? member : {}}
          isRequired={required.includes(name)}
          value={Object.hasOwn(value, name) ? value[name] : undefined}
          onChange={(next) => {
            const { [name]: _, ...rest } = value;
            onChange(next === undefined ? rest : { ...rest, [name]: next });
          }}
        />
      ))}
    </div>
  );
}

interface FieldProps {
  readonly name: string;
  readonly schema: Value;
  readonly isRequired: boolean;
  readonly value: unknown;
  /** Undefined for a member that is not there. */
  readonly onChange: (value: unknown) => void;
}

function Field({ name, schema, isRequired, value, onChange }: FieldProps): JSX.Element {
  const label = typeof schema["title"] === "string" ? schema["title"] : name;
  const { type, enum: choices } = schema;
  if (isObjectSchema(schema)) {
    return (
      <fieldset>
        <legend dir="auto">{label}</legend>
        <SchemaForm schema={schema} value={isObject(value) ? value : {}} onChange={onChange} />
      </fieldset>
    );
  }
  if (Array.isArray(choices)) {
    const at = choices.findIndex((choice) => JSON.stringify(choice) === JSON.stringify(value));
    return (
      <Labelled label={label} schema={schema}>
        <select
          required={isRequired}
          value={at < 0 ? "" : String(at)}
          onChange={({ currentTarget }) =>
            onChange(currentTarget.value === "" ? undefined : choices[Number(currentTarget.value)])
          }
        >
          <option value="" />
          {choices.map((choice, index) => (
            <option key={index} value={String(index)}>
              {typeof choice === "string" ? choice : JSON.stringify(choice)}
            </option>
          ))}
        </select>
      </Labelled>
    );
  }
  if (type === "boolean") {
    return (
      <Labelled label={label} schema={schema}>
        <input
          type="checkbox"
          checked={value === true}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        />
      </Labelled>
    );
  }
  if (type === "string" || type === "number" || type === "integer") {
    return (
      <Labelled label={label} schema={schema}>
        <input
          {...inputOf(schema)}
          required={isRequired}
          dir="auto"
          value={typeof value === "string" || typeof value === "number" ? String(value) : ""}
          onInput={({ currentTarget: { value: text } }) =>
            onChange(text === "" ? undefined : type === "string" ? text : Number(text))
          }
        />
      </Labelled>
    );
  }
  return (
    <Labelled label={`${label}, as JSON`} schema={schema}>
      <textarea
        class="code"
        rows={2}
        required={isRequired}
        defaultValue={value === undefined ? "" : JSON.stringify(value)}
        onInput={({ currentTarget }) => {
          const { value: text } = currentTarget;
          const parsed = parse(text);
          currentTarget.setCustomValidity(parsed === undefined && text.trim() !== "" ? "expected JSON" : "");
          onChange(parsed);
        }}
      />
    </Labelled>
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // The field says so.
    return undefined;
  }
}

const inputTypes: Readonly<Record<string, string>> = {
  date: "date",
  email: "email",
  uri: "url",
  time: "time",
};

type InputFacts = Readonly<Record<string, string | number>>;

function inputOf({ type, format, minimum, maximum, minLength, maxLength }: Value): InputFacts {
  if (type === "string") {
    return {
      type: inputTypes[String(format)] ?? "text",
      ...(typeof minLength === "number" ? { minLength } : {}),
      ...(typeof maxLength === "number" ? { maxLength } : {}),
    };
  }
  return {
    type: "number",
    step: type === "integer" ? 1 : "any",
    ...(typeof minimum === "number" ? { min: minimum } : {}),
    ...(typeof maximum === "number" ? { max: maximum } : {}),
  };
}

interface LabelledProps {
  readonly label: string;
  readonly schema: Value;
  readonly children: ComponentChildren;
}

function Labelled({ label, schema: { description }, children }: LabelledProps): JSX.Element {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the field is among the children
    <label>
      <span dir="auto">{label}</span> {children}
      {typeof description === "string" && (
        <span class="faint" dir="auto">
          {description}
        </span>
      )}
    </label>
  );
}
