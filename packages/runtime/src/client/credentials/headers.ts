type Headers = Readonly<Record<string, string>>;

/** Puts headers together: names in lower case, the last one of a name counts, cookies are joined. */
export function mergeHeaders(...sources: readonly (Headers | undefined)[]): Headers {
  const merged = new Map<string, string>();
  for (const source of sources) {
    for (const [name, value] of Object.entries(source ?? {})) {
      const key = name.toLowerCase();
      const before = key === "cookie" ? merged.get(key) : undefined;
      merged.set(key, before === undefined ? value : `${before}; ${value}`);
    }
  }
  return Object.fromEntries(merged);
}

/** Headers that are secrets whatever a card says. */
const secrets = ["authorization", "cookie", "proxy-authorization"] as const;

/** The first header that is a secret; names in lower case. */
export function findSecret(headers: Headers): string | undefined {
  return secrets.find((name) => Object.hasOwn(headers, name));
}

/** Headers that reveal nothing to a stranger. Any other one may carry a secret. */
const harmless: ReadonlySet<string> = new Set([
  "accept-language",
  // Resumed streams send it, at whatever origin they began.
  "last-event-id",
  "traceparent",
  "tracestate",
  "user-agent",
]);

/** The first header that belongs to the origin for which the caller gave it; names in lower case. */
export function findOwned(headers: Headers): string | undefined {
  return Object.keys(headers).find((name) => !harmless.has(name));
}
