import { setTimeout } from "node:timers/promises";

/** What the agents do: "stay" takes a while, unless it is aborted. */
export async function work(text, signal) {
  if (text === "stay") await setTimeout(20_000, undefined, { signal });
  return "the work";
}
