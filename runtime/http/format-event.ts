/** An event whose data has no line end, as JSON text has none. */
export function formatEvent(data: string): string {
  return `data: ${data}\n\n`;
}

/** The same with a name, of ASCII letters. */
export function formatNamedEvent(event: string, data: string): string {
  return `event: ${event}\ndata: ${data}\n\n`;
}

/** A comment, which keeps the connection alive and is no event. */
export const heartbeat = ":\n\n";
