import { CommandError } from "@a2agen/terminal/command-error.ts";
import { endTree, startProgram } from "@a2agen/terminal/run-program.ts";

/** A program that runs beside the console. */
export interface Companion {
  /** Resolves when it has ended; rejects with a CommandError that says how it failed. */
  readonly ended: Promise<void>;
  /** Asks it to end, and resolves when it has. */
  stop(): Promise<void>;
}

/** Starts a command with this terminal, and with the address of the console in its environment. */
export function runBeside(command: string, address: string): Companion {
  const [program = "", ...words] = command.split(" ").filter((word) => word !== "");
  const child = startProgram(program, words, {
    stdio: "inherit",
    env: { ...process.env, A2AGEN_CONSOLE: address },
  });
  let isStopped = false;
  const ended = new Promise<void>((resolve, reject) => {
    child.once("error", (cause) => {
      reject(new CommandError(`--run: ${program} cannot be started: ${cause.message}`, { cause }));
    });
    child.once("exit", (code, signal) => {
      if (code === 0 || isStopped) resolve();
      else reject(new CommandError(`--run: ${program} ended with ${signal ?? String(code)}`));
    });
  });
  return {
    ended,
    async stop() {
      isStopped = true;
      // Ctrl-C reaches both; a signal to the console alone is passed on.
      if (process.platform === "win32") endTree(child, "SIGTERM");
      else child.kill("SIGTERM");
      await ended.catch(() => undefined);
    },
  };
}
