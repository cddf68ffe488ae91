import { isObject } from "@a2agen/runtime/internal";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Schema } from "./resolve-schema.ts";

/** Characters that are shown at once. */
const pageOfText = 2000;

/** A value without members by its schema. */
export function ScalarView({
  value,
  schema,
}: {
  readonly value: unknown;
  readonly schema: Schema;
}): JSX.Element {
  const { format, enum: choices, const: constant, "x-unit": unit } = schema;
  if (typeof value === "string") {
    const isChoice = Array.isArray(choices) || constant !== undefined;
    if (isChoice && value.length < 100) return <span class="chip">{value}</span>;
    return <Text text={value} format={String(format)} />;
  }
  if (typeof value === "number") {
    return <span class="figure">{typeof unit === "string" ? `${value} ${unit}` : value}</span>;
  }
  if (typeof value === "boolean") return <span class="chip">{value ? "yes" : "no"}</span>;
  return (
    <span class="faint">{Array.isArray(value) ? "empty list" : isObject(value) ? "empty" : "null"}</span>
  );
}

/** A text of a format; of links, those that browsers may follow without running anything. */
function Text({ text, format }: { readonly text: string; readonly format: string }): JSX.Element {
  const [isWhole, setWhole] = useState(false);
  const date = /^date(?:-time)?$/.test(format) ? new Date(text) : undefined;
  if (date !== undefined && !Number.isNaN(date.getTime())) {
    const style = format === "date" ? { timeZone: "UTC" } : { timeStyle: "medium" as const };
    return (
      <time dateTime={text} title={text}>
        {date.toLocaleString(undefined, { dateStyle: "medium", ...style })}
      </time>
    );
  }
  if (/^(?:uri|iri)/.test(format) && /^https?:\/\//i.test(text)) {
    return (
      <a href={text} target="_blank" rel="noopener noreferrer nofollow">
        {text}
      </a>
    );
  }
  if (text === "") return <span class="faint">empty text</span>;
  return (
    <span class="text" dir="auto">
      {isWhole ? text : text.slice(0, pageOfText)}
      {text.length > pageOfText && !isWhole && (
        <button type="button" class="quiet" onClick={() => setWhole(true)}>
          … {text.length} characters
        </button>
      )}
    </span>
  );
}
