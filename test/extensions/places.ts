/** The JSON pointer of the path in an issue. */
export function toPointer(segments: readonly (string | number)[]): string {
  return segments
    .map((segment) => `/${String(segment).replaceAll("~", "~0").replaceAll("/", "~1")}`)
    .join("");
}

/** Whether one is in the other: of alternatives that nothing tells apart the whole is wrong. */
export function areNear(place: string, other: string): boolean {
  return `${place}/`.startsWith(`${other}/`) || `${other}/`.startsWith(`${place}/`);
}
