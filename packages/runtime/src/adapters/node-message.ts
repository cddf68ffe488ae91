/**
 * What is used of the requests of node:http, node:https and of the compatibility API of node:http2;
 * the requests of Express and Fastify are such ones.
 */
export interface NodeRequest {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  /** What `url` was before a framework took the path of a mount off it: Connect, Express, Polka, h3. */
  readonly originalUrl?: string | undefined;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Names and values in turn, as they came. */
  readonly rawHeaders?: readonly string[];
  readonly httpVersionMajor: number;
  /** Whether the whole message has come. */
  readonly complete: boolean;
  readonly readableEnded: boolean;
  readonly destroyed: boolean;
  readonly socket?: unknown;
  on(event: "data", listener: (chunk: Uint8Array) => void): unknown;
  on(event: "error", listener: (error: Error) => void): unknown;
  on(event: "end" | "close", listener: () => void): unknown;
  resume(): unknown;
}

/** The part of their responses that is used. */
export interface NodeResponse {
  readonly headersSent: boolean;
  readonly writableEnded: boolean;
  readonly writableLength?: number;
  /** Not there in node:http2, whose responses have a stream instead. */
  readonly destroyed?: boolean;
  readonly stream?: unknown;
  writeHead(status: number, headers: Record<string, string | number>): unknown;
  writeContinue(): unknown;
  /** The types of node:http2 do not have it. */
  flushHeaders?(): void;
  write(chunk: string, encoding: TextEncoding): boolean;
  end(): unknown;
  end(chunk: string, encoding: TextEncoding): unknown;
  on(event: "error", listener: (error: Error) => void): unknown;
  on(event: "close" | "drain", listener: () => void): unknown;
  destroy(error?: Error): unknown;
}

/** How a text becomes bytes. */
export type TextEncoding = "utf8" | "latin1";

/**
 * The encoding of a text with so many bytes in UTF-8. One of ASCII characters only, as most are, is the same
 * in Latin-1, which Node copies where it would encode UTF-8: a tenth of the CPU time of a whole short answer
 * on Node 20.
 */
export function encodingOf(text: string, bytes: number = Buffer.byteLength(text)): TextEncoding {
  return bytes === text.length ? "latin1" : "utf8";
}

/** True if an answer can no longer be sent: the client has gone, or another handler has answered. */
export function isClosed(response: NodeResponse): boolean {
  if (response.destroyed === true || response.writableEnded || response.headersSent) return true;
  const { stream } = response;
  return typeof stream === "object" && stream !== null && "destroyed" in stream && stream.destroyed === true;
}
