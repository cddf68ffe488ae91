/** The part of a stream of HTTP/2 that is used. */
export interface Http2Stream {
  readonly session?: {
    readonly destroyed: boolean;
    readonly closed: boolean;
    readonly socket: { readonly bytesWritten?: number };
    /** Takes no further streams, and ends with those that are open. */
    close(): void;
  };
  readonly headersSent: boolean;
  close(code: number): void;
}

/** The library does not expose its streams: they are reached via a call, its interceptors, the stream. */
export function streamOf(call: object): Http2Stream | undefined {
  let current: unknown = "call" in call ? call.call : call;
  while (typeof current === "object" && current !== null) {
    if ("stream" in current && isStream(current.stream)) return current.stream;
    current = "nextCall" in current ? current.nextCall : undefined;
  }
  return undefined;
}

function isStream(value: unknown): value is Http2Stream {
  return typeof value === "object" && value !== null && "close" in value && typeof value.close === "function";
}
