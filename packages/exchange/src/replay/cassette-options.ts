/**
 * What a cassette does with a request: `record` forwards it and writes the exchange; `replay` answers from
 * the recording, and fails for what is not in it; `spy` answers from it, and forwards the rest; `diff`
 * forwards everything, and fails in the end where an answer means something else than the recorded one.
 */
export type CassetteMode = "record" | "replay" | "spy" | "diff";

export interface CassetteOptions {
  /** Default: `replay` where the file is there, or where the variable `CI` is set; `record` elsewhere. */
  readonly mode?: CassetteMode;
  /** What forwards requests. Default: the global one. */
  readonly fetch?: typeof fetch;
  /** Whether streams have the pauses of the recording. Default: they have none. */
  readonly paced?: boolean;
}
