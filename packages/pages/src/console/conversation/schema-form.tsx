import { isObject } from "@a2agen/runtime/internal";
import type { ComponentChildren, JSX } from "preact";
import { resolveSchema } from "../extensions/resolve-schema.ts";
import { Folded, Group } from "../extensions/value-view.tsx";
import { isObjectSchema, type ObjectSchema } from "./schemas.ts";

type Value = Readonly<Record<string, unknown>>;

interface SchemaFormProps {
  readonly schema: ObjectSchema;
  /** What the schema refers to; itself when absent. */
  readonly root?: Value;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** Fields for the members of an object, by its schema: first those that it needs. */
export function SchemaForm({ schema, root = schema, value, onChange }: SchemaFormProps): JSX.Element {
  const required: readonly unknown[] = Array.isArray(schema["required"]) ? schema["required"] : [];
  const members = Object.entries(schema.properties);
  const inOrder = [true, false].flatMap((isNeeded) =>
    members.filter(([name]) => required.includes(name) === isNeeded),
  );
  return (
    <div class="schema">
      {inOrder.map(([name, member]) => (
        <Field
          key={name}
          name={name}
          schema={resolveSchema(member, root)}
          root={root}
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
  readonly root: Value;
  readonly isRequired: boolean;
  readonly value: unknown;
  /** Undefined for a member that is not there. */
  readonly onChange: (value: unknown) => void;
}

function Field({ name, schema, root, isRequired, value, onChange }: FieldProps): JSX.Element {
  const label = typeof schema["title"] === "string" ? schema["title"] : name;
  const { enum: choices } = schema;
  const type = typeIn(schema);
  if (isObjectSchema(schema)) {
    return (
      <Group name={label} kind="nested">
        <Folded summary={label} isOpen={isRequired}>
          <SchemaForm schema={schema} root={root} value={isObject(value) ? value : {}} onChange={onChange} />
        </Folded>
      </Group>
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
          {...inputOf({ ...schema, type })}
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

/** The type of a value that may be null as well. */
function typeIn({ type }: Value): unknown {
  return Array.isArray(type) ? type.find((each) => each !== "null") : type;
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
