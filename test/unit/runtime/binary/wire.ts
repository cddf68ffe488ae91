import { BinaryReader, BinaryWriter } from "@a2agen/runtime/codegen/binary";

/** The bytes of a message body, as hexadecimal digits. */
export function toHex(write: (writer: BinaryWriter) => unknown): string {
  const writer = new BinaryWriter();
  write(writer);
  return Buffer.from(writer.finish()).toString("hex");
}

/** Reads a body that stands between other bytes, and demands that the reader stops at its end. */
export function fromBytes<T>(body: Uint8Array, read: (reader: BinaryReader, length: number) => T): T {
  const reader = new BinaryReader(Buffer.concat([Uint8Array.of(255), body, Uint8Array.of(255)]));
  reader.pos = 1;
  const value = read(reader, body.length);
  if (reader.pos !== body.length + 1) throw new Error(`read ${reader.pos - 1} of ${body.length} bytes`);
  return value;
}

export function fromHex<T>(hex: string, read: (reader: BinaryReader, length: number) => T): T {
  return fromBytes(Buffer.from(hex, "hex"), read);
}

/** What a function throws, as far as users rely on it. */
export function errorOf(run: () => unknown): { name: string; code: unknown; message: string } | undefined {
  try {
    run();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { name: error.name, code: "code" in error ? error.code : undefined, message: error.message };
  }
  return undefined;
}

/** The error that everything in packages/runtime/src/binary throws. */
export function binaryError(message: string): ReturnType<typeof errorOf> {
  return { name: "BinaryError", code: "ERR_A2AGEN_BINARY", message };
}
