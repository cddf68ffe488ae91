/** A message with the path from the root of its value: "message.parts[1]", or "" for the value itself. */
export interface Note {
  readonly path: string;
  readonly message: string;
  /** Whether somebody has to change the value by hand. */
  readonly todo?: boolean;
}

/** `params` and `message.parts[1]` make `params.message.parts[1]`; either may be empty. */
export function joinPath(outer: string, inner: string): string {
  return outer === "" || inner === "" || inner.startsWith("[") ? `${outer}${inner}` : `${outer}.${inner}`;
}
