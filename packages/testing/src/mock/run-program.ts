import { once } from "node:events";
import { completed, type Execute, failed, streamText, working } from "@a2agen/runtime/agent";
import { errorMessage } from "@a2agen/runtime/internal";
import { endTree, startProgram } from "@a2agen/terminal/run-program.ts";
import type { ProgramRules } from "./contract.ts";

/** UTF-16 code units of standard error that a failed task shows, the last ones. */
const shownErrors = 2000;

/**
 * The code of an agent that answers with what a program writes: the text of the message is its standard
 * input, and its standard output becomes an artifact as it comes. No shell reads either.
 */
export function answerByProgram({ command, timeoutMs = 60_000 }: ProgramRules): Execute {
  const [program, ...args] = command;
  return async function* (turn) {
    yield working();
    const detached = process.platform !== "win32";
    const env = { ...process.env, A2A_TASK_ID: turn.taskId, A2A_CONTEXT_ID: turn.contextId };
    const child = startProgram(program, args, { stdio: "pipe", detached, env });
    const ended = once(child, "close").then(
      ([status, signal]: (number | string | null)[]) =>
        signal === null ? `exit status ${status}` : `signal ${signal}`,
      (error: unknown) => errorMessage(error),
    );
    let isLate = false;
    const stop = (): void => endTree(child, "SIGKILL");
    const timer = setTimeout(() => {
      isLate = true;
      stop();
    }, timeoutMs);
    turn.signal.addEventListener("abort", stop, { once: true });
    let errors = "";
    child.stderr?.setEncoding("utf8").on("data", (piece: string) => {
      errors = `${errors}${piece}`.slice(-shownErrors);
    });
    // A program need not read its input.
    child.stdin?.on("error", () => undefined).end(turn.text);
    try {
      if (child.stdout !== null) yield* streamText("output", child.stdout.setEncoding("utf8"));
      const end = await ended;
      turn.signal.throwIfAborted();
      if (end === "exit status 0") yield completed();
      else if (isLate) yield failed(`${program}: not done after ${timeoutMs} ms`);
      else yield failed(`${program}: ${[end, errors.trim()].filter((text) => text !== "").join(": ")}`);
    } finally {
      clearTimeout(timer);
      turn.signal.removeEventListener("abort", stop);
      stop();
    }
  };
}
