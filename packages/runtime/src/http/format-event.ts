/** An event whose data has no line end, as JSON text has none; `id` is its identifier. */
export function formatEvent(data: string, id?: string): string {
  return id === undefined ? `data: ${data}\n\n` : `id: ${id}\ndata: ${data}\n\n`;
}

/** The same with a name, of ASCII letters. */
export function formatNamedEvent(event: string, data: string): string {
  return `event: ${event}\ndata: ${data}\n\n`;
}

/** A comment, which keeps the connection alive and is no event. */
export const heartbeat = ":\n\n";
