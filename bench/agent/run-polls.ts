import { join } from "node:path";
import { bundle } from "../bundle.ts";
import { startChild } from "../child.ts";
import { scratch } from "../paths.ts";

/** Calls of GetTask that wait for a change of their task, all at once. */
export interface PollFigure {
  readonly held: number;
  /** Bytes for each: of the process, and of objects on the heap. */
  readonly rss: number;
  readonly heap: number;
  /**
   * Microseconds of CPU for each: to begin to wait, and to answer after the message that changes its task.
   */
  readonly begin: number;
  readonly answer: number;
  /** Microseconds of CPU in a second in which all wait. */
  readonly idle: number;
}

export async function runPolls(held: number): Promise<PollFigure> {
  const outfile = join(scratch, "agent-polls.mjs");
  await bundle({ source: 'import "./agent/polls.ts";', outfile, hasCommonJs: true });
  const child = startChild(outfile, [String(held)]);
  try {
    return await child.next<PollFigure>();
  } finally {
    child.close();
  }
}
