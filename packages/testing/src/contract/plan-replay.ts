import type { Exchange } from "@a2agen/exchange/generated/a2agen/exchange/v1/exchange_types.ts";
import { readExactTime } from "@a2agen/exchange/record/exact-time.ts";
import { listIds } from "@a2agen/exchange/replay/same-meaning.ts";

/** A recorded exchange, and what came before its request. */
export interface Planned {
  readonly exchange: Exchange;
  readonly after: readonly Awaited[];
}

/** An earlier exchange, and how many frames of its answer have to be there; all of them, and its end. */
interface Awaited {
  readonly exchange: Exchange;
  readonly frames: number;
}

/**
 * The exchanges in the order of their requests. A request waits for what its client had seen when it was
 * sent: answers that had ended, events that had come, and those that name what the request names.
 */
export function planReplay(recording: readonly Exchange[]): readonly Planned[] {
  const sorted = recording.map(toTimed).sort((one, other) => one.start - other.start);
  return sorted.map(({ exchange, start, sent }, at) => ({
    exchange,
    after: sorted.slice(0, at).flatMap((earlier) => {
      const seen = earlier.frames.filter((ms) => ms <= start).length;
      const named = Math.max(0, ...[...sent].map((id) => earlier.given.get(id) ?? 0));
      const frames = earlier.end <= start ? Number.POSITIVE_INFINITY : Math.max(seen, named);
      return frames === 0 ? [] : [{ exchange: earlier.exchange, frames }];
    }),
  }));
}

interface Timed {
  readonly exchange: Exchange;
  readonly start: number;
  readonly frames: readonly number[];
  readonly end: number;
  /** The identifiers in the request. */
  readonly sent: ReadonlySet<string>;
  /** Those that the answer gives first, and the number of the frame. */
  readonly given: ReadonlyMap<string, number>;
}

function toTimed(exchange: Exchange): Timed {
  const start = readExactTime(exchange.startTime);
  const frames = exchange.answer?.frames ?? [];
  const sent = new Set([...listIds(exchange.request.meaning?.value)].map(({ id }) => id));
  const given = new Map<string, number>();
  for (const [at, { meaning }] of frames.entries()) {
    for (const { id } of listIds(meaning?.value)) {
      if (!sent.has(id) && !given.has(id)) given.set(id, at + 1);
    }
  }
  return {
    exchange,
    start,
    frames: frames.map(({ afterMs }) => start + Number(afterMs)),
    end: start + Number(exchange.end?.afterMs ?? Number.POSITIVE_INFINITY),
    sent,
    given,
  };
}
