import type { Exchange } from "../generated/a2agen/exchange/v1/exchange_types.ts";

/** Where moments are on the axis of a page. */
export interface TimeScale {
  /** Milliseconds from the first request. */
  sinceStart(exchange: Exchange, afterMs?: number): number;
  /** The place of such a moment, from 0 to 100. */
  place(ms: number): number;
}

/** Of the time in which something happens: what a pause may take of it on the axis. */
const shownPause = 0.04;

/** A scale on which pauses between exchanges are short: people think for longer than agents answer. */
export function buildTimeScale(exchanges: readonly Exchange[]): TimeScale {
  const start = Math.min(...exchanges.slice(0, 1).map(({ startTime }) => Date.parse(startTime)));
  const sinceStart: TimeScale["sinceStart"] = ({ startTime }, afterMs = 0) =>
    Date.parse(startTime) - start + afterMs;
  const busy: { readonly from: number; to: number }[] = [];
  for (const exchange of exchanges) {
    const [from, to] = [sinceStart(exchange), sinceStart(exchange, lengthOf(exchange))];
    const last = busy.at(-1);
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to);
    else busy.push({ from, to });
  }
  const work = busy.reduce((sum, { from, to }) => sum + to - from, 0) || 1;
  const pauses = busy.slice(1).map(({ from }, at) => from - (busy[at]?.to ?? 0));
  const shown = pauses.map((pause) => Math.min(pause, work * shownPause));
  const total = work + shown.reduce((sum, pause) => sum + pause, 0);
  const place = (ms: number): number => {
    let before = 0;
    for (const [at, { from, to }] of busy.entries()) {
      if (ms <= to || at === busy.length - 1) return round(((before + Math.max(ms - from, 0)) / total) * 100);
      before += to - from + (shown[at] ?? 0);
    }
    return 0;
  };
  return { sinceStart, place };
}

/** Milliseconds until the last thing that was recorded. */
export function lengthOf({ answer, end }: Exchange): number {
  return Number(end?.afterMs ?? answer?.frames?.at(-1)?.afterMs ?? answer?.afterMs ?? 0);
}

function round(value: number): number {
  return Math.round(Math.min(value, 100) * 100) / 100;
}
