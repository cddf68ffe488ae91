/** Something of a call that the version of its client, or of the upstream, cannot say. */
export interface CallLoss {
  /** Name of the type that has it, as its proto says. */
  readonly typeName: string;
  /** "message.parts[0].filename". */
  readonly path: string;
  readonly segments: readonly (string | number)[];
  readonly kind: "no-counterpart" | "replaced" | "invalid";
  readonly message: string;
}

/** What a call loses on one way. */
export interface Losses {
  /** Name of the method, as 1.0 has it. */
  readonly method: string;
  readonly of: "request" | "response" | "options";
  readonly losses: readonly CallLoss[];
}
