import { readFileSync } from "node:fs";
import type { Exchange } from "../generated/a2agen/exchange/v1/exchange_types.ts";
import { parseRecording } from "../recording.ts";

/**
 * The exchanges of a recording. Throws a RecordingError that names the line for a file that is none.
 *
 * @public
 */
export function readRecording(path: string): readonly Exchange[] {
  return parseRecording(readFileSync(path, "utf8"));
}
