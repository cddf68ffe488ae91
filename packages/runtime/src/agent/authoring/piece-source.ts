import { isObject } from "../../core/object.ts";

/** Where pieces of text come from, opened. */
export interface PieceSource {
  next(): Promise<IteratorResult<unknown, unknown>>;
  /** Ends it, without waiting for what it is about to give. */
  close(): void;
}

/** Opens an async iterable or a ReadableStream. Throws a TypeError for anything else. */
export function openSource(source: unknown, place: string): PieceSource {
  if (isObject(source) && "getReader" in source) return openStream(source as unknown as ReadableStream);
  if (isObject(source) && Symbol.asyncIterator in source) {
    return openIterable(source as unknown as AsyncIterable<unknown>);
  }
  throw new TypeError(
    `${place}: expected an async iterable or a ReadableStream of text, found ${nameKind(source)}`,
  );
}

/** What a value is, for errors. */
export function nameKind(value: unknown): string {
  if (value === null) return "null";
  if (typeof value !== "object") return typeof value;
  return "then" in value
    ? "a promise: await it first"
    : `an object of ${value.constructor?.name ?? "no class"}`;
}

/** Not by its own iterator, whose `return` waits for a read, and which Safari does not have. */
function openStream(stream: ReadableStream): PieceSource {
  const reader: ReadableStreamDefaultReader<unknown> = stream.getReader();
  return { next: () => reader.read(), close: () => settleUnseen(() => reader.cancel()) };
}

function openIterable(iterable: AsyncIterable<unknown>): PieceSource {
  const iterator = iterable[Symbol.asyncIterator]();
  return { next: () => iterator.next(), close: () => settleUnseen(() => iterator.return?.()) };
}

/** Nothing awaits the end or the error of an abandoned source. */
function settleUnseen(close: () => PromiseLike<unknown> | undefined): void {
  try {
    close()?.then(undefined, () => undefined);
  } catch {
    // The same, thrown at once.
  }
}
