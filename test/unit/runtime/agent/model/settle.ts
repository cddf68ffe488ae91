/**
 * Resolves when everything in this process has happened that waits for nothing from outside: the kit and
 * the memory store only wait for one another, and for turns of the event loop.
 */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 4; turn++) await new Promise<void>((resolve) => setImmediate(resolve));
}
