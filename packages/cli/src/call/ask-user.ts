import { createInterface } from "node:readline";
import type { Part, TaskStatus } from "@a2agen/a2a-1.0";
import { approvalsIn, approve, refuse } from "@a2agen/runtime/client";
import { readYesOrNo } from "@a2agen/runtime/internal";
import { safeLine } from "@a2agen/terminal/safe-text.ts";
import type { Stop } from "./stop.ts";

/**
 * Asks the user for what a task waits for: yes or no for each approval, otherwise a text. A text that is
 * neither yes nor no is the whole answer. Undefined when there is none: an empty line, or the end of the
 * input.
 */
export async function askUser(status: TaskStatus | undefined, stop: Stop): Promise<Part[] | undefined> {
  const approvals = status === undefined ? [] : approvalsIn(status);
  const parts: Part[] = [];
  for (const approval of approvals) {
    const text = await askLine(`${safeLine(approval.name)}: yes or no > `, stop);
    if (text === undefined) return undefined;
    const isApproved = readYesOrNo(text);
    if (isApproved === undefined) return [{ text }];
    parts.push(...(isApproved ? approve(approval) : refuse(approval)));
  }
  if (parts.length > 0) return parts;
  const text = await askLine("> ", stop);
  return text === undefined ? undefined : [{ text }];
}

/** Undefined for an empty line, and the end of the input. */
function askLine(question: string, stop: Stop): Promise<string | undefined> {
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
    lines.question(question, (text) => {
      isAnswered = true;
      answer = text.trim() === "" ? undefined : text;
      lines.close();
    });
  });
}
