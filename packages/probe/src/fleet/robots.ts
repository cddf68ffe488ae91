/** What the robots.txt of a host says to this program. */
export interface Robots {
  isAllowed(path: string): boolean;
  /** Seconds between two requests; undefined where nothing is said. */
  readonly crawlDelay?: number | undefined;
}

export const everythingAllowed: Robots = { isAllowed: () => true };

interface Rule {
  readonly isAllowed: boolean;
  readonly pattern: string;
}

/**
 * Reads a robots.txt (RFC 9309): the groups for `product`, or else those for all; of the rules that match,
 * the longest counts, and Allow before Disallow.
 */
export function parseRobots(text: string, product: string): Robots {
  const groups = new Map<string, { readonly rules: Rule[]; delay?: number }>();
  let named: string[] = [];
  let isInNames = false;
  for (const line of text.replace(/^\ufeff/, "").split(/\r\n?|\n/)) {
    const [, key = "", written = ""] = /^\s*([\w-]+)\s*:([^#]*)/.exec(line) ?? [];
    const name = key.toLowerCase();
    const value = written.trim();
    if (name === "user-agent") {
      const agent = value === "*" ? "*" : (/^[\w-]+/.exec(value)?.[0].toLowerCase() ?? "");
      named = isInNames ? [...named, agent] : [agent];
      if (!groups.has(agent)) groups.set(agent, { rules: [] });
    }
    isInNames = name === "user-agent" || (isInNames && !/^(?:allow|disallow|crawl-delay)$/.test(name));
    const own = named.flatMap((agent) => groups.get(agent) ?? []);
    if (name === "crawl-delay" && Number(value) > 0) for (const group of own) group.delay = Number(value);
    if ((name !== "allow" && name !== "disallow") || value === "") continue;
    for (const { rules } of own) rules.push({ isAllowed: name === "allow", pattern: normalize(value) });
  }
  const group = groups.get(product) ?? groups.get("*");
  if (group === undefined) return everythingAllowed;
  return {
    crawlDelay: group.delay,
    isAllowed(path) {
      const wanted = normalize(path);
      if (wanted === "/robots.txt") return true;
      const [first] = group.rules
        .filter(({ pattern }) => matches(pattern, wanted))
        .sort((a, b) => b.pattern.length - a.pattern.length || Number(b.isAllowed) - Number(a.isAllowed));
      return first?.isAllowed ?? true;
    },
  };
}

/** With what need not be escaped as it is, and the rest escaped in one way. */
function normalize(path: string): string {
  return encodeURI(path)
    .replaceAll(/%25([0-9a-f]{2})/gi, "%$1")
    .replaceAll(/%[0-9a-f]{2}/gi, (escaped) => {
      const character = String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
      return /[\w.~-]/.test(character) ? character : escaped.toUpperCase();
    });
}

/** Whether a path begins as a pattern says, in which * stands for anything, and $ for the end. */
function matches(pattern: string, path: string): boolean {
  const isWhole = pattern.endsWith("$");
  const [start = "", ...parts] = (isWhole ? pattern.slice(0, -1) : pattern).split("*");
  if (!path.startsWith(start)) return false;
  let at = start.length;
  for (const part of parts) {
    const found = path.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  if (!isWhole) return true;
  const last = parts.at(-1);
  return last === undefined
    ? at === path.length
    : path.endsWith(last) && path.length - last.length >= start.length;
}
