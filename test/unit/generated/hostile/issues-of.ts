import { type Codec, DecodeError, type DecodeOptions, formatIssue } from "@a2agen/runtime";

/** The lines of the issues with which a value is refused; none when it is accepted. */
export function issuesOf(codec: Codec<unknown>, value: unknown, options?: DecodeOptions): readonly string[] {
  return linesOf(() => codec.decode(value, options));
}

/** The same for a JSON text. */
export function parseIssuesOf(codec: Codec<unknown>, text: string | Uint8Array): readonly string[] {
  return linesOf(() => codec.parse(text));
}

function linesOf(run: () => unknown): readonly string[] {
  try {
    run();
    return [];
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    return error.issues.map(formatIssue);
  }
}
