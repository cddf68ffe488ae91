/** A disagreement between generated code and protobuf-es, with all that is needed to repeat it. */
export class Disagreement extends Error {
  constructor(check: string, details: Readonly<Record<string, string>>) {
    super([check, ...Object.entries(details).map(([label, text]) => `  ${label}: ${text}`)].join("\n"));
    this.name = "Disagreement";
  }
}

export interface Outcome<T> {
  readonly value?: T;
  /** What was thrown instead. */
  readonly error?: unknown;
}

/** The value that the function returns, or what it throws. */
export function attempt<T>(run: () => T): Outcome<T> {
  try {
    return { value: run() };
  } catch (error) {
    return { error };
  }
}

/** What was thrown, as one line. */
export function showError(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

/** Bytes as hexadecimal text. */
export function showBytes(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}
