/**
 * Whether a text has more bytes in UTF-8 than a limit allows. Counts only where the length leaves it open.
 */
export function isLongerThan(text: string, maximumBytes: number): boolean {
  if (text.length > maximumBytes) return true;
  return text.length * 3 > maximumBytes && bytesOf(text) > maximumBytes;
}

/** The bytes of a text in UTF-8; half of a surrogate pair counts as half of the pair. */
export function bytesOf(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) continue;
    // A pair of surrogates is two units and four bytes.
    const isSurrogate = unit >= 0xd800 && unit <= 0xdfff;
    bytes += unit < 0x800 || isSurrogate ? 1 : 2;
  }
  return bytes;
}
