/** What JavaScript's expressions call the spaces of RE2. */
const spaces = "\\t\\n\\f\\r ";
const syntax = new Set("^$\\.*+?()[]{}|/");

/**
 * A regular expression of RE2, in which rules are written, as one of JavaScript with the flag u; undefined
 * for one that has no counterpart, such as with flags in it.
 */
export function toPattern(re2: string): string | undefined {
  let pattern = "";
  let isClass = false;
  for (let at = 0; at < re2.length; at++) {
    const char = re2[at] ?? "";
    const next = re2[at + 1] ?? "";
    if (char === "\\") {
      const escaped = toEscape(next, isClass);
      if (escaped === undefined) return undefined;
      pattern += escaped;
      at++;
    } else if (isClass) {
      // Sets of POSIX, such as [:alpha:].
      if (char === "[" && next === ":") return undefined;
      pattern += char === "[" ? "\\[" : char;
      if (char === "]") isClass = false;
    } else if (char === "[") {
      isClass = true;
      const rest = re2.slice(at + 1).match(/^\^?\]?/)?.[0] ?? "";
      pattern += `[${rest.replace("]", "\\]")}`;
      at += rest.length;
    } else if (char === ".") pattern += "[^\\n]";
    else if (char === "(" && next === "?") {
      const [group = ""] = /^\(\?(?::|P?<[A-Za-z_]\w*>)/.exec(re2.slice(at)) ?? [];
      if (group === "") return undefined;
      pattern += group.replace("?P<", "?<");
      at += group.length - 1;
    } else pattern += char;
  }
  return isPattern(pattern) ? pattern : undefined;
}

function toEscape(char: string, isClass: boolean): string | undefined {
  if (char === "s") return isClass ? spaces : `[${spaces}]`;
  if (char === "S") return isClass ? undefined : `[^${spaces}]`;
  if (/[dDwWbBntrfv]/.test(char)) return isClass && /[bB]/.test(char) ? undefined : `\\${char}`;
  if (char === "p" || char === "P" || char === "x") return `\\${char}`;
  if (char === "" || /[A-Za-z0-9]/.test(char)) return undefined;
  return syntax.has(char) || (isClass && char === "-") ? `\\${char}` : char;
}

function isPattern(pattern: string): boolean {
  try {
    return new RegExp(pattern, "u").source !== "";
  } catch {
    // Not all of RE2 is an expression of JavaScript.
    return false;
  }
}

/** A text as an expression that matches it. */
export function literalPattern(text: string): string {
  return text.replace(/[\^$\\.*+?()[\]{}|/]/g, "\\$&");
}
