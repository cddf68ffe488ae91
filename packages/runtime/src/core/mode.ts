/** Kinds of parts that cards name as modes, as samples of 0.3 do, and the media types of the kinds. */
const kinds: Readonly<Record<string, string>> = { text: "text/plain", data: "application/json" };

/** The media type that a mode means; undefined for one that says no single type. */
export function mediaTypeOfMode(mode: string): string | undefined {
  if (mode.includes("/")) return mode;
  return Object.hasOwn(kinds, mode) ? kinds[mode] : undefined;
}

/** Says what to write for a mode that is no media type. */
export function objectToMode(mode: string): string | undefined {
  if (mode === "*" || mode.includes("/")) return undefined;
  const shown = JSON.stringify(mode);
  const type = mediaTypeOfMode(mode);
  if (type !== undefined) return `expected a media type, found ${shown}; write ${JSON.stringify(type)}`;
  const advice = mode === "file" ? 'those of the files, "image/png", or "*/*"' : "one, or remove it";
  return `expected a media type, found ${shown}; write ${advice}`;
}
