/** What happens to a value that one version writes and the other reads. */
export type Effect = "fits" | "ignored" | "breaks";

/** By the form of the value. */
export interface Flow {
  readonly json: Effect;
  readonly binary: Effect;
}

/** What a change does to peers of the two versions, and to code that moves from one to the other. */
export interface Effects {
  /** The older version writes, the newer one reads. */
  readonly forward: Flow;
  /** The newer version writes, the older one reads. */
  readonly backward: Flow;
  /** TypeScript that makes such values, or that reads them, no longer compiles. */
  readonly writer: boolean;
  readonly reader: boolean;
}

const fits: Flow = { json: "fits", binary: "fits" };
const ignored: Flow = { json: "ignored", binary: "ignored" };
const breaks: Flow = { json: "breaks", binary: "breaks" };
const jsonBreaks: Flow = { json: "breaks", binary: "fits" };
const binaryBreaks: Flow = { json: "fits", binary: "breaks" };
const none: Effects = { forward: fits, backward: fits, writer: false, reader: false };
const code = { writer: true, reader: true };

/** The effects of changes, by what they are. */
export const effects = {
  /** Peers do not see it. */
  none,
  added: { ...none, backward: ignored },
  /** Readers of the newer version refuse values without it. */
  addedRequired: { ...none, forward: breaks, backward: ignored, writer: true },
  removed: { ...none, ...code, forward: ignored },
  /** Readers of the older version refuse values without it. */
  removedRequired: { ...none, ...code, forward: ignored, backward: breaks },
  /** A value of an enum: those who do not know it refuse its name. */
  addedValue: { ...none, backward: jsonBreaks },
  removedValue: { ...none, ...code, forward: jsonBreaks },
  /** What the older version calls, or is called by. */
  addedCall: { ...none, backward: breaks },
  removedCall: { ...none, ...code, forward: breaks },
  /** Neither reads what the other writes. */
  both: { ...none, ...code, forward: breaks, backward: breaks },
  /** The same, but code compiles. */
  peers: { ...none, forward: breaks, backward: breaks },
  jsonName: { ...none, ...code, forward: jsonBreaks, backward: jsonBreaks },
  json: { ...none, forward: jsonBreaks, backward: jsonBreaks },
  binary: { ...none, forward: binaryBreaks, backward: binaryBreaks },
  code: { ...none, ...code },
  /** Readers of the newer version refuse more. */
  narrower: { ...none, forward: breaks },
  narrowerJson: { ...none, forward: jsonBreaks },
  /** Readers of the older version refuse what the newer one writes. */
  wider: { ...none, backward: breaks },
  widerJson: { ...none, backward: jsonBreaks },
  required: { ...none, forward: breaks, writer: true },
  notRequired: { ...none, backward: breaks, reader: true },
} as const satisfies Readonly<Record<string, Effects>>;
