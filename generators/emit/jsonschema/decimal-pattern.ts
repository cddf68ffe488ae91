/** Matches the decimal texts of 0 to `maximum` without leading zeros; without anchors. */
export function upTo(maximum: string): string {
  const shorter = maximum.length - 2;
  const alternatives = ["0", ...(shorter < 0 ? [] : [`[1-9]${repeat(shorter)}`]), ...sameLength(maximum)];
  return `(${alternatives.join("|")})`;
}

/** Texts of as many digits as `maximum`, by the first digit in which they are smaller. */
function sameLength(maximum: string): readonly string[] {
  const digits = maximum.split("").map(Number);
  const smaller = digits.flatMap((digit, at) => {
    const lowest = at === 0 ? 1 : 0;
    if (digit <= lowest) return [];
    return [`${maximum.slice(0, at)}${range(lowest, digit - 1)}${exactly(digits.length - at - 1)}`];
  });
  return [...smaller, maximum];
}

function range(low: number, high: number): string {
  return low === high ? String(low) : `[${low}-${high}]`;
}

/** Up to `count` digits. */
function repeat(count: number): string {
  return count === 0 ? "" : `[0-9]{0,${count}}`;
}

function exactly(count: number): string {
  return count === 0 ? "" : count === 1 ? "[0-9]" : `[0-9]{${count}}`;
}

/** The greatest numbers below zero, without the minus, and above it. */
export interface IntegerText {
  readonly below: string;
  readonly above: string;
}

/** The texts of integers from minus `below`, which is 0 or one more than `above`, to `above`; never "-0". */
export function integerPattern({ below, above }: IntegerText): string {
  return below === "0" ? `^${upTo(above)}$` : `^(?!-0)(-?${upTo(above)}|-${below})$`;
}
