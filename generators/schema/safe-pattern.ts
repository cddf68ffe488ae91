import { isDangerous, matchedCharacters } from "../source/validate/backtracking.ts";
import { limits } from "./limits.ts";

/** A text so long that only a pattern whose steps grow with the length is matched against it. */
const anyLength = matchedCharacters ** 2;

/** Why a pattern is not used; undefined for a good one. */
export function findPatternProblem(pattern: string): string | undefined {
  if (pattern.length > limits.pattern) {
    return `which has more than ${limits.pattern} characters; make it shorter`;
  }
  try {
    new RegExp(pattern, "u");
  } catch {
    // The reason of the engine repeats the pattern.
    return "which is not one; outside of classes escape ( ) [ ] { } / \\ ^ $ . * + ? | only, as with the flag u";
  }
  return mayExplode(pattern, matchedCharacters)
    ? "which may take a time that grows without bounds; give repeated parts different first characters"
    : undefined;
}

/** Whether the time of a match grows with the length of a text, not with its square. */
export function isLinear(pattern: string): boolean {
  return !/\(\?<?[=!]/.test(pattern) && !mayExplode(pattern, anyLength);
}

function mayExplode(pattern: string, most: number): boolean {
  const { outer, inner } = takeLookarounds(spellOut(pattern));
  return [outer, ...inner].some((each) => {
    try {
      return isDangerous(each, most);
    } catch (error) {
      // What it does not know, such as a reference to a group, may take any time.
      if (error instanceof SyntaxError) return true;
      throw error;
    }
  });
}

/** With the characters that escapes stand for. */
function spellOut(pattern: string): string {
  return pattern.replace(
    /\\(?:u\{([\dA-Fa-f]+)\}|u([\dA-Fa-f]{4})|c[A-Za-z]|.)/gsu,
    (escaped, long, short) => {
      const digits: unknown = long ?? short;
      if (typeof digits !== "string") return escaped.startsWith("\\c") ? "\\x01" : escaped;
      const char = String.fromCodePoint(Number.parseInt(digits, 16));
      return /[\^$\\.*+?()[\]{}|/-]/u.test(char) ? `\\x${digits.slice(-2).padStart(2, "0")}` : char;
    },
  );
}

/** The pattern without its lookarounds, and what stands in them: each is matched by itself. */
function takeLookarounds(pattern: string): { readonly outer: string; readonly inner: readonly string[] } {
  const inner: string[] = [];
  let outer = "";
  let isClass = false;
  for (let at = 0; at < pattern.length; at++) {
    const char = pattern[at] ?? "";
    if (char === "\\") outer += char + (pattern[++at] ?? "");
    else if (!isClass && /^\(\?<?[=!]/.test(pattern.slice(at, at + 4))) {
      const end = findEnd(pattern, at);
      const found = takeLookarounds(pattern.slice(at, end).replace(/^\(\?<?[=!]/, ""));
      inner.push(`^(?:${found.outer})`, ...found.inner);
      at = end;
    } else {
      if (char === "[") isClass = true;
      if (char === "]") isClass = false;
      outer += char;
    }
  }
  return { outer, inner };
}

/** The place of the parenthesis that closes the one at `start`. */
function findEnd(pattern: string, start: number): number {
  let depth = 0;
  let isClass = false;
  for (let at = start; at < pattern.length; at++) {
    const char = pattern[at];
    if (char === "\\") at++;
    else if (isClass) isClass = char !== "]";
    else if (char === "[") isClass = true;
    else if (char === "(") depth++;
    else if (char === ")" && --depth === 0) return at;
  }
  return pattern.length;
}
