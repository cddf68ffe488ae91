/** Milliseconds of work between two chances for the browser to draw and to take keys. */
const maximumWork = 6;

let last = performance.now();

/** Yields to the browser if it was busy for a while: a stream may come faster than it is shown. */
export async function breathe(): Promise<void> {
  if (performance.now() - last < maximumWork) return;
  await new Promise((resolve) => setTimeout(resolve));
  last = performance.now();
}
