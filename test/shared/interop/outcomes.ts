/** What a promise fails with. */
export async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error("expected an error, found none");
}

/** The events of a stream before it fails, and what it fails with. */
export async function brokenStream<T>(
  items: AsyncIterable<T>,
): Promise<{ readonly events: readonly T[]; readonly error: unknown }> {
  const events: T[] = [];
  const error = await failureOf(
    (async () => {
      for await (const item of items) events.push(item);
    })(),
  );
  return { events, error };
}
