/** A stream whose first event, or end, is there. */
export interface OpenedStream {
  readonly first: IteratorResult<unknown>;
  readonly iterator: AsyncIterator<unknown>;
}

/** Asks a stream for its first event: until then nothing of it has been seen, and it can be asked for again. */
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
    // Neither a stream that has ended nor one that has failed needs to be told.
    if (!isDone) await iterator.return?.();
  }
}
