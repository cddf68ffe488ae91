import { BinaryError, toBinaryError } from "./binary-error.ts";
import type { BinaryReader } from "./reader.ts";

/** Reads the field that the tag announced; false when it is not known, which skips it. */
export type FieldReader<State> = (reader: BinaryReader, tag: number, state: State) => boolean;

/**
 * Reads fields up to `length` bytes on, into `state`. Tags are `number << 3 | wireType`, so that a
 * field with a wire type that is not its own counts as unknown.
 */
export function readMessageBody<State>(
  reader: BinaryReader,
  length: number,
  body: { readonly typeName: string; readonly state: State; readonly readField: FieldReader<State> },
): State {
  const { typeName, state, readField } = body;
  try {
    const end = reader.pos + length;
    if (end > reader.len) {
      throw new BinaryError(`${typeName}: expected ${length} bytes, got ${reader.len - reader.pos}`);
    }
    while (reader.pos < end) {
      const [number, wireType] = reader.tag();
      if (!readField(reader, (number << 3) | wireType, state)) reader.skip(wireType, number);
    }
    if (reader.pos !== end)
      throw new BinaryError(`${typeName}: a field goes on after the end of its message`);
    return state;
  } catch (error) {
    throw toBinaryError(typeName, error);
  }
}
