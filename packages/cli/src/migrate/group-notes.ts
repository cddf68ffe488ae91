interface Finding {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** A line for each message about a file: at its first place, with the others at its end. */
export function groupNotes(path: string, findings: readonly Finding[]): readonly string[] {
  const places = new Map<string, string[]>();
  for (const { line, column, message } of findings) {
    const own = places.get(message) ?? [];
    own.push(`${line}:${column}`);
    places.set(message, own);
  }
  return [...places].map(([message, [first = "", ...others]]) => {
    const more = others.length === 0 ? "" : `; also at ${others.join(", ")}`;
    return `${path}:${first}: ${message}${more}`;
  });
}
