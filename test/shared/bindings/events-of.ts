import type { Outcome } from "./outcome.ts";

/** Reads the frames of a whole text/event-stream as our servers write them. */
export function eventsOf(text: string, read: (name: string | undefined, data: string) => Outcome): Outcome {
  const outcomes = text
    .split("\n\n")
    .filter((frame) => frame !== "" && !frame.startsWith(":"))
    .map((frame) => {
      const lines = frame.split("\n");
      const field = (name: string): string | undefined =>
        lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
      return read(field("event"), field("data") ?? "");
    });
  const last = outcomes.at(-1);
  const events = outcomes.flatMap((outcome) => (outcome.kind === "value" ? [outcome.value] : []));
  return { kind: "events", events, ...(last?.kind === "error" ? { error: last } : {}) };
}
