/** A stream whose first event, or end, has arrived. */
export interface OpenedStream {
  readonly first: IteratorResult<unknown>;
  readonly iterator: AsyncIterator<unknown>;
}

/** Reads the first event of a stream, which can still be repeated if that fails. */
export async function openStream(stream: AsyncIterable<unknown>): Promise<OpenedStream> {
  const iterator = stream[Symbol.asyncIterator]();
  return { iterator, first: await iterator.next() };
}

/** All events of an opened stream. */
export async function* readOpened({
  first,
  iterator,
}: OpenedStream): AsyncGenerator<unknown, void, undefined> {
  let isDone = first.done === true;
  try {
    for (let next = first; next.done !== true; ) {
      yield next.value;
      isDone = true;
      next = await iterator.next();
      isDone = next.done === true;
    }
  } finally {
    // A stream that has ended or failed needs no cleanup.
    if (!isDone) await iterator.return?.();
  }
}
