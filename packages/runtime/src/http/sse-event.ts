/** One event of a text/event-stream. */
export interface SseEvent {
  /** "message" when the stream does not name it. */
  readonly event: string;
  /** The lines of `data`, joined with line feeds. */
  readonly data: string;
  /** The identifier that the stream gave last; empty when it gave none. */
  readonly id: string;
}
