const frames = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];

const eraseLine = "\r\u001b[2K";

/** Milliseconds between two frames; what takes no longer shows none. */
const intervalMs = 150;

/**
 * Draws a line that tells what is waited for and for how long, `since` as `performance.now()` tells it;
 * the function that is returned takes it away.
 */
export function startProgress(label: string, since: number, write: (text: string) => void): () => void {
  let frame = 0;
  const draw = (): void => {
    const seconds = Math.floor((performance.now() - since) / 1000);
    write(`${eraseLine}${frames[frame++ % frames.length]} ${label}${seconds > 0 ? ` ${seconds} s` : ""}`);
  };
  const timer = setInterval(draw, intervalMs);
  // It alone keeps no process alive.
  timer.unref();
  return () => {
    clearInterval(timer);
    if (frame > 0) write(eraseLine);
  };
}
