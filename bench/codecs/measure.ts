import { Bench, type Task } from "tinybench-6";
import { type PayloadName, payloadNames } from "../payloads.ts";
import { buildCases, type Case } from "./cases.ts";
import { type OperationName, operationNames } from "./contender.ts";
import { contenders } from "./contenders.ts";

/** The times of one contender at one operation on one payload. */
export interface Timing {
  readonly payload: PayloadName;
  readonly operation: OperationName;
  readonly contender: string;
  /** Nanoseconds of a call, one figure for each round; equal places are of the same round. */
  readonly rounds: readonly number[];
}

const roundCount = 15;
/** Milliseconds of a contender in a round, at least. */
const roundTime = 5;
/** Milliseconds between two looks at the clock. */
const batchTime = 0.5;
const warmUpTime = 15;

/** Keeps the results alive, so that nothing is optimised away. */
let sink: unknown;

/** Runs all cases, those that are compared in turn within a round. */
function measureAll(cases: readonly Case[]): readonly Timing[] {
  const batches = cases.map((one) => ({ ...one, batch: buildBatch(one.calls) }));
  return payloadNames.flatMap((payload) =>
    operationNames.flatMap((operation) =>
      compare(batches.filter((one) => one.payload === payload && one.operation === operation)),
    ),
  );
}

interface Batch {
  readonly run: () => void;
  readonly calls: number;
}

/** Warms up for a while, too, so that every payload has passed before the first is measured. */
function buildBatch(calls: readonly (() => unknown)[]): Batch {
  const runOnce = (): void => {
    for (const call of calls) sink = call();
  };
  const start = performance.now();
  let passes = 0;
  let last = start;
  let best = Number.POSITIVE_INFINITY;
  while (passes < 2 || last - start < warmUpTime) {
    runOnce();
    const now = performance.now();
    best = Math.min(best, now - last);
    last = now;
    passes++;
  }
  const repeats = Math.max(1, Math.round(batchTime / best));
  return {
    calls: repeats * calls.length,
    run() {
      for (let pass = 0; pass < repeats; pass++) runOnce();
    },
  };
}

function compare(cases: readonly (Case & { readonly batch: Batch })[]): readonly Timing[] {
  const bench = new Bench({ time: roundTime, iterations: 1, warmup: false, throws: true });
  for (const { contender, batch } of cases) bench.add(contender, batch.run);
  const timings = cases.map(({ payload, operation, contender }) => ({
    payload,
    operation,
    contender,
    rounds: [] as number[],
  }));
  for (let round = 0; round < roundCount; round++) {
    for (let turn = 0; turn < cases.length; turn++) {
      // Another one is first in every round.
      const index = (round + turn) % cases.length;
      const task = bench.tasks[index];
      const one = cases[index];
      if (task !== undefined && one !== undefined) timings[index]?.rounds.push(timeCall(task, one.batch));
    }
  }
  return timings;
}

function timeCall(task: Task, { calls }: Batch): number {
  // The next one does not clean up after this one.
  collectYoung();
  task.reset();
  return (task.runSync().result.latency.mean * 1e6) / calls;
}

function collectYoung(): void {
  (globalThis as { gc?: (options: { type: "minor" }) => void }).gc?.({ type: "minor" });
}

const timings = measureAll(buildCases(contenders));
if (sink === undefined) throw new Error("nothing was measured");
process.stdout.write(JSON.stringify(timings));
