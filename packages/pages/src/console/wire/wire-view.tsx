import { count } from "@a2agen/runtime/internal";
import type { JSX } from "preact";
import { useMemo, useRef, useState } from "preact/hooks";
import { Alert } from "../../shared/alert.tsx";
import { lazy } from "../../shared/lazy.tsx";
import { FrameList } from "./frame-list.tsx";
import { RecordingMenu } from "./recording-menu.tsx";
import { WireFilters } from "./wire-filters.tsx";
import type { WireEntry } from "./wire-log.ts";
import type { WireViewProps } from "./wire-props.ts";
import { noFilter, type Row, WireRows } from "./wire-rows.ts";

const loadExchangeView = async () => (await import("./exchange-view.tsx")).ExchangeView;
const ExchangeView = lazy(loadExchangeView);

/** Every exchange with the agent, a line for each frame, and the chosen one in full. */
export function WireView({ label, wire, agent, toHtml, onResend, onRepeat }: WireViewProps): JSX.Element {
  const [filter, setFilter] = useState(noFilter);
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set());
  const [active, setActive] = useState<Row>();
  const [isOpen, setOpen] = useState(false);
  const [paused, setPaused] = useState<readonly WireEntry[]>();
  const [cleared, setCleared] = useState<readonly WireEntry[]>([]);
  const [problem, setProblem] = useState<string>();
  const section = useRef<HTMLElement>(null);
  const rows = useMemo(() => new WireRows(filter), [filter]);
  const all = wire.entries.value;
  const entries = paused ?? all;
  // What goes on changes: read, so that its lines are drawn again.
  if (paused === undefined) {
    for (const entry of entries) if (entry.exchange.end === undefined) void entry.revision.value;
  }
  rows.update(entries, { turned, isPaused: paused !== undefined });
  const close = (): void => {
    setOpen(false);
    setActive(undefined);
  };
  const open = (): void => {
    if (active === undefined) return;
    setOpen(true);
    const focus = (): void =>
      section.current?.querySelector<HTMLElement>('[role="tab"][tabindex="0"]')?.focus();
    void loadExchangeView().then(() => requestAnimationFrame(focus));
  };
  const search = (event: KeyboardEvent): void => {
    if (event.key === "Escape" && isOpen) close();
    if (event.key !== "/" || isTyping(event.target)) return;
    event.preventDefault();
    event.stopPropagation();
    section.current?.querySelector<HTMLElement>('input[type="search"]')?.focus();
  };
  const turn = (key: string): void => {
    const next = new Set(turned);
    if (!next.delete(key)) next.add(key);
    setTurned(next);
  };
  const clear = (): void => {
    setCleared(wire.clear());
    setPaused(undefined);
    close();
  };
  return (
    <section class="wire" aria-label={label} ref={section} onKeyDown={search}>
      <div class="wire-bar">
        <h2>Wire</h2>
        <span class="faint">
          {rows.exchanges < entries.length && `${rows.exchanges} of `}
          {count(entries.length, "exchange")}
        </span>
        <span class="space" />
        <button
          type="button"
          class="quiet"
          aria-pressed={paused !== undefined}
          onClick={() => setPaused(paused === undefined ? all : undefined)}
        >
          {paused === undefined ? "Pause" : `Resume${more(all.length - paused.length)}`}
        </button>
        <button type="button" class="quiet" disabled={all.length === 0} onClick={clear}>
          Clear
        </button>
        <RecordingMenu wire={wire} toHtml={toHtml} onProblem={setProblem} />
      </div>
      <WireFilters entries={entries} filter={filter} onChange={setFilter} />
      {problem !== undefined && <Alert>{problem}</Alert>}
      {cleared.length > 0 && (
        <p class="wire-note" role="status">
          Cleared {count(cleared.length, "exchange")}.
          <button
            type="button"
            class="quiet"
            onClick={() => {
              wire.restore(cleared);
              setCleared([]);
            }}
          >
            Undo
          </button>
          <span class="space" />
          <button type="button" class="quiet" aria-label="Dismiss" onClick={() => setCleared([])}>
            ×
          </button>
        </p>
      )}
      {rows.length > 0 ? (
        <FrameList
          rows={rows}
          turned={turned}
          active={active?.key}
          isFollowing={!isOpen && paused === undefined}
          onActivate={(row) => {
            setActive(row);
            setOpen(true);
          }}
          onTurn={turn}
          onOpen={open}
          onClose={close}
        />
      ) : (
        <div class="wire-empty">
          <p class="faint">
            {all.length === 0
              ? "Nothing has been sent. Each request and each event shows here."
              : "Nothing fits the filter."}
          </p>
          {all.length > 0 && (
            <button type="button" onClick={() => setFilter(noFilter)}>
              Show all
            </button>
          )}
        </div>
      )}
      {isOpen && active !== undefined && (
        <ExchangeView
          row={active}
          agent={agent}
          others={entries.filter(
            (entry) => entry !== active.group.entry && entry.exchange.method !== undefined,
          )}
          onResend={onResend}
          onRepeat={onRepeat}
          onClose={close}
        />
      )}
    </section>
  );
}

function more(events: number): string {
  return events > 0 ? ` (${events} more)` : "";
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("input, textarea, select") !== null;
}
