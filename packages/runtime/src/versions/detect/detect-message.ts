import type { Codec } from "../../core/codec.ts";
import { type DetectHints, type Dialect, methodsOf, type Shape } from "./detection.ts";
import { countRequired, probeRoot, type RootFit, takesEveryKey } from "./probe-root.ts";
import type { Fit, Found, Miss } from "./rank-fits.ts";
import { readCard } from "./read-card.ts";
import { findUnknownFields, tryType } from "./try-type.ts";

export interface DetectInput {
  readonly dialects: readonly Dialect[];
  readonly hints: DetectHints;
  /** Members and elements of the value at any depth. */
  readonly entries: number;
}

/** How many members and elements are decoded for one value, all codecs together. */
const budget = 2_000_000;
const fewestTrials = 3;
const mostTrials = 40;

/** How many more of its REQUIRED fields than of others an object may lack and still be near a type. */
const tolerance = 2;

interface Attempt extends RootFit {
  readonly dialect: Dialect;
  readonly codec: Codec<unknown>;
}

/** Finds the types of a value that is no envelope. */
export function detectMessage(
  value: Readonly<Record<string, unknown>>,
  { dialects, hints, entries }: DetectInput,
): Omit<Found, "reason"> {
  // What the caller names need not say it again.
  const slack = hints.typeName === undefined ? tolerance : Number.POSITIVE_INFINITY;
  const attempts = dialects
    .flatMap((dialect) => dialect.codecs.map((codec) => ({ dialect, codec })))
    .filter(({ codec }) => isWanted(codec, hints.typeName) && !takesEveryKey(codec))
    .map((attempt): Attempt => ({ ...attempt, ...probeRoot(attempt.codec, value) }))
    .filter(({ known, unknown, missing }) => known > unknown && missing <= known + slack)
    .toSorted((left, right) => left.missing + left.unknown - (right.missing + right.unknown));
  const trials = Math.min(mostTrials, Math.max(fewestTrials, Math.floor(budget / entries)));
  const fits: Fit[] = [];
  const misses: Miss[] = [];
  for (const { dialect, codec, known, unknown, missing } of attempts.slice(0, trials)) {
    const trial = tryType(codec, value, []);
    const required = countRequired(codec);
    const finding = { dialect: dialect.name, typeName: codec.typeName, at: [], methods: [] };
    const read = readCard(codec, dialect, value);
    const isNamed = read?.isNamed === true;
    if (trial.ok) {
      const what = shapeOf(codec, dialect, value);
      const isBent = read?.isOwnForm === false;
      const { unknownFields } = trial;
      fits.push({ finding: { ...finding, what }, unknownFields, required, isBent, isNamed });
    } else if (read?.isOwnForm === true && (missing < known || hints.typeName !== undefined)) {
      const unknownFields = findUnknownFields(codec, read.card);
      const what = "message";
      fits.push({ finding: { ...finding, what }, unknownFields, required, isBent: true, isNamed });
    } else {
      const { issues, isReadLeniently } = trial;
      misses.push({ miss: { ...finding, what: "message", issues, isReadLeniently }, required, unknown });
    }
  }
  return { fits, misses };
}

/** Whether a name, full or without what is before the last dot, is that of the codec's type. */
export function isWanted({ typeName }: Codec<unknown>, wanted: string | undefined): boolean {
  return (
    wanted === undefined || typeName === wanted || typeName.slice(typeName.lastIndexOf(".") + 1) === wanted
  );
}

function shapeOf(codec: Codec<unknown>, dialect: Dialect, value: unknown): Shape {
  const methods = methodsOf(dialect);
  const streamed = methods.filter(({ kind }) => kind === "server").map(({ output }) => output);
  const returned = methods.filter(({ kind }) => kind === "unary").map(({ output }) => output);
  const isTypeOf = (outputs: readonly Codec<unknown>[]): boolean =>
    outputs.some(({ typeName }) => typeName === codec.typeName);
  if (isTypeOf(returned)) return "message";
  if (isTypeOf(streamed)) return "event";
  const accepts = (output: Codec<unknown>): boolean => output.is(value);
  return streamed.some(accepts) && !returned.some(accepts) ? "event" : "message";
}
