import { SseParser } from "@a2agen/runtime/sse";

/** Cuts a body into the frames of a record. */
export interface BodyFrames {
  push(piece: Uint8Array): void;
  end(): void;
}

/** The frames of a body of a media type: each event of a stream, or the whole body. */
export function bodyFrames(mediaType: string, onFrame: (bytes: Uint8Array) => void): BodyFrames {
  return mediaType.startsWith("text/event-stream") ? eventFrames(onFrame) : wholeFrame(onFrame);
}

function eventFrames(onFrame: (bytes: Uint8Array) => void): BodyFrames {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  const parser = new SseParser({
    maximumCharacters: Number.MAX_SAFE_INTEGER,
    onEvent: ({ data }) => onFrame(encoder.encode(data)),
  });
  return { push: (piece) => parser.push(decoder.decode(piece, { stream: true })), end: () => undefined };
}

function wholeFrame(onFrame: (bytes: Uint8Array) => void): BodyFrames {
  let pieces: Uint8Array[] = [];
  return {
    push: (piece) => pieces.push(piece),
    end() {
      if (pieces.length > 0) onFrame(join(pieces));
      pieces = [];
    },
  };
}

/** The bytes of all pieces, one after another. */
export function join(pieces: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}
