import { median } from "../median.ts";
import type { Order } from "./order.ts";
import type { Streamer, StreamRun } from "./stream-run.ts";

export interface StreamFigure {
  /** Artifact updates per second. */
  readonly perSecond: number;
  /** CPU time of the agent's process for one update, in microseconds. */
  readonly cpu: number;
  /** Milliseconds to the first event. */
  readonly first: number;
}

export interface StreamCounts {
  /** Rounds, of which the first warms up. */
  readonly rounds: number;
  /** Updates for which a streamer is asked in a round, in as many streams as that takes. */
  readonly updates: number;
  /** Milliseconds in a round after which it is asked for no further stream. */
  readonly round: number;
  /** Milliseconds after which it sits out the rounds that are left. */
  readonly all: number;
  /** Milliseconds of a stream after which it is not tried with longer ones. */
  readonly slow: number;
  /** Milliseconds after which a stream is given up, and with it all that its streamer was to do. */
  readonly stream: number;
}

export interface Streamed {
  readonly streamer: Streamer;
  /** Absent when a stream took too long. */
  readonly figure?: StreamFigure;
  /** Whether it is not to be tried with longer streams. */
  readonly isSlow: boolean;
}

/** Asks one after the other in every round. */
export async function measureStreams(
  streamers: readonly Streamer[],
  order: Order,
  counts: StreamCounts,
): Promise<readonly Streamed[]> {
  const rows = streamers.map((streamer) => ({
    streamer,
    figures: [] as StreamFigure[],
    spent: 0,
    isCut: false,
  }));
  for (let round = 0; round < counts.rounds; round++) {
    for (const row of rows) {
      if (row.isCut || row.spent > counts.all) continue;
      const measured = await measureRound(row.streamer, order, counts);
      row.isCut = measured === undefined;
      if (measured === undefined) continue;
      row.spent += measured.milliseconds;
      row.figures.push(measured.figure);
    }
  }
  return rows.map(({ streamer, figures, spent, isCut }) => {
    if (isCut) return { streamer, isSlow: true };
    const own = figures.length > 1 ? figures.slice(1) : figures;
    const figure = {
      perSecond: median(own.map(({ perSecond }) => perSecond)),
      cpu: median(own.map(({ cpu }) => cpu)),
      first: median(own.map(({ first }) => first)),
    };
    return { streamer, figure, isSlow: spent / figures.length > counts.slow };
  });
}

async function measureRound(
  streamer: Streamer,
  order: Order,
  counts: StreamCounts,
): Promise<{ readonly figure: StreamFigure; readonly milliseconds: number } | undefined> {
  const runs: StreamRun[] = [];
  const least = counts.updates / order.events;
  for (let spent = 0; runs.length < least && spent < counts.round; spent += runs.at(-1)?.milliseconds ?? 0) {
    const run = await streamer.run(order, counts.stream);
    if (run === undefined) return undefined;
    if (run.updates !== order.events) {
      throw new Error(`${streamer.name}: expected ${order.events} updates, found ${run.updates}`);
    }
    runs.push(run);
  }
  const updates = runs.length * order.events;
  const milliseconds = sum(runs.map((run) => run.milliseconds));
  return {
    figure: {
      perSecond: (updates / milliseconds) * 1000,
      cpu: sum(runs.map(({ microseconds }) => microseconds)) / updates,
      first: median(runs.map(({ first }) => first)),
    },
    milliseconds,
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
