import { formatIssue } from "@a2agen/runtime";
import { errorMessage, parseUrl, show } from "@a2agen/runtime/internal";
import { ExchangeCodec } from "./generated/a2agen/exchange/v1/exchange_json.ts";
import type { Exchange } from "./generated/a2agen/exchange/v1/exchange_types.ts";

/** `format` of the records that are written and read. */
export const recordFormat = "a2agen-exchange/1";

/** The text of a recording: JSON Lines, one exchange per line. */
export function formatRecording(exchanges: readonly Exchange[]): string {
  return exchanges.map((exchange) => `${ExchangeCodec.stringify(exchange)}\n`).join("");
}

/** Reads a recording. Throws a RecordingError that names the line for text that is none. */
export function parseRecording(text: string): readonly Exchange[] {
  return text.split("\n").flatMap((line, at) => (line.trim() === "" ? [] : [parseLine(line, at + 1)]));
}

/** A text that is not a recording; the message names the line. */
export class RecordingError extends Error {
  override readonly name = "RecordingError";
}

function parseLine(line: string, number: number): Exchange {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (cause) {
    throw new RecordingError(`line ${number}: expected JSON; ${errorMessage(cause)}`, { cause });
  }
  const result = decode(value);
  if (!result.ok) {
    const [first] = result.issues;
    const problem = first === undefined ? "not an exchange" : formatIssue(first);
    throw new RecordingError(`line ${number}: expected an exchange; ${problem}`);
  }
  if (result.value.format !== recordFormat) {
    throw new RecordingError(
      `line ${number}: format: expected ${recordFormat}, found ${show(result.value.format)}; the recording is of another version of a2agen`,
    );
  }
  const { url } = result.value.request;
  if (parseUrl(url) !== undefined) return result.value;
  throw new RecordingError(`line ${number}: request.url: expected an absolute URL, found ${show(url)}`);
}

/** A message as deep as it may be is deeper in its record, where that is no mistake. */
function decode(value: unknown): ReturnType<typeof ExchangeCodec.tryDecode> {
  const result = ExchangeCodec.tryDecode(value);
  if (result.ok || result.issues.some(({ code }) => code !== "depth")) return result;
  return { ok: true, value: value as Exchange, warnings: [] };
}
