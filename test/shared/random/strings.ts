import type { Random } from "@a2agen/runtime/fakes";

/** Strings that have broken something somewhere: quoting, prototypes, text encodings, lengths. */
const hostile: readonly string[] = [
  "",
  " ",
  "0",
  "null",
  "__proto__",
  "constructor",
  "toString",
  'quote " backslash \\ slash /',
  "tab \t newline \n return \r nul \u0000 delete \u007f",
  "line separator \u2028 paragraph separator \u2029",
  "\ufeffbyte order mark",
  "naïve café",
  "e\u0301 combining",
  "日本語",
  "עברית العربية",
  "😀 👩‍👩‍👧‍👦 🇺🇳",
  "\u{10ffff}\uffff\ud7ff\ue000",
  "</script><!--",
  "x".repeat(127),
  "x".repeat(128),
  "é".repeat(64),
  "😀".repeat(33),
];

const alphabets: readonly (readonly string[])[] = [
  [..."abcdefghijklmnopqrstuvwxyz"],
  [..."ABCXYZ0189-_./:"],
  [..."äßçñøžşğ"],
  [..."語中文한국어"],
  [..."😀🚀𝒳🀄𐍈"],
];

/** A string without lone surrogates. */
export function randomString(random: Random): string {
  if (random.chance(0.3)) return random.pick(hostile);
  const alphabet = random.chance(0.7) ? random.pick(alphabets) : alphabets.flat();
  return random.list(1, 20, () => random.pick(alphabet)).join("");
}

/** Keys that an object takes for something else, or sorts before the rest. */
const hostileKeys: readonly string[] = [
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "prototype",
  "",
  "1",
  "0",
  "-1",
  "01",
  "a.b",
  "a[0]",
  "@type",
  "ключ",
  "😀",
];

/** The key of a map or of a Struct. */
export function randomKey(random: Random): string {
  return random.chance(0.5) ? random.pick(hostileKeys) : randomString(random);
}
