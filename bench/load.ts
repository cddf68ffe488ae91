/** Calls so often, from as many loops at once as there are callers. */
export async function load(callers: readonly (() => Promise<unknown>)[], count: number): Promise<void> {
  let left = count;
  await Promise.all(
    callers.map(async (call) => {
      while (left > 0) {
        left -= 1;
        await call();
      }
    }),
  );
}
