import type { Random } from "./random.ts";

const nouns = "order invoice trip report budget ticket recipe garden museum library concert train".split(" ");
const adjectives = "quiet blue small northern bright weekly green final".split(" ");
const people = ["Ada Berg", "Noor Haddad", "Lin Chen", "Mateo Ruiz", "Ines Costa", "Tomas Novak"];
const sentences = [
  "The {a} {n} is ready for you.",
  "Please check the {n} before Friday.",
  "I found three offers for a {a} {n}.",
  "Everything about the {n} is in the attached file.",
  "The {n} took longer than planned, and costs less.",
];

function fill(text: string, random: Random): string {
  return text.replace("{a}", random.pick(adjectives)).replace("{n}", random.pick(nouns));
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** What a text is likely to be by the name of its field: the first row that matches. */
const rows: readonly (readonly [name: RegExp, make: (random: Random) => string])[] = [
  [
    /ur[il]s?$|endpoint|website|homepage|link$|image|extensions?$/i,
    (random) => `https://example.com/${random.pick(nouns)}`,
  ],
  [/(?:media|mime|content)_?types?$|modes?$/i, (random) => random.pick(["text/plain", "application/json"])],
  [/version$/i, (random) => `1.${random.integer(0, 9)}.${random.integer(0, 20)}`],
  [/e-?mail/i, (random) => `${random.pick(people).toLowerCase().replace(" ", ".")}@example.com`],
  [/phone/i, (random) => `+1 555 01${random.integer(10, 99)}`],
  [/currency/i, (random) => random.pick(["EUR", "USD", "JPY"])],
  [/country/i, (random) => random.pick(["DE", "US", "JP", "BR"])],
  [/language|locale/i, (random) => random.pick(["en", "de", "pt-BR"])],
  [/token|secret|password|credential|signature|hash|nonce|protected/i, (random) => identifier(random)],
  [/file_?name|path$/i, (random) => `${random.pick(nouns)}.txt`],
  [/author|owner|customer|person|organi[sz]ation|provider|user_?name/i, (random) => random.pick(people)],
  [/name$|title$|label$|subject$|heading/i, (random) => capital(fill("{a} {n}", random))],
  [/date$/i, (random) => `2026-0${random.integer(1, 9)}-${random.integer(10, 28)}`],
  [
    /description|summary|text|message|reason|comment|content|body|example|note|detail|instruction/i,
    (random) => fill(random.pick(sentences), random),
  ],
  [/question|prompt/i, (random) => fill("Which {n} do you mean?", random)],
];

/** Rows by the names of fields, of which a program has few. */
const known = new Map<string, (random: Random) => string>();

/** A text that fits the name of its field. */
export function makeText(name: string, random: Random): string {
  let make = known.get(name);
  if (make === undefined) {
    make = rows.find(([pattern]) => pattern.test(name))?.[1] ?? makeWord;
    known.set(name, make);
  }
  return make(random);
}

/** A word, for keys. */
export function makeWord(random: Random): string {
  return random.pick(nouns);
}

/** As identifiers are: "k3x9w0ab72mq". */
export function identifier(random: Random): string {
  const characters = "abcdefghijklmnopqrstuvwxyz0123456789";
  return Array.from({ length: 12 }, () => characters.charAt(random.integer(0, 35))).join("");
}
