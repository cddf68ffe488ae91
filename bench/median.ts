/** The middle of the numbers, NaN when there are none. */
export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const above = sorted[Math.floor(middle)] ?? Number.NaN;
  const below = sorted[Math.ceil(middle) - 1] ?? Number.NaN;
  return (above + below) / 2;
}
