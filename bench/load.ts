/** Calls that often, or until its time is up, from as many loops as there are callers; returns the count. */
export async function load(
  callers: readonly (() => Promise<unknown>)[],
  count: number,
  atMostMs: number = Number.POSITIVE_INFINITY,
): Promise<number> {
  const end = performance.now() + atMostMs;
  let made = 0;
  await Promise.all(
    callers.map(async (call) => {
      while (made < count && performance.now() < end) {
        made += 1;
        await call();
      }
    }),
  );
  return made;
}
