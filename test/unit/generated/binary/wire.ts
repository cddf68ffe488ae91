import { BinaryWriter } from "@a2agen/runtime/codegen/binary";

/** The bytes that calls of a writer make. */
export function bytesOf(write: (writer: BinaryWriter) => unknown): Uint8Array {
  const writer = new BinaryWriter();
  write(writer);
  return writer.finish();
}

/** Bytes from hexadecimal digits, in which spaces may stand. */
export function fromHex(hex: string): Uint8Array {
  return new Uint8Array(Buffer.from(hex.replaceAll(" ", ""), "hex"));
}

export function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}

/** What users rely on of an error, with that of its cause; undefined when nothing is thrown. */
export interface Thrown {
  readonly name: string;
  readonly code: unknown;
  readonly message: string;
  readonly hasCause: boolean;
}

export function errorOf(run: () => unknown): Thrown | undefined {
  try {
    run();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return {
      name: error.name,
      code: "code" in error ? error.code : undefined,
      message: error.message,
      hasCause: error.cause instanceof Error,
    };
  }
  return undefined;
}

export function binaryError(message: string): Thrown {
  return { name: "BinaryError", code: "ERR_A2AGEN_BINARY", message, hasCause: true };
}

export function decodeError(message: string): Thrown {
  return { name: "DecodeError", code: "ERR_A2AGEN_DECODE", message, hasCause: false };
}
