import type { Problem } from "@a2agen/exchange/generated/a2agen/exchange/v1/exchange_types.ts";
import { plural } from "@a2agen/runtime/internal";
import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import { type JsonLine, toLines } from "./json-lines.ts";

/** Lines that are shown at once: a browser takes long for more. */
const pageOfLines = 400;

/** Characters of a text that are shown at once. */
const pageOfText = 2000;

/** Lines of a list or an object that is folded at first, unless there are problems in it. */
const foldedFrom = 100;

interface JsonViewProps {
  readonly value: unknown;
  readonly problems?: readonly Problem[] | undefined;
  readonly label: string;
}

/** A JSON value as a tree to fold, with problems at their places. */
export function JsonView({ value, problems, label }: JsonViewProps): JSX.Element {
  const [shown, setShown] = useState(pageOfLines);
  const lines = useMemo(() => toLines(value, problems), [value, problems]);
  const [turned, setTurned] = useState<ReadonlySet<number>>(new Set());
  const turn = (at: number): void => {
    const next = new Set(turned);
    if (!next.delete(at)) next.add(at);
    setTurned(next);
  };
  const rows: JSX.Element[] = [];
  let at = 0;
  for (let line = lines[at]; line !== undefined && rows.length < shown; line = lines[++at]) {
    const isFolded = line.inner !== undefined && isLong(line) !== turned.has(at);
    const place = at;
    if (isFolded) at += line.inner?.lines ?? 0;
    const end = isFolded ? lines[at]?.text : undefined;
    rows.push(<Line key={place} line={line} end={end} onTurn={() => turn(place)} />);
  }
  const rest = lines.length - at;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys
    <div class="json" role="group" aria-label={label} tabIndex={0}>
      {rows}
      {rest > 0 && (
        <button type="button" class="quiet" onClick={() => setShown(shown + 10 * pageOfLines)}>
          {rest} more lines
        </button>
      )}
    </div>
  );
}

function isLong({ depth, inner }: JsonLine): boolean {
  return depth > 0 && inner !== undefined && inner.lines > foldedFrom && !inner.hasProblems;
}

interface LineProps {
  readonly line: JsonLine;
  /** How it closes, if it is folded. */
  readonly end: string | undefined;
  readonly onTurn: () => void;
}

function Line({ line, end, onTurn }: LineProps): JSX.Element {
  const { depth, name, text, kind, problems, inner } = line;
  const [isWhole, setWhole] = useState(false);
  const isCut = text.length > pageOfText && !isWhole;
  const content = (
    <>
      <span class="name">{name}</span>
      <span class={kind}>{isCut ? text.slice(0, pageOfText) : text}</span>
    </>
  );
  return (
    <div
      class={`line${problems.length > 0 ? " wrong" : ""}`}
      style={{ paddingInlineStart: `${Math.min(depth, 20) + 1}em` }}
    >
      {inner === undefined || depth === 0 ? (
        content
      ) : (
        <button type="button" class="fold" aria-expanded={end === undefined} onClick={onTurn}>
          {content}
          {end !== undefined && (
            <span class="faint">
              {" "}
              {inner.items} {plural(inner.items, text === "[" ? ["entry", "entries"] : ["member", "members"])}{" "}
              {end}
            </span>
          )}
        </button>
      )}
      {isCut && (
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
