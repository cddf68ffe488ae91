/** Lets a process of Node end though a timer runs; the timers of other hosts are numbers. */
export function unref(timer: unknown): void {
  if (typeof timer === "object" && timer !== null) (timer as { unref?(): unknown }).unref?.();
}
