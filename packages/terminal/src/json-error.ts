import { safeJson } from "./safe-text.ts";

/** What programs read of an error. */
export interface JsonError {
  /** Name of the kind of error: "TaskNotFoundError", "UNAVAILABLE", "ERR_A2AGEN_USAGE". */
  readonly code: string;
  readonly message: string;
  /** What can be done. */
  readonly hints?: readonly string[];
}

/** The line that commands write to standard error instead of text, with `--json`. */
export function formatJsonError(error: JsonError): string {
  return safeJson({ error });
}
