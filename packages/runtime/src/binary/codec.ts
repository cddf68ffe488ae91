import { withTypes } from "../core/any.ts";
import { type DecodeOptions, decodePlain, tryDecode } from "../core/codec.ts";
import { copyJson } from "../core/copy-json.ts";
import { formatIssue } from "../core/issue.ts";
import { errorMessage } from "../core/object.ts";
import type { Check } from "../core/problems.ts";
import { BinaryError } from "./binary-error.ts";
import { BinaryReader } from "./reader.ts";
import type { TypeRegistry } from "./type-registry.ts";
import { BinaryWriter } from "./writer.ts";

/** What writes a message, and the check of its type, which is asked only when writing fails. */
export interface EncodeInit<T> {
  readonly write: (message: T, writer: BinaryWriter) => void;
  readonly check: Check;
  /** What its Any fields may carry. */
  readonly types?: TypeRegistry | undefined;
}

/** What reads a message, and the check of its type. */
export interface DecodeInit<T> {
  readonly read: (reader: BinaryReader, length: number) => T;
  readonly check: Check;
  readonly options: DecodeOptions | undefined;
  /** What its Any fields may carry. */
  readonly types?: TypeRegistry | undefined;
}

/**
 * Writes a message. A value that has no binary form is a BinaryError, which names the field as the
 * check of the type finds it.
 */
export function encodeBinary<T>(
  typeName: string,
  value: T,
  { write, check, types }: EncodeInit<T>,
): Uint8Array {
  const writer = spare ?? new BinaryWriter();
  // Not there for what is encoded within this message, nor after an error, which leaves it half full.
  spare = undefined;
  try {
    write(value, writer);
    const bytes = writer.finish();
    if (bytes.length <= largestSpare) spare = writer;
    return bytes;
  } catch (cause) {
    const result = tryDecode(
      check,
      copyJson(value),
      types && { types: { types: types.types, relays: true } },
    );
    const reasons = result.ok ? [errorMessage(cause)] : result.issues.slice(0, shown).map(formatIssue);
    throw new BinaryError(`${typeName}: ${reasons.join("; ")}`, { cause });
  }
}

const shown = 5;

/** A writer keeps its buffer: using it again saves growing another one, most of what small messages cost. */
let spare: BinaryWriter | undefined;

/** After a larger message the buffer is given back. */
const largestSpare = 65_536;

/**
 * Reads a message and decodes it. Bytes that are no message are a BinaryError with the place;
 * a message that its type refuses is a DecodeError with every problem, as in JSON.
 */
export function decodeBinary<T>(
  typeName: string,
  bytes: Uint8Array,
  { read, check, options, types }: DecodeInit<T>,
): T {
  const value = readAll(typeName, bytes, read);
  // A reader makes new objects, and strings that were valid UTF-8.
  return withTypes(types, () =>
    decodePlain(typeName, value, { check, wellFormed: true, isRead: true, options }),
  );
}

function readAll<T>(typeName: string, bytes: Uint8Array, read: DecodeInit<T>["read"]): T {
  let reader: BinaryReader | undefined;
  try {
    reader = new BinaryReader(bytes);
    return read(reader, bytes.length);
  } catch (cause) {
    const place = reader === undefined ? "" : ` at byte ${Math.min(reader.pos, reader.len)} of ${reader.len}`;
    throw new BinaryError(`${typeName}: ${errorMessage(cause)}${place}`, { cause });
  }
}
