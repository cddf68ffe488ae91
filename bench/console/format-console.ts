import { consoleGoals } from "../goals.ts";
import { formatGoal, formatNumber, formatTable } from "../markdown.ts";
import type { ConsoleFigures } from "./figure.ts";

export function formatConsole({
  pageBytes,
  firstPaint,
  agentReady,
  workBeforePaint,
  workBeforeReady,
  stream,
}: ConsoleFigures): string {
  const megabytes = (bytes: number): string => `${formatNumber(bytes / 1e6)} MB`;
  const milliseconds = (value: number): string => `${formatNumber(value)} ms`;
  const rows: readonly (readonly [string, string])[] = [
    [
      "the page, gzip",
      formatGoal(pageBytes, consoleGoals.pageBytes, (bytes) => `${formatNumber(bytes / 1000)} kB`),
    ],
    ["first paint", milliseconds(firstPaint)],
    [
      "CPU time of the main thread before it",
      formatGoal(workBeforePaint, consoleGoals.workBeforePaint, milliseconds),
    ],
    ["a message can be written to a local agent", milliseconds(agentReady)],
    ["CPU time of the main thread before that", milliseconds(workBeforeReady)],
    [`${stream.events} events of a stream`, milliseconds(stream.elapsed)],
    ["longest time between two frames", formatGoal(stream.longestFrame, consoleGoals.frame, milliseconds)],
    ["longest task of the main thread", milliseconds(stream.longestTask)],
    [
      "CPU time of the longest task of the main thread",
      formatGoal(stream.longestWork, consoleGoals.frame, milliseconds),
    ],
    ["CPU time of the main thread in all", milliseconds(stream.mainThread)],
    ["heap before the stream", megabytes(stream.heapBefore)],
    ["heap after the stream", megabytes(stream.heapAfter)],
    ["heap after six of them", megabytes(stream.heapAfterSix)],
  ];
  return formatTable(["", "figure"], rows);
}
