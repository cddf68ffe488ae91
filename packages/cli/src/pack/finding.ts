/** The part of the version that a change raises: Semantic Versioning 2.0.0. */
export type Step = "major" | "minor" | "patch";

/** A difference between two releases. */
export interface Finding {
  readonly step: Step;
  /** The subject: "notes.v1.Note.text", "notes.v1.Notes.GetNote". */
  readonly place: string;
  /** The difference and its effect: lower case, no full stop. */
  readonly reason: string;
  /** Whether a schema takes fewer values now, or more; absent where that cannot be told. */
  readonly takes?: Takes;
}

export type Takes = "fewer" | "more";

/** Collects the differences at one place. */
export interface Findings {
  /** A breaking change. */
  major(reason: string, takes?: Takes): void;
  /** An addition. */
  minor(reason: string, takes?: Takes): void;
  /** Breaks users when the values differ; `reason` says why that matters. */
  same(name: string, values: readonly [before: unknown, after: unknown], reason: string, takes?: Takes): void;
}

export function findingsAt(place: string, list: Finding[]): Findings {
  const add = (step: Step, reason: string, takes?: Takes): void => {
    list.push({ step, place, reason, ...(takes && { takes }) });
  };
  return {
    major: (reason, takes) => add("major", reason, takes),
    minor: (reason, takes) => add("minor", reason, takes),
    same: (name, [before, after], reason, takes) => {
      if (JSON.stringify(before) !== JSON.stringify(after)) {
        add("major", `${name} was ${showValue(before)} and is ${showValue(after)}: ${reason}`, takes);
      }
    },
  };
}

/** A value as a reason shows it. */
export function showValue(value: unknown): string {
  if (value === undefined) return "nothing";
  return typeof value === "string" ? value : JSON.stringify(value);
}
