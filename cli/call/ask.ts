import { createInterface } from "node:readline";
import type { Stop } from "./stop.ts";

/** Asks the user for an answer; undefined when there is none: an empty line, or the end of the input. */
export function ask(stop: Stop): Promise<string | undefined> {
  return new Promise((resolve) => {
    const lines = createInterface({ input: process.stdin, output: process.stderr, historySize: 0 });
    let answer: string | undefined;
    let isAnswered = false;
    // On a terminal the key comes here instead of the signal.
    lines.on("SIGINT", () => {
      stop.interrupt();
      lines.close();
    });
    const leave = (): void => lines.close();
    stop.signal.addEventListener("abort", leave, { once: true });
    lines.on("close", () => {
      stop.signal.removeEventListener("abort", leave);
      // The line of the question has no end yet.
      if (!isAnswered) process.stderr.write("\n");
      resolve(answer);
    });
    lines.question("> ", (text) => {
      isAnswered = true;
      answer = text.trim() === "" ? undefined : text;
      lines.close();
    });
  });
}
