interface ModernString {
  isWellFormed?: () => boolean;
}

interface WellFormedString {
  isWellFormed(): boolean;
}

// A range: making an expression with \p takes a quarter of a millisecond of an import.
const surrogate = /[\ud800-\udfff]/u;

const hasNative: boolean = typeof (String.prototype as ModernString).isWellFormed === "function";

/** True when every surrogate of the text has its partner, so that the text has a UTF-8 form. */
export const isWellFormed: (text: string) => boolean = hasNative
  ? (text) => (text as string & WellFormedString).isWellFormed()
  : (text) => !surrogate.test(text);

/** Whether a cut before this index would part a pair of surrogates, or may part one that goes on. */
export function splitsPair(text: string, index: number): boolean {
  return (text.charCodeAt(index - 1) & 0xfc00) === 0xd800;
}

/** Index of the first surrogate without a partner, -1 when the text is well-formed. */
export function findLoneSurrogate(text: string): number {
  return text.search(surrogate);
}

/**
 * Cheap gate for a whole JSON text: false means that no string parsed from it can hold a lone
 * surrogate; true means only that the parsed strings have to be looked at.
 */
export function mayHoldLoneSurrogate(jsonText: string): boolean {
  // Of a text beyond Latin-1 each string is looked at, which takes less than half of the time of a look at
  // the text: the parser makes a string with one byte per character where it can, of which the engine knows
  // that it is good.
  return beyondLatin1.test(jsonText) || mayEscapeSurrogate(jsonText);
}

const beyondLatin1 = /[\u0100-\uffff]/;

/**
 * The same for a JSON text that is known to be well-formed itself: whether it has the escape of a surrogate.
 */
export function mayEscapeSurrogate(jsonText: string): boolean {
  for (let at = jsonText.indexOf("\\u"); at !== -1; at = jsonText.indexOf("\\u", at + 2)) {
    // Setting bit 5 makes letters lower case and leaves digits alone.
    const first = jsonText.charCodeAt(at + 2) | 32;
    const second = jsonText.charCodeAt(at + 3) | 32;
    const isEightOrMore = second === 56 || second === 57 || (second >= 97 && second <= 102);
    if (first === 100 && isEightOrMore) return true;
  }
  return false;
}
