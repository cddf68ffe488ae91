/** What every part of the benchmark is given. */
export interface PartOptions {
  /** Told of what is done. */
  readonly report: (line: string) => void;
  /** Whether to do little, to see that it runs; the figures then mean nothing. */
  readonly isQuick: boolean;
}
