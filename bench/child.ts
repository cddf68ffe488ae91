import { fork } from "node:child_process";
import { benchDirectory } from "./paths.ts";

/** A process of the benchmark that answers questions, one after the other. */
export interface Child {
  /** Waits for the next message of the process; fails when the process has ended. */
  next<Message>(): Promise<Message>;
  /** Sends a question and waits for its answer. */
  ask<Answer>(question: object): Promise<Answer>;
  /** Ends the process, whatever it does. */
  close(): void;
}

interface Waiting {
  readonly resolve: (message: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** Starts a bundled program in a process that ends with this one. */
export function startChild(outfile: string, args: readonly string[]): Child {
  const child = fork(outfile, args, { cwd: benchDirectory, stdio: ["ignore", "inherit", "inherit", "ipc"] });
  let waiting: Waiting | undefined;
  let failure: Error | undefined;
  const settle = (how: (waiting: Waiting) => void): void => {
    const asked = waiting;
    waiting = undefined;
    if (asked !== undefined) how(asked);
  };
  const fail = (error: Error): void => {
    failure ??= error;
    settle(({ reject }) => reject(error));
  };
  child.on("message", (message) => settle(({ resolve }) => resolve(message)));
  child.on("error", fail);
  child.on("exit", (code, signal) =>
    fail(new Error(`${args.join(" ")}: the process ended with ${signal ?? `exit code ${code}`}`)),
  );
  const next = <Message>(): Promise<Message> =>
    new Promise<unknown>((resolve, reject) => {
      if (failure === undefined) waiting = { resolve, reject };
      else reject(failure);
    }) as Promise<Message>;
  return {
    next,
    ask(question) {
      const answer = next();
      if (child.connected) child.send(question);
      return answer as Promise<never>;
    },
    close() {
      child.kill("SIGKILL");
    },
  };
}
