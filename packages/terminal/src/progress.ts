const frames = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];

const eraseLine = "\r\u001b[2K";

/** Milliseconds between two frames; what takes no longer shows none. */
const intervalMs = 150;

export interface ProgressInit {
  readonly write: (text: string) => void;
  /** For work that may not let the timer run. */
  readonly isShownAtOnce?: boolean;
}

/** Draws a line with a label and the seconds since a `performance.now()`; the result removes it. */
export function startProgress(
  label: string,
  since: number,
  { write, isShownAtOnce = false }: ProgressInit,
): () => void {
  let frame = 0;
  const draw = (): void => {
    const seconds = Math.floor((performance.now() - since) / 1000);
    write(`${eraseLine}${frames[frame++ % frames.length]} ${label}${seconds > 0 ? ` ${seconds} s` : ""}`);
  };
  if (isShownAtOnce) draw();
  const timer = setInterval(draw, intervalMs);
  // It alone keeps no process alive.
  timer.unref();
  return () => {
    clearInterval(timer);
    if (frame > 0) write(eraseLine);
  };
}

/** Whether standard error can show a line that is drawn again and again. */
export function canShowProgress(env: Readonly<Record<string, string | undefined>>): boolean {
  return process.stderr.isTTY && env["TERM"] !== "dumb";
}
