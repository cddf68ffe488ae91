/** What a check has found. */
export interface Finding {
  /** What was looked at: "Node", "buf", "card". */
  readonly check: string;
  /** A note stands in nobody's way; with a problem something fails. */
  readonly outcome: "ok" | "note" | "warning" | "problem";
  readonly message: string;
  /** What to do about it. */
  readonly remedy?: string;
}

/** What the checks look at. */
export interface Patient {
  /** The project: the nearest directory above the working directory that has a package.json. */
  readonly project: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
}
