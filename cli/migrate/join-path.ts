/** `params` and `message.parts[1]` make `params.message.parts[1]`; either may be empty. */
export function joinPath(outer: string, inner: string): string {
  return outer === "" || inner === "" || inner.startsWith("[") ? `${outer}${inner}` : `${outer}.${inner}`;
}
