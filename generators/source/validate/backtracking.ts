/** Characters of a text that an expression of a user is matched against. */
export const matchedCharacters = 10_000;

/** What a quantifier stands behind: a character, a class, or a group that has one way to match a text. */
interface Element {
  /** Which of the sampled characters occur in it. */
  readonly set: ReadonlySet<string>;
  readonly least: number;
  /** How many lengths it can have; 1 for one that leaves no choice. */
  readonly choices: number;
}

type Sequence = readonly Element[];

class DangerError extends Error {}

/**
 * Whether the engine of JavaScript, which tries one way after another, may need more steps for a text of
 * `most` characters than the square of the longest text. The pattern is valid, and has no lookarounds.
 */
export function isDangerous(pattern: string, most: number = matchedCharacters): boolean {
  try {
    return new Reader(pattern, most).read().some((sequence) => countWays(sequence) > matchedCharacters ** 2);
  } catch (error) {
    if (error instanceof DangerError) return true;
    throw error;
  }
}

/** The ways to divide a text among elements that can take each other's characters. */
function countWays(sequence: Sequence): number {
  const ways: number[] = [];
  sequence.forEach((element, at) => {
    let before = 1;
    for (let from = at - 1; from >= 0; from--) {
      const other = sequence[from];
      if (other === undefined || other.choices === 1 || !overlap(other, element)) continue;
      const between = sequence.slice(from + 1, at);
      const isApart = between.some((each) => each.least > 0 && !overlap(other, each));
      if (!isApart) before = Math.max(before, ways[from] ?? 1);
    }
    ways.push(before * element.choices);
  });
  return Math.max(1, ...ways);
}

function overlap(one: Element, other: Element): boolean {
  return [...one.set].some((char) => other.set.has(char));
}

/**
 * Whether a group that is repeated has one way to match a text: its alternatives begin with different
 * characters, and what follows a part of any length ends that part.
 */
function isSettled(alternatives: readonly Sequence[]): boolean {
  const firsts = alternatives.map(([first]) => first);
  return alternatives.every((sequence, index) => {
    const [first] = sequence;
    if (first === undefined) return false;
    const others = firsts.slice(index + 1);
    if (others.some((other) => other === undefined || overlap(first, other))) return false;
    if (alternatives.length > 1 && first.least === 0) return false;
    return sequence.every((element, at) => {
      if (element.choices === 1) return true;
      const next = at + 1 < sequence.length ? [sequence[at + 1]] : firsts;
      return next.every((each) => each?.choices === 1 && !overlap(element, each));
    });
  });
}

/** ASCII, a few others, and all characters of a pattern and those beside them, where its ranges end. */
function sampleCharacters(pattern: string): readonly string[] {
  const own = Array.from(pattern, (char) => char.codePointAt(0) ?? 0);
  const escaped = [...pattern.matchAll(/\\x([\dA-Fa-f]{2})/gu)].map(([, digits = ""]) =>
    Number.parseInt(digits, 16),
  );
  const around = [...own, ...escaped].flatMap((code) => [code - 1, code, code + 1]);
  const ascii = Array.from({ length: 0x80 }, (_, code) => code);
  const codes = new Set([...ascii, 0xe9, 0x3b1, 0x4e2d, 0x1f600, ...around]);
  return [...codes].filter((code) => code >= 0 && code <= 0x10ffff).map((code) => String.fromCodePoint(code));
}

const atomSyntax = /\\p\{[^}]*\}|\\P\{[^}]*\}|\\x[\dA-Fa-f]{2}|\\.|\[(?:\\.|[^\]\\])*\]|[^|()]/suy;
const quantifierSyntax = /([*+?]|\{(\d+)(,?)(\d*)\})\??/uy;
const groupSyntax = /\((?:\?(?::|<\w+>))?/uy;
/** More alternatives, or choices of groups, than are looked at one by one. */
const mostSequences = 1000;

class Reader {
  readonly #pattern: string;
  readonly #most: number;
  readonly #samples: readonly string[];
  #at = 0;

  constructor(pattern: string, most: number) {
    this.#pattern = pattern;
    this.#most = most;
    this.#samples = sampleCharacters(pattern);
  }

  /** All sequences of elements that the pattern stands for; one without ^ can begin anywhere. */
  read(): readonly Sequence[] {
    const start: Element = { set: new Set(this.#samples), least: 0, choices: this.#most };
    return this.#readChoices((begin) => (begin === "^" ? [] : [start]));
  }

  #readChoices(open: (begin: string) => Sequence = () => []): readonly Sequence[] {
    const all: Sequence[] = [];
    do {
      let sequences: readonly Sequence[] = [open(this.#pattern[this.#at] ?? "")];
      while (this.#at < this.#pattern.length && !/[|)]/.test(this.#pattern[this.#at] ?? "")) {
        const next = this.#readQuantified();
        sequences = sequences.flatMap((before) => next.map((after) => [...before, ...after]));
        if (sequences.length > mostSequences) throw new DangerError();
      }
      all.push(...sequences);
    } while (this.#take(/\|/y) !== undefined);
    return all;
  }

  #readQuantified(): readonly Sequence[] {
    const isGroup = this.#take(groupSyntax) !== undefined;
    const inner = isGroup ? this.#readChoices() : this.#readAtom();
    if (isGroup) this.#at++;
    const { least, most } = this.#readQuantifier();
    const elements = inner.flat();
    if (most === 0 || elements.length === 0) return [[]];
    const set = new Set(elements.flatMap((each) => [...each.set]));
    const isFixed = elements.every(({ choices }) => choices === 1);
    if (most === 1) {
      const once =
        inner.length > 1 && isFixed && isSettled(inner) ? [[{ set, least: 1, choices: 1 }]] : inner;
      return least === 0 ? [[], ...once] : once;
    }
    if (isGroup && !isSettled(inner)) throw new DangerError();
    return [[{ set, least, choices: isFixed ? Math.min(most - least + 1, this.#most) : this.#most }]];
  }

  #readAtom(): readonly Sequence[] {
    const atom = this.#take(atomSyntax)?.[0] ?? "";
    if (/^(?:\^|\$|\\b|\\B)$/.test(atom)) return [[]];
    const isKnown = !/\\[pP]/.test(atom);
    const test = new RegExp(`^(?:${atom})$`, "su");
    const set = new Set(this.#samples.filter((char) => !isKnown || test.test(char)));
    return [[{ set, least: 1, choices: 1 }]];
  }

  #readQuantifier(): { readonly least: number; readonly most: number } {
    const [, sign, least = "", comma, most = ""] = this.#take(quantifierSyntax) ?? [];
    if (sign === undefined) return { least: 1, most: 1 };
    if (sign === "?") return { least: 0, most: 1 };
    if (sign === "*" || sign === "+") return { least: sign === "*" ? 0 : 1, most: Number.POSITIVE_INFINITY };
    const end = comma === "" ? Number(least) : Number.POSITIVE_INFINITY;
    return { least: Number(least), most: most === "" ? end : Number(most) };
  }

  #take(syntax: RegExp): RegExpExecArray | undefined {
    syntax.lastIndex = this.#at;
    const found = syntax.exec(this.#pattern);
    if (found === null) return undefined;
    this.#at = syntax.lastIndex;
    return found;
  }
}
