/** Ends the command early. */
export interface Stop {
  /** Aborted by the first Ctrl-C, and when the reader of standard output has gone. */
  readonly signal: AbortSignal;
  readonly reason: () => "interrupt" | "reader gone" | undefined;
  /** As Ctrl-C does, for where it arrives as a key. */
  interrupt(): void;
  /** Gives the signals of the process back. */
  release(): void;
}

/** Listens to the process until it is released. The second Ctrl-C ends the process at once, after `leave`. */
export function listenForStop(leave: () => void): Stop {
  const controller = new AbortController();
  let reason: ReturnType<Stop["reason"]>;
  const end = (why: NonNullable<typeof reason>): void => {
    reason ??= why;
    controller.abort(new Error(why));
  };
  const interrupt = (): void => {
    if (reason === "interrupt") {
      leave();
      process.exit(130);
    }
    end("interrupt");
  };
  // The main program keeps the error from ending the process.
  const readerGone = (error: NodeJS.ErrnoException): void => {
    if (error.code === "EPIPE") end("reader gone");
  };
  process.on("SIGINT", interrupt);
  process.stdout.on("error", readerGone);
  return {
    signal: controller.signal,
    reason: () => reason,
    interrupt,
    release() {
      process.off("SIGINT", interrupt);
      process.stdout.off("error", readerGone);
    },
  };
}
