/** 5 in `npm run test:all`; a run at night may ask for more. */
const factor = Number(process.env["A2AGEN_RUNS"] || "1");
// With zero, or with what is no number, properties would pass without a run.
if (!(factor > 0))
  throw new Error(`A2AGEN_RUNS: expected a number above 0, got ${process.env["A2AGEN_RUNS"]}`);

/** How often to try a property. */
export function runs(count: number): number {
  return Math.ceil(count * factor);
}

/** Whether to repeat for every binding or at full size what `npm test` shows for one or at a smaller size. */
export const thorough = factor > 1;
