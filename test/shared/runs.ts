/** 2 in `npm run test:all`, and 10 in `npm run test:long -- properties`. */
const factor = Number(process.env["A2AGEN_RUNS"] || "1");
// With zero, or with what is no number, properties would pass without a run.
if (!(factor > 0))
  throw new Error(`A2AGEN_RUNS: expected a number above 0, got ${process.env["A2AGEN_RUNS"]}`);

/** True in `npm run test:rest`, which adds to `npm test` what is missing to `npm run test:all`. */
export const rest = process.env["A2AGEN_REST"] === "1";

/** Whether to run at full size what `npm test` shows at a smaller one. */
export const thorough = factor > 1;

/** Mark tests that call this, or depend on `thorough` or `choose`, by `{ tags: "thorough" }`. */
export function runs(count: number): number {
  calls++;
  return Math.ceil(count * (rest ? Math.max(factor - 1, 1) : factor));
}

let calls = 0;

/** How often `runs` was called. */
export function countCalls(): number {
  return calls;
}

/** Of the variants of a test `npm test` runs the first, and `npm run test:rest` the others. */
export function choose<Variant>(variants: readonly Variant[]): readonly Variant[] {
  if (rest) return variants.slice(1);
  return thorough ? variants : variants.slice(0, 1);
}
