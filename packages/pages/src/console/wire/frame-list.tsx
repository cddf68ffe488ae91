import { nameOfCall, showSize, showTime, sizeOf } from "@a2agen/exchange/describe-frame.ts";
import { outcomeOf } from "@a2agen/exchange/outcome.ts";
import { count } from "@a2agen/runtime/internal";
import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { frameAt, isFolded } from "./fold-frames.ts";
import { SparkLine } from "./spark-line.tsx";
import { Waterfall } from "./waterfall.tsx";
import { isNotification, type Row, type WireRows } from "./wire-rows.ts";

/** Lines above and below those in sight that are there already. */
const overscan = 6;

interface FrameListProps {
  readonly rows: WireRows;
  /** Keys of exchanges that are closed, and of runs that are open. */
  readonly turned: ReadonlySet<string>;
  readonly active: string | undefined;
  /** Whether new lines are scrolled to. */
  readonly isFollowing: boolean;
  readonly onActivate: (row: Row) => void;
  readonly onTurn: (key: string) => void;
  readonly onOpen: () => void;
  readonly onClose: () => void;
}

/** The lines of the wire. In the page are those in sight, and the request of the stream they belong to. */
export function FrameList(props: FrameListProps): JSX.Element {
  const { rows, turned, active, isFollowing, onActivate, onTurn } = props;
  const [place, setPlace] = useState({ top: 0, height: 400 });
  const [lineHeight] = useState(() => (matchMedia("(pointer: coarse)").matches ? 40 : 32));
  const box = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const read = (): void => {
    const { scrollTop: top = 0, clientHeight: height = 0, scrollHeight = 0 } = box.current ?? {};
    isAtEnd.current = top + height > scrollHeight - lineHeight;
    setPlace((was) => (was.top === top && was.height === height ? was : { top, height }));
  };
  useEffect(() => {
    const observer = new ResizeObserver(read);
    if (box.current !== null) observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  // What is unfolded stays in sight.
  useLayoutEffect(read, [turned]);
  useLayoutEffect(() => {
    if (isFollowing && isAtEnd.current) box.current?.scrollTo({ top: box.current.scrollHeight });
  }, [rows.length, isFollowing]);
  const reveal = (at: number): void => {
    const { scrollTop = 0, clientHeight = 0 } = box.current ?? {};
    // The first line in sight may be covered by the request.
    if (at * lineHeight < scrollTop + lineHeight) box.current?.scrollTo({ top: (at - 1) * lineHeight });
    else if ((at + 1) * lineHeight > scrollTop + clientHeight) {
      box.current?.scrollTo({ top: (at + 1) * lineHeight - clientHeight });
    }
  };
  const go = (at: number): void => {
    const index = Math.min(Math.max(at, 0), rows.length - 1);
    const [row] = rows.slice(index, index + 1, turned);
    if (row === undefined) return;
    reveal(index);
    onActivate(row);
  };
  const press = (event: KeyboardEvent): void => {
    const at = rows.indexOf(active, turned);
    const page = Math.max(Math.floor(place.height / lineHeight) - 2, 1);
    const [row] = at === -1 ? [] : rows.slice(at, at + 1, turned);
    const isOpen = row === undefined ? undefined : isUnfolded(row, turned);
    const actions: Readonly<Record<string, () => void>> = {
      ArrowDown: () => go(at + 1),
      ArrowUp: () => go(at === -1 ? rows.length - 1 : at - 1),
      PageDown: () => go(at + page),
      PageUp: () => go(at - page),
      Home: () => go(0),
      End: () => go(rows.length - 1),
      ArrowRight: () => row !== undefined && isOpen === false && onTurn(row.key),
      ArrowLeft: () => {
        if (row === undefined) return;
        if (isOpen === true) onTurn(row.key);
        else go(rows.indexOf(parentOf(row), turned));
      },
      Enter: props.onOpen,
      Escape: props.onClose,
    };
    const action = actions[event.key];
    if (action === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  };
  const first = Math.floor(place.top / lineHeight);
  const from = Math.max(first - overscan, 0);
  const shown = rows.slice(from, first + Math.ceil(place.height / lineHeight) + overscan, turned);
  const [topmost] = rows.slice(first, first + 1, turned);
  const stuck = topmost !== undefined && topmost.group.start < first ? topmost.group : undefined;
  const view = (row: Row, isStuck = false): JSX.Element => (
    <RowView
      key={row.key}
      row={row}
      isStuck={isStuck}
      isActive={row.key === active}
      isOpen={isUnfolded(row, turned)}
      onClick={({ target }) => {
        if (isStuck) reveal(row.group.start);
        if (target instanceof Element && target.closest(".turn") !== null) onTurn(row.key);
        else onActivate(row);
      }}
    />
  );
  return (
    <div
      ref={box}
      class="frames"
      role="tree"
      aria-label="Exchanges"
      aria-activedescendant={active === undefined ? undefined : idOf(active)}
      tabIndex={0}
      onScroll={read}
      onKeyDown={press}
    >
      {stuck !== undefined && view({ key: stuck.key, group: stuck }, true)}
      <div class="frames-all" role="presentation" style={{ height: `${rows.length * lineHeight}px` }}>
        <div role="presentation" style={{ transform: `translateY(${from * lineHeight}px)` }}>
          {shown.map((row) =>
            row.key === stuck?.key ? <div key={row.key} class="frame-row" role="presentation" /> : view(row),
          )}
        </div>
      </div>
    </div>
  );
}

function idOf(key: string): string {
  return `frame-${key.replaceAll("/", "-")}`;
}

function parentOf({ group, run, frame, key }: Row): string {
  return run !== undefined && frame !== undefined && isFolded(run)
    ? `${group.key}/run-${run.id}`
    : (key.split("/")[0] ?? key);
}

/** Undefined for a line that has none below it. */
function isUnfolded({ group, run, frame, key }: Row, turned: ReadonlySet<string>): boolean | undefined {
  if (run === undefined) return group.isStream ? !turned.has(key) : undefined;
  return frame === undefined ? turned.has(key) : undefined;
}

interface RowProps {
  readonly row: Row;
  readonly isActive: boolean;
  readonly isOpen: boolean | undefined;
  /** Whether it stays above the frames of its stream. */
  readonly isStuck: boolean;
  readonly onClick: (event: MouseEvent) => void;
}

function RowView({ row, isActive, isOpen, isStuck, onClick }: RowProps): JSX.Element {
  const { run, frame } = row;
  const level = run === undefined ? 1 : frame === undefined || !isFolded(run) ? 2 : 3;
  const cells = run === undefined ? cellsOfExchange(row) : cellsOfFrames(row);
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the tree has the focus, and names its active line
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree has the keys
    <div
      id={idOf(row.key)}
      class={`frame-row level-${level}${isStuck ? " stuck" : ""}`}
      role="treeitem"
      aria-level={level}
      aria-selected={isActive}
      aria-expanded={isOpen}
      onClick={onClick}
    >
      <span class="frame-name">
        <span class={isOpen === undefined ? "" : "turn"} aria-hidden="true">
          {isOpen === undefined ? "" : isOpen ? "▾" : "▸"}
        </span>
        {cells.name}
      </span>
      <span class={`frame-status ${cells.isGood ? "ok" : "bad"}`}>{cells.status}</span>
      <span class="figure">{cells.time}</span>
      <span class="figure frame-size">{cells.size}</span>
      <Waterfall row={row} />
    </div>
  );
}

interface Cells {
  readonly name: JSX.Element;
  readonly status: string;
  readonly isGood: boolean;
  readonly time: string;
  readonly size: string;
}

function cellsOfExchange({ group: { entry, folded, isStream } }: Row): Cells {
  const { exchange, problems } = entry;
  const { status, isGood } = outcomeOf(exchange);
  const { binding, request, answer, end, startTime } = exchange;
  const events = folded.count;
  return {
    name: (
      <>
        <Arrow isSent={!isNotification(entry)} />
        <strong title={`${request.verb} ${request.url} at ${startTime}`}>{nameOfCall(exchange)}</strong>
        <span class="faint frame-binding">{binding}</span>
        {(isStream || events > 1) && <span class="faint">{count(events, "event")}</span>}
        {problems > 0 && <span class="problem">{count(problems, "problem")}</span>}
      </>
    ),
    status,
    isGood,
    time: end === undefined ? (answer === undefined ? "" : "open") : showTime(Number(end.afterMs)),
    size: showSize(folded.bytes + (isStream ? 0 : sizeOf(request.body))),
  };
}

function cellsOfFrames({ group: { entry }, run, frame }: Row): Cells {
  const at = frame ?? run?.frames.at(-1) ?? 0;
  const one = frameAt(entry, at);
  const problems = run?.problems ?? 0;
  return {
    name: (
      <>
        <Arrow isSent={isNotification(entry)} />
        <span class="frame-title" dir="auto">
          {run?.name}
        </span>
        {frame === undefined && <span class="faint figure"> ×{run?.frames.length}</span>}
        {frame === undefined && run !== undefined && <SparkLine entry={entry} frames={run.frames} />}
        {problems > 0 && <span class="problem">{count(problems, "problem")}</span>}
      </>
    ),
    status: "",
    isGood: true,
    time: one === undefined ? "dropped" : showTime(Number(one.afterMs)),
    size: showSize(frame === undefined ? (run?.bytes ?? 0) : sizeOf(one?.bytes)),
  };
}

function Arrow({ isSent }: { readonly isSent: boolean }): JSX.Element {
  return (
    <span class="arrow" role="img" aria-label={isSent ? "sent" : "received"}>
      {isSent ? "↑" : "↓"}
    </span>
  );
}
