import type { Problem } from "@a2agen/exchange/generated/a2agen/exchange/v1/exchange_types.ts";
import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import { type JsonLine, toLines } from "./json-lines.ts";

/** Lines that are shown at once: a browser takes long for more. */
const pageOfLines = 400;

/** Characters of a text that are shown at once. */
const pageOfText = 2000;

interface JsonViewProps {
  readonly value: unknown;
  readonly problems?: readonly Problem[] | undefined;
  readonly label: string;
}

/** A JSON value with problems at their places. */
export function JsonView({ value, problems, label }: JsonViewProps): JSX.Element {
  const [shown, setShown] = useState(pageOfLines);
  const lines = useMemo(() => toLines(value, problems), [value, problems]);
  const rest = lines.length - shown;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys
    <div class="json" role="group" aria-label={label} tabIndex={0}>
      {lines.slice(0, shown).map((line, at) => (
        <Line key={at} line={line} />
      ))}
      {rest > 0 && (
        <button type="button" class="quiet" onClick={() => setShown(shown + 10 * pageOfLines)}>
          {rest} more lines
        </button>
      )}
    </div>
  );
}

function Line({ line: { depth, name, text, kind, problems } }: { readonly line: JsonLine }): JSX.Element {
  const [isWhole, setWhole] = useState(false);
  const isLong = text.length > pageOfText && !isWhole;
  return (
    <div class={`line depth-${Math.min(depth, 20)}${problems.length > 0 ? " wrong" : ""}`}>
      <span class="name">{name}</span>
      <span class={kind}>{isLong ? text.slice(0, pageOfText) : text}</span>
      {isLong && (
        <button type="button" class="quiet" onClick={() => setWhole(true)}>
          … {text.length} characters
        </button>
      )}
      {problems.map(({ message, path = "", rule }) => (
        <span key={message} class="problem" title={rule}>
          {path !== "" && `${path}: `}
          {message}
        </span>
      ))}
    </div>
  );
}
