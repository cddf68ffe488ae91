/** The part of the version that a change raises: Semantic Versioning 2.0.0. */
export type Step = "major" | "minor" | "patch";

/** A difference between two releases. */
export interface Finding {
  readonly step: Step;
  /** The subject: "notes.v1.Note.text", "notes.v1.Notes.GetNote". */
  readonly place: string;
  /** The difference and its effect: lower case, no full stop. */
  readonly reason: string;
}

/** Collects the differences at one place. */
export interface Findings {
  /** A breaking change. */
  major(reason: string): void;
  /** An addition. */
  minor(reason: string): void;
  /** Breaks users when the values differ; `reason` says why that matters. */
  same(name: string, values: readonly [before: unknown, after: unknown], reason: string): void;
}

export function findingsAt(place: string, list: Finding[]): Findings {
  const add = (step: Step, reason: string): void => {
    list.push({ step, place, reason });
  };
  return {
    major: (reason) => add("major", reason),
    minor: (reason) => add("minor", reason),
    same: (name, [before, after], reason) => {
      if (JSON.stringify(before) !== JSON.stringify(after)) {
        add("major", `${name} was ${showValue(before)} and is ${showValue(after)}: ${reason}`);
      }
    },
  };
}

/** A value as a reason shows it. */
export function showValue(value: unknown): string {
  if (value === undefined) return "nothing";
  return typeof value === "string" ? value : JSON.stringify(value);
}
