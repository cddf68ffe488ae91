import type { Candidate, Certainty, Detection, Finding, NearMiss } from "./detection.ts";

/** A type that accepts a value. */
export interface Fit {
  readonly finding: Finding;
  readonly unknownFields: readonly string[];
  /** How many fields the type cannot be without: the more, the more it says that it fits. */
  readonly required: number;
  /** Whether the type only fits when it is read in another way than it is written. */
  readonly isBent?: boolean;
  /** Whether it is a card that names the version. */
  readonly isNamed?: boolean;
}

/** A type that does not accept a value. */
export interface Miss {
  readonly miss: NearMiss;
  readonly required: number;
  /** Fields of the root that the type does not have. */
  readonly unknown: number;
}

export interface Found {
  readonly fits: readonly Fit[];
  readonly misses: readonly Miss[];
  /** Why there is no fit. */
  readonly reason: string;
}

const maximumCandidates = 20;
const maximumMisses = 5;

/** How much worse than the nearest a type may be and still be worth a word. */
const tolerance = 1;

/** Puts what was found in order. Of what is equally good, that which was found first comes first. */
export function rankFits({ fits, misses, reason }: Found): Detection {
  const ranked = fits.toSorted(
    (left, right) => costOf(left) - costOf(right) || right.required - left.required,
  );
  const [best] = ranked;
  const nearest = misses
    .toSorted(
      (left, right) =>
        costOfMiss(left) - costOfMiss(right) ||
        left.miss.issues.length - right.miss.issues.length ||
        right.required - left.required,
    )
    .filter((miss, _, [first]) => first !== undefined && costOfMiss(miss) <= costOfMiss(first) + tolerance)
    .filter((miss) => best === undefined || costOfMiss(miss) <= costOf(best))
    .slice(0, maximumMisses);
  const candidates = ranked.slice(0, maximumCandidates).map(
    (fit): Candidate => ({
      ...fit.finding,
      certainty: certaintyOf(fit, ranked, nearest),
      unknownFields: fit.unknownFields,
      requiredFields: fit.required,
    }),
  );
  return {
    candidates,
    nearest: nearest.map(({ miss }) => miss),
    ...(candidates.length > 0 ? {} : { reason }),
  };
}

/** How much speaks against a fit. */
export function costOf({ unknownFields, isBent }: Fit): number {
  return unknownFields.length + (isBent === true ? 0.5 : 0);
}

/**
 * A field that is not there says less against a type than one that holds what it cannot, and one that
 * nobody wrote anywhere no more than one that was forgotten once.
 */
export function costOfMiss({ miss, unknown }: Miss): number {
  const kinds = new Map(miss.issues.map(({ code, segments }) => [`${code} ${segments.at(-1)}`, code]));
  return [...kinds.values()].reduce((sum, code) => sum + (code === "required" ? 1 : 1.5), unknown);
}

function certaintyOf(fit: Fit, all: readonly Fit[], nearest: readonly Miss[]): Certainty {
  const cost = costOf(fit);
  const others = all.filter(({ finding }) => finding.dialect !== fit.finding.dialect);
  const isBest =
    all.every((other) => costOf(other) >= cost) &&
    others.every((other) => costOf(other) > cost) &&
    nearest.every((miss) => miss.miss.dialect === fit.finding.dialect || costOfMiss(miss) > cost);
  if (!isBest) return "possible";
  return cost === 0 && fit.required > 0 ? "certain" : "likely";
}
