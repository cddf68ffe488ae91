/** The segments of a path such as `message.parts[0].url` or `securitySchemes["google"]`. */
export function splitPath(path: string): readonly string[] {
  return [...path.matchAll(/\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]|([^.[\]]+)/g)].map(
    ([, index, quoted, name]) => index ?? (quoted === undefined ? (name ?? "") : unquote(quoted)),
  );
}

function unquote(text: string): string {
  try {
    return JSON.parse(text) as string;
  } catch {
    return text.slice(1, -1);
  }
}

/** A step to a member: `.name`, or `["a name"]`. */
export function memberPath(key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
}

/** The path of the segments, as decoders write it. */
export function joinSegments(segments: readonly (string | number)[]): string {
  const path = segments
    .map((segment) =>
      typeof segment === "number" || /^\d+$/.test(segment) ? `[${segment}]` : memberPath(segment),
    )
    .join("");
  return path.startsWith(".") ? path.slice(1) : path;
}
