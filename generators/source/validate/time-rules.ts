import type { ValueRules } from "@a2agen/runtime/internal";

/** How the value of a rule and the value of a field compare. */
export type Bound = "lt" | "lte" | "gt" | "gte";

interface Moment {
  readonly seconds: bigint;
  readonly nanos: number;
}

/** Texts that are below a bound, or at it too; undefined where the bound has a fraction of a second. */
type Below = (bound: Moment, inclusive: boolean) => string | undefined;

const noFraction = "(?:\\.0+)?";

/** Whole numbers from 0 up to one below `limit`, in as many digits as they have. */
function lessThan(limit: string): readonly string[] {
  const shorter = limit.length > 1 ? [`[0-9]{1,${limit.length - 1}}`] : [];
  return [...shorter, ...lessOfSameLength(limit)];
}

/** Texts of as many digits that are less, by the first digit in which they are. */
function lessOfSameLength(limit: string): readonly string[] {
  return limit.split("").flatMap((digit, at) => {
    if (digit === "0") return [];
    const smaller = digit === "1" ? "0" : `[0-${Number(digit) - 1}]`;
    const rest = limit.length - at - 1;
    return [`${limit.slice(0, at)}${smaller}${rest === 0 ? "" : `[0-9]{${rest}}`}`];
  });
}

const belowDuration: Below = ({ seconds, nanos }, inclusive) => {
  if (nanos !== 0 || seconds < 0n) return undefined;
  const less = lessThan(String(seconds)).map((text) => `${text}(?:\\.[0-9]+)?`);
  const equal = inclusive ? [`-?${seconds}${noFraction}`] : [];
  const negative = seconds === 0n ? `-(?!0${noFraction}s)[0-9.]+` : "-[0-9.]+";
  return `^(?:${[negative, ...less, ...equal].join("|")})s$`;
};

const belowTimestamp: Below = ({ seconds, nanos }, inclusive) => {
  if (nanos !== 0) return undefined;
  const text = new Date(Number(seconds) * 1000).toISOString().slice(0, 19);
  // The digits in their groups, with what stands between them.
  const parts = text.split(/(?<=[-T:])|(?=[-T:])/);
  const less = parts.flatMap((part, at) =>
    /^[0-9]+$/.test(part)
      ? lessOfSameLength(part).map((each) => `${parts.slice(0, at).join("")}${each}.*`)
      : [],
  );
  const equal = inclusive ? [`${text}${noFraction}Z`] : [];
  return `^(?:${[...less, ...equal].join("|")})$`;
};

const kinds = { duration: belowDuration, timestamp: belowTimestamp } as const;
const words = { lt: "less than", lte: "at most", gt: "greater than", gte: "at least" } as const;

/**
 * A bound of a duration or a timestamp as an expression, which codecs and schemas both can test; undefined if
 * there is none.
 */
export function timeRule(kind: keyof typeof kinds, bound: Bound, moment: Moment): ValueRules | undefined {
  const isUpper = bound === "lt" || bound === "lte";
  const pattern = kinds[kind](moment, bound === "lte" || bound === "gt");
  if (pattern === undefined) return undefined;
  const match = { pattern, says: `${words[bound]} ${textOf(kind, moment)}` };
  return isUpper ? { matches: [match] } : { excludes: [match] };
}

/** As it stands in JSON, of whole seconds. */
export function textOf(kind: keyof typeof kinds, { seconds }: Moment): string {
  if (kind === "duration") return `${seconds}s`;
  return `${new Date(Number(seconds) * 1000).toISOString().slice(0, 19)}Z`;
}
