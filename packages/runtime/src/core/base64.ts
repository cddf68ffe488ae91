import { type NativeMethods, native } from "./native-buffer.ts";

/** A native call costs as much as this many characters in the loop. */
const nativeFrom = 64;

/** Characters decoded at a time: a multiple of 4, small enough for the scratch buffer to be kept. */
const stride = 65_536;

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** Value of each ASCII character of the standard alphabet, 64 for all others. */
const values: Uint8Array = /* @__PURE__ */ buildValues();

function buildValues(): Uint8Array {
  const table = new Uint8Array(128).fill(64);
  for (let value = 0; value < 64; value++) table[alphabet.charCodeAt(value)] = value;
  return table;
}

const dash = 45;
const underscore = 95;
const plus = 43;
const slash = 47;

const beyondAlphabet = /[^A-Za-z\d+/]/;
const beyondLatin1 = /[\u0100-\uffff]/;

/**
 * True for the standard alphabet with its padding, "" included. Unused bits of the last character
 * need not be zero, since the parsers of protobuf accept them too.
 */
export function isBase64(text: string): boolean {
  if (text.length % 4 !== 0) return false;
  const end = text.length - countPadding(text);
  return native !== undefined && text.length >= nativeFrom
    ? isAlphabetNative(text, end, native)
    : !beyondAlphabet.test(text.slice(0, end));
}

/**
 * The standard padded form of base64 or base64url, with or without padding; undefined when the
 * text is neither. White space is not accepted.
 */
export function normalizeBase64(text: string): string | undefined {
  if (isBase64(text)) return text;
  const isPadded = text.length % 4 === 0;
  const digits = isPadded ? text.slice(0, text.length - countPadding(text)) : text;
  const standard = toStandardAlphabet(digits);
  const missing = -standard.length & 3;
  if (missing === 3) return undefined;
  const normal = standard + "==".slice(0, missing);
  // Unpadded text that ends in "=" would otherwise have its padding completed.
  return standard.endsWith("=") || !isBase64(normal) ? undefined : normal;
}

/** Characters beyond ASCII become such as no base64 has. */
function toStandardAlphabet(text: string): string {
  // replaceAll takes a text apart at each match: seconds for megabytes of nothing else.
  const codes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    codes[at] = code === dash ? plus : code === underscore ? slash : code > 127 ? 0 : code;
  }
  return new TextDecoder().decode(codes);
}

/** Decodes whatever `normalizeBase64` accepts; throws a RangeError for anything else. */
export function base64ToBytes(text: string): Uint8Array {
  const normal = normalizeBase64(text);
  if (normal === undefined) throw new RangeError("expected base64");
  const bytes = new Uint8Array((normal.length / 4) * 3 - countPadding(normal));
  if (native !== undefined) native.base64Write.call(bytes, normal, 0);
  else decodeInto(normal, bytes);
  return bytes;
}

/** Encodes with the standard alphabet and padding. */
export function bytesToBase64(bytes: Uint8Array): string {
  return base64Of(bytes, 0, bytes.length);
}

/** The same for the bytes from `start` to `end`. */
export function base64Of(bytes: Uint8Array, start: number, end: number): string {
  return native === undefined
    ? encode(bytes.subarray(start, end))
    : native.base64Slice.call(bytes, start, end);
}

/** Most bytes that a text can stand for in base64. */
export function base64Length(text: string): number {
  return Math.ceil((text.length * 3) / 4);
}

/**
 * Decodes into `bytes` from `at` on, where there is room, and returns the number of bytes; undefined for what
 * `normalizeBase64` does not accept.
 */
export function writeBase64(text: string, bytes: Uint8Array, at: number): number | undefined {
  if (native !== undefined && text.length % 4 === 0 && !beyondLatin1.test(text)) {
    const size = (text.length / 4) * 3 - countPadding(text);
    // It takes both alphabets, and stops at or skips what is in neither, which then is missing.
    if (native.base64Write.call(bytes, text, at) === size) return size;
  }
  const normal = normalizeBase64(text);
  if (normal === undefined) return undefined;
  const size = (normal.length / 4) * 3 - countPadding(normal);
  if (native === undefined) decodeInto(normal, bytes.subarray(at, at + size));
  else native.base64Write.call(bytes, normal, at);
  return size;
}

function countPadding(text: string): number {
  const length = text.length;
  if (length === 0 || text.charCodeAt(length - 1) !== 61) return 0;
  return text.charCodeAt(length - 2) === 61 ? 2 : 1;
}

let scratch: Uint8Array | undefined;

function isAlphabetNative(text: string, end: number, buffer: NativeMethods): boolean {
  // The native decoder skips junk, so that each junk character shortens what it writes; but it
  // takes the URL alphabet as well, and characters beyond Latin-1 as if they were digits.
  if (beyondLatin1.test(text)) return false;
  scratch ??= new Uint8Array((stride / 4) * 3);
  for (let at = 0; at < end; at += stride) {
    const next = Math.min(at + stride, end);
    // A part at a time stays in the processor's cache for all three looks at it.
    const part = text.length > stride ? text.substring(at, next) : text;
    if (part.includes("-") || part.includes("_")) return false;
    if (buffer.base64Write.call(scratch, part, 0) !== Math.floor(((next - at) * 3) / 4)) return false;
  }
  return true;
}

function decodeInto(text: string, bytes: Uint8Array): void {
  const size = bytes.length;
  for (let at = 0, to = 0; to < size; at += 4, to += 3) {
    const word =
      (valueAt(text, at) << 18) |
      (valueAt(text, at + 1) << 12) |
      (valueAt(text, at + 2) << 6) |
      valueAt(text, at + 3);
    // Stores beyond the end of a typed array do nothing, which is what the padding needs.
    bytes[to] = word >> 16;
    bytes[to + 1] = word >> 8;
    bytes[to + 2] = word;
  }
}

function valueAt(text: string, at: number): number {
  // The text was checked: all characters are ASCII. The padding counts as zero.
  return values[text.charCodeAt(at)]! & 63;
}

function encode(bytes: Uint8Array): string {
  const size = bytes.length;
  const codes = new Uint8Array(Math.ceil(size / 3) * 4);
  let to = 0;
  for (let at = 0; at < size; at += 3) {
    const word = (byteAt(bytes, at) << 16) | (byteAt(bytes, at + 1) << 8) | byteAt(bytes, at + 2);
    codes[to++] = alphabet.charCodeAt(word >> 18);
    codes[to++] = alphabet.charCodeAt((word >> 12) & 63);
    codes[to++] = at + 1 < size ? alphabet.charCodeAt((word >> 6) & 63) : 61;
    codes[to++] = at + 2 < size ? alphabet.charCodeAt(word & 63) : 61;
  }
  let text = "";
  // fromCharCode takes its characters as arguments, of which the stack holds only so many.
  for (let at = 0; at < to; at += 8192) {
    text += String.fromCharCode.apply(null, codes.subarray(at, at + 8192) as unknown as number[]);
  }
  return text;
}

function byteAt(bytes: Uint8Array, at: number): number {
  return bytes[at] ?? 0;
}
