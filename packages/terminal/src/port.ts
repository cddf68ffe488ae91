import { errorCode } from "@a2agen/runtime/internal";
import { CommandError, UsageError } from "./command-error.ts";

/** The port that a flag names; 0, a free one, without it. */
export function readPort(text: string | undefined, flag = "--port"): number {
  if (text === undefined) return 0;
  const port = Number(text);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw new UsageError(`${flag}: expected a number from 1 to 65535; found ${JSON.stringify(text)}`);
}

/** The error of a server that could not listen, for people. */
export function explainPort(cause: unknown, port: number): unknown {
  if (errorCode(cause) !== "EADDRINUSE") return cause;
  return new CommandError(`--port: ${port} is taken; give another one, or leave it out for a free one`, {
    cause,
  });
}

/** Resolves when the user ends the program. */
export function untilEnded(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
  });
}
