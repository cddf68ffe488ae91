import type { Behaviour, Call } from "./behaviour.ts";
import { poison, shown } from "./script.ts";

/** What came of a client that was run once. */
export interface Driven {
  /** "unknown" for a client that is driven by hand. */
  readonly end: "succeeded" | "failed" | "hung" | "unknown";
  /** What it showed. */
  readonly text: string;
  /** Why it failed, in a line. */
  readonly reason: string;
}

interface JudgedRun {
  readonly driven: Driven;
  readonly calls: readonly Call[];
  /** Whether the client shows the texts of answers. */
  readonly isTelling: boolean;
}

/** What was expected of the client, and what it did. */
export interface ClientFinding {
  readonly expected: string;
  readonly came: string;
}

/** Why a behaviour did not come about with this client; undefined when it did. */
export function whyNotReached({ isStream, answer }: Behaviour, calls: readonly Call[]): string | undefined {
  if (calls.length === 0) return "the client sent no request";
  const wanted = isStream === true ? "sendStreamingMessage" : "sendMessage";
  // What is about the card alone needs no call.
  if (answer === undefined && isStream !== true) return undefined;
  if (calls.some(({ member }) => member === wanted)) return undefined;
  return `the client called no ${isStream === true ? "SendStreamingMessage" : "SendMessage"}`;
}

/** Holds what a client did against what it was to do. */
export function judgeClient(
  behaviour: Behaviour,
  { driven, calls, isTelling }: JudgedRun,
): ClientFinding | undefined {
  const { expected, judge } = behaviour;
  const said = expectations[expected];
  const finding = (came: string): ClientFinding => ({ expected: said, came });
  if (driven.end === "hung") return finding("it had not ended when its time was up");
  const isWhole = !isTelling || isShown(driven.text);
  if (driven.text.includes(poison) && driven.end === "succeeded") {
    return { expected: "that it refuses the text", came: `it showed ${JSON.stringify(poison)}` };
  }
  if (expected === "understood") {
    if (driven.end === "failed") return finding(`it failed: ${driven.reason}`);
    if (!isWhole) return finding(`it succeeded, and showed ${excerpt(driven.text)}`);
  }
  if (expected === "refused" && driven.end === "succeeded")
    return finding(`it succeeded, and showed ${excerpt(driven.text)}`);
  if (expected === "whole" && driven.end === "succeeded" && !isWhole) {
    return finding(`it succeeded, and showed ${excerpt(driven.text)}`);
  }
  const sent = judge?.(calls);
  return sent === undefined ? undefined : { expected: behaviour.title, came: sent };
}

/** Whether a client has shown the text of the answer: pieces of a stream may be on separate lines. */
export function isShown(text: string): boolean {
  return text.replaceAll(/\s+/g, "").includes(shown);
}

const expectations: Readonly<Record<Behaviour["expected"], string>> = {
  understood: "that the client succeeds and shows the text",
  refused: "that the client fails",
  whole: "that the client fails, or gets the rest and shows it",
  ended: "that the client comes to an end",
};

function excerpt(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, " ");
  if (line === "") return "nothing";
  return JSON.stringify(line.length > 80 ? `${line.slice(0, 80)}…` : line);
}
