import type { IncomingMessage } from "node:http";

/** Most bytes of an answer's body that are read, and milliseconds for that: only so that its connection can be used again. */
const maximumBytes = 16_384;
const maximumMs = 1000;

/** Reads off the body of an answer that nobody wants; a long or slow one costs its connection. Never rejects. */
export function drain(answer: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let bytes = 0;
    const timer = setTimeout(() => answer.destroy(), maximumMs);
    answer.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > maximumBytes) answer.destroy();
    });
    // The status has said it all: a connection that breaks in the body is none of the notification's.
    answer.on("error", () => undefined);
    answer.once("close", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
