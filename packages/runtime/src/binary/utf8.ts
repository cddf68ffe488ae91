import { native } from "../core/native-buffer.ts";

/**
 * Texts that came last, by a number made of their ends and length: media types, and keys of structs, come
 * again and again.
 */
const recent: string[] = /* @__PURE__ */ Array.from({ length: 256 }, () => "");

/** Bytes of the longest text that is kept: looking one up takes a quarter of the 60 ns of a native call. */
const longestRecent = 16;

/** The text from `start` to `end`; throws a TypeError unless it is UTF-8. */
export function readUtf8(bytes: Uint8Array, start: number, end: number): string {
  const size = end - start;
  if (size > longestRecent || size === 0) return size === 0 ? "" : decode(bytes, start, end);
  const slot = (bytes[start]! * 7 + bytes[end - 1]! * 3 + size) & 255;
  const known = recent[slot]!;
  if (known.length === size && isWritten(known, bytes, start)) return known;
  const text = decode(bytes, start, end);
  // Then it is ASCII: every other character takes more bytes than it has code units.
  if (text.length === size) recent[slot] = text;
  return text;
}

function isWritten(ascii: string, bytes: Uint8Array, start: number): boolean {
  for (let i = 0; i < ascii.length; i++) if (ascii.charCodeAt(i) !== bytes[start + i]) return false;
  return true;
}

function decode(bytes: Uint8Array, start: number, end: number): string {
  if (native === undefined) return strict().decode(bytes.subarray(start, end));
  const text = native.utf8Slice.call(bytes, start, end);
  // What is no UTF-8 is replaced by this character, which may be in the text as well.
  return text.includes("\ufffd") ? strict().decode(bytes.subarray(start, end)) : text;
}

let decoder: InstanceType<typeof TextDecoder> | undefined;

function strict(): InstanceType<typeof TextDecoder> {
  // A byte-order mark is text where a text is a field.
  decoder ??= new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  return decoder;
}

let encoder: InstanceType<typeof TextEncoder> | undefined;

/** Writes a text at `at`, with room for three bytes per UTF-16 code unit; returns the number of bytes. */
export function writeUtf8(text: string, bytes: Uint8Array, at: number): number {
  if (native !== undefined) return native.utf8Write.call(bytes, text, at);
  encoder ??= new TextEncoder();
  return encoder.encodeInto(text, bytes.subarray(at)).written;
}

const replacement: Uint8Array = /* @__PURE__ */ Uint8Array.of(0xef, 0xbf, 0xbd);

/** Whether bytes that `writeUtf8` wrote may hold the character that stands for half of a surrogate pair. */
export function mayHoldReplacement(bytes: Uint8Array): boolean {
  return native === undefined || native.indexOf.call(bytes, replacement) !== -1;
}
