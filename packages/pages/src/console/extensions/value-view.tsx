import { isObject, own } from "@a2agen/runtime/internal";
import type { ComponentChildren, JSX } from "preact";
import { useState } from "preact/hooks";
import { resolveSchema, type Schema } from "./resolve-schema.ts";
import { ScalarView } from "./scalar-view.tsx";

/** Members and elements that are shown at once. */
export const pageOfItems = 50;

/** Values in one that is shown unfolded. */
const smallSize = 24;

interface ValueProps {
  readonly value: unknown;
  readonly schema: unknown;
  /** What the schema refers to. */
  readonly root: Schema;
}

/** A value by its schema: members by their titles, texts by their formats, and what is nested to unfold. */
export function ValueView({ value, schema, root }: ValueProps): JSX.Element {
  const known = resolveSchema(schema, root, value);
  if (Array.isArray(value)) return <Elements values={value} schema={known["items"]} root={root} />;
  if (isObject(value)) return <Members members={value} schema={known} root={root} />;
  return <ScalarView value={value} schema={known} />;
}

function Members({
  members,
  schema: { properties, additionalProperties },
  root,
}: {
  readonly members: Schema;
  readonly schema: Schema;
  readonly root: Schema;
}): JSX.Element {
  const listed = isObject(properties) ? properties : {};
  // In the order of the schema; what it does not list comes last.
  const names = [...new Set([...Object.keys(listed), ...Object.keys(members)])];
  return (
    <ul class="rows">
      <Paged
        items={names.filter((name) => Object.hasOwn(members, name))}
        show={(name) => {
          const schema = own(listed, name) ?? additionalProperties;
          const { title, description } = resolveSchema(schema, root);
          const label = (
            <span class="name" dir="auto" title={typeof description === "string" ? description : undefined}>
              {typeof title === "string" ? title : name}
            </span>
          );
          return <Row key={name} name={label} value={members[name]} schema={schema} root={root} />;
        }}
      />
    </ul>
  );
}

function Elements({
  values,
  schema,
  root,
}: Omit<ValueProps, "value"> & { readonly values: readonly unknown[] }): JSX.Element {
  return (
    <ol class="rows">
      <Paged
        items={values}
        show={(value, at) => <Row key={at} value={value} schema={schema} root={root} />}
      />
    </ol>
  );
}

interface RowProps extends ValueProps {
  readonly name?: ComponentChildren;
  /** Where the value comes from. */
  readonly source?: string | undefined;
}

/** A value in another one: what has members or elements is folded. */
export function Row({ name, source, ...props }: RowProps): JSX.Element {
  const { value } = props;
  const from = source !== undefined && <code class="faint"> ← {source}</code>;
  const isNested = typeof value === "object" && value !== null && Object.keys(value).length > 0;
  const money = isNested ? moneyOf(value) : undefined;
  if (!isNested || money !== undefined) {
    return (
      <li class="member">
        {name}
        <span>
          {money === undefined ? <ValueView {...props} /> : <span class="figure">{money}</span>}
          {from}
        </span>
      </li>
    );
  }
  const summary = (
    <>
      {name} <span class="faint">{previewOf(value)}</span>
      {from}
    </>
  );
  return (
    <li>
      <Folded summary={summary} isOpen={isSmall(value)}>
        <ValueView {...props} />
      </Folded>
    </li>
  );
}

interface GroupProps {
  readonly name: string;
  readonly kind: string;
  readonly children: ComponentChildren;
}

/** What belongs together, with a name for screen readers. */
export function Group({ name, kind, children }: GroupProps): JSX.Element {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div class={kind} role="group" aria-label={name}>
      {children}
    </div>
  );
}

interface FoldedProps {
  readonly summary: ComponentChildren;
  readonly isOpen?: boolean;
  readonly children: ComponentChildren;
}

/** What is made when it is unfolded: data may be deep and long. */
export function Folded({ summary, isOpen: atFirst = false, children }: FoldedProps): JSX.Element {
  const [isOpen, setOpen] = useState(atFirst);
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary dir="auto">{summary}</summary>
      {isOpen && children}
    </details>
  );
}

interface PagedProps<Item> {
  readonly items: readonly Item[];
  readonly show: (item: Item, at: number) => JSX.Element;
}

/** The first items, and a button for more. */
export function Paged<Item>({ items, show }: PagedProps<Item>): JSX.Element {
  const [count, setCount] = useState(pageOfItems);
  return (
    <>
      {items.slice(0, count).map(show)}
      {items.length > count && (
        <button type="button" class="quiet" onClick={() => setCount(count + 10 * pageOfItems)}>
          {items.length - count} more
        </button>
      )}
    </>
  );
}

/** Of an object with a currency and an amount in whole units of it, and nothing else. */
function moneyOf(value: object): string | undefined {
  const { currency, value: amount = own(value, "amount") } = value as Schema;
  if (typeof currency !== "string" || typeof amount !== "number" || Object.keys(value).length !== 2) {
    return undefined;
  }
  try {
    return new Intl.NumberFormat(undefined, { style: "currency", currency }).format(amount);
  } catch {
    // Not of ISO 4217.
    return `${amount} ${currency}`;
  }
}

/** What an object or a list is about, in a line. */
function previewOf(value: object): string {
  if (Array.isArray(value)) return value.length === 1 ? "1 entry" : `${value.length} entries`;
  const texts = Object.values(value).filter((member) => typeof member === "string");
  const shown = texts.length > 0 ? texts.slice(0, 2).join(" · ") : Object.keys(value).slice(0, 4).join(", ");
  return shown.length > 60 ? `${shown.slice(0, 60)}…` : shown;
}

/** Whether a value is quickly read whole. */
function isSmall(value: object): boolean {
  const seen: unknown[] = [value];
  // The list grows while it is walked.
  for (const each of seen) {
    const inner: readonly unknown[] = typeof each === "object" && each !== null ? Object.values(each) : [];
    seen.push(...inner.slice(0, smallSize));
    if (seen.length > smallSize) return false;
  }
  return true;
}
