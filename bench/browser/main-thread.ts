import type { Page } from "playwright-core";
import type { KeyWork } from "../playground/figure.ts";

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds: when it began, how long it took, and how long its thread ran in that time. */
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
}

const keyMark = "a2agen key";

/** What the main thread does for each key that `press` presses. */
export async function traceKeys(page: Page, press: () => Promise<void>): Promise<readonly KeyWork[]> {
  await page.evaluate(
    `addEventListener("keydown", () => performance.mark(${JSON.stringify(keyMark)}), true)`,
  );
  const session = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  session.on("Tracing.dataCollected", ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  const ended = new Promise<unknown>((resolve) => session.once("Tracing.tracingComplete", resolve));
  await session.send("Tracing.start", {
    transferMode: "ReportEvents",
    traceConfig: { includedCategories: ["toplevel", "blink.user_timing"] },
  });
  await press();
  await session.send("Tracing.end");
  await ended;
  return readWork(events);
}

/** The tasks of the thread that had the keys, by the key before their end. */
function readWork(events: readonly TraceEvent[]): readonly KeyWork[] {
  const keys = events.filter(({ name }) => name === keyMark).toSorted((left, right) => left.ts - right.ts);
  return keys.map(({ ts: from, pid, tid }, at) => {
    const to = keys[at + 1]?.ts ?? Number.POSITIVE_INFINITY;
    const tasks = events.filter(
      (event) =>
        event.name === "ThreadControllerImpl::RunTask" &&
        event.pid === pid &&
        event.tid === tid &&
        event.ts + (event.dur ?? 0) > from &&
        event.ts + (event.dur ?? 0) <= to,
    );
    const cpu = tasks.map(({ tdur = 0 }) => tdur / 1000);
    return {
      elapsed: tasks.reduce((sum, { dur = 0 }) => sum + dur / 1000, 0),
      cpu: cpu.reduce((sum, each) => sum + each, 0),
      longest: Math.max(0, ...cpu),
    };
  });
}
